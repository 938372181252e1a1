// The form with which somebody makes an account, by an invite or where sign-up is open.
import { signing } from "../../client.js";
import { el } from "../../dom.js";
import { go } from "../../routes.js";
import { field, form, radios, valueOf } from "../controls/form.js";

const passwordRules = "At least 8 characters. Not a common one, and neither your username nor your e-mail address.";
const usernameRules = "2 to 30 letters, digits, “_”, “.” or “-”. Your friends find you by it. "
    + "We make one from your name "
    + "if you leave it empty.";
/** @type {Record<string, string>} */
const roleNames = { member: "Member", student: "Student", teacher: "Teacher" };

/**
 * The form of a new account.
 * @param {{code: string, slug: string | undefined, page?: string} | undefined} invite `page` is where one stands after joining.
 * @param {string} usual The role of the invite, or else the one that people get who choose none.
 * @param {readonly string[]} [roles] The roles to choose from.
 */
export function signUpForm(invite, usual, roles = []) {
    const known = roles.filter((role) => role in roleNames);
    let role = known.length === 0 || known.includes(usual) ? usual : known[0];
    const username = field("Username",
        { name: "username", autocomplete: "nickname", autocapitalize: "none", spellcheck: false, hint: usernameRules });
    const email = field("E-mail",
        { name: "email", type: "email", required: true, autocomplete: "username", autocapitalize: "none", spellcheck: false,
        hint: "For signing in. Nobody else sees it." });
    const password = field("Password",
        { name: "password", type: "password", required: true, autocomplete: "new-password", hint: passwordRules });
    const given = field("Given name", { name: "givenName", autocomplete: "given-name", maxLength: 60 });
    const family = field("Family name", { name: "familyName", autocomplete: "family-name", maxLength: 60 });
    const birthday = field("Birthday",
        { name: "birthday", type: "date", max: "9999-12-31", autocomplete: "bday",
            hint: "Teachers are 18 or older. Nobody else sees it." });
    const names = el("details", { class: "more-fields" }, el("summary", {}, "Add your name, if you like"), given.node,
        family.node);
    const fields = [username, email, password, ...([usual, ...known].includes("teacher") ? [birthday] : [])];
    const choose = (/** @type {string} */ chosen) => {
        role = chosen;
        birthday.node.hidden = role !== "teacher";
        birthday.input.required = role === "teacher";
    };
    choose(role);
    return form({
        fields,
        extra: [known.length > 0 && radios("You join as", known.map((one) => [one, roleNames[one]]), role, choose), names],
        action: "Create account",
        send: async () => {
            await signing.signUp({
                username: valueOf(username), email: valueOf(email) ?? "", password: password.input.value,
                givenName: valueOf(given), familyName: valueOf(family),
                    birthday: role === "teacher" ? valueOf(birthday) : undefined,
                ...(invite ? { invite: invite.code }
                    : known.length > 0 ? { role: /** @type {"member" | "student" | "teacher"} */ (role) } : {}),
            }, invite?.slug);
            go(invite?.page ?? "/", { replace: true });
        },
        explain: (problem) => {
            if (problem.code === "email_taken") return "This e-mail address has an account already. Sign in with it.";
            if (problem.code === "username_taken") return "This username is taken. Choose another one.";
            if (problem.code === "invite_invalid") return "This link can't be used any more. Ask for a new one.";
            return undefined;
        },
    });
}
