// The form with which somebody makes an account, by an invite or where sign-up is open.
import { hasPasskeys, loaded, signing } from "../../client.js";
import { el, fill, icon } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { go } from "../../routes.js";
import { radios } from "../controls/choices.js";
import { field, form, valueOf } from "../controls/form.js";
import { newPasswordField, passwordRules } from "./new-password-field.js";
import { say } from "../controls/states.js";

/** @type {Record<string, string>} */
const roleNames = { member: phrase("account.signUp.member"), student: phrase("account.signUp.student"),
    teacher: phrase("account.signUp.teacher") };
/** @type {Record<string, string>} */
const problems = {
    email_taken: phrase("account.signUp.emailTaken"), username_taken: phrase("account.username.taken"),
    invite_invalid: phrase("account.signUp.inviteOver"),
};
/** @type {Partial<Record<import("../../client/passkeys.js").NoCredential, string>>} */
const reasons = { unusable: phrase("account.signUp.unusable") };

/**
 * The form of a new account.
 * @param {{code: string, slug: string | undefined, community?: string, page?: string} | undefined} invite `community` is what
 *     the community is called, and `page` where one stands after joining.
 * @param {string} usual The role of the invite, or else the one that people get who choose none.
 * @param {readonly string[]} [roles] The roles to choose from.
 */
export function signUpForm(invite, usual, roles = []) {
    const known = roles.filter((role) => role in roleNames);
    let role = known.length === 0 || known.includes(usual) ? usual : known[0];
    const { birthday, email, family, given, more, password, username } = accountFields();
    const way = hasPasskeys ? new PasskeyChoice(password) : undefined;
    const fields = [given, email, password, ...([usual, ...known].includes("teacher") ? [birthday] : []), family, username];
    const choose = (/** @type {string} */ chosen) => {
        role = chosen;
        birthday.node.hidden = role !== "teacher";
        birthday.input.required = role === "teacher";
    };
    choose(role);
    const node = form({
        fields,
        extra: [known.length > 0
            && radios(phrase("account.signUp.role"), known.map((one) => [one, roleNames[one]]), role, choose), more, way?.note],
        action: invite?.community ? phrase("account.signUp.join", { community: invite.community })
            : phrase("account.signUp.create"),
        send: async () => {
            const body = {
                username: valueOf(username), email: valueOf(email) ?? "", givenName: valueOf(given), familyName: valueOf(family),
                birthday: role === "teacher" ? valueOf(birthday) : undefined,
                ...(invite ? { invite: invite.code }
                    : known.length > 0 ? { role: /** @type {"member" | "student" | "teacher"} */ (role) } : {}),
            };
            if (way?.isPasskey) {
                if (!await way.signUp(body, invite?.slug)) return false;
            } else {
                await signing.signUp({ ...body, password: password.input.value }, invite?.slug);
            }
            go(invite?.page ?? "/", { replace: true });
            return undefined;
        },
        explain: ({ code }) => {
            const taken = code === "email_taken" ? email : code === "username_taken" ? username : undefined;
            taken?.fault(problems[code]);
            taken?.input.focus();
            return taken ? phrase("account.signUp.notMade") : problems[code];
        },
    });
    if (way) {
        password.node.after(way.hint);
        node.querySelector(".form-actions")?.after(way.node);
    }
    more.append(family.node, username.node);
    return node;
}

/**
 * The fields of a new account. What is at fault below `more` opens it.
 */
function accountFields() {
    const chosen = field(phrase("account.field.username"),
        { name: "username", autocomplete: "nickname", autocapitalize: "none", spellcheck: false,
            hint: phrase("account.signUp.username"),
            check: (text) => /^[\p{L}\p{M}\p{N}_.-]{2,30}$/u.test(text.trim()) ? undefined
                : phrase("account.signUp.usernameFault") });
    const email = field(phrase("account.field.email"),
        { name: "email", type: "email", required: true, autocomplete: "username", autocapitalize: "none", spellcheck: false,
        lack: phrase("account.email.lack"),
        hint: phrase("account.signUp.email") });
    const password = newPasswordField(phrase("account.field.password"), { name: "password", hint: passwordRules });
    const given = field(phrase("account.signUp.nameLabel"), { name: "givenName", autocomplete: "given-name", maxLength: 60,
        hint: phrase("account.signUp.name") });
    const familyName = field(phrase("account.field.family"), { name: "familyName", autocomplete: "family-name", maxLength: 60 });
    const birthday = field(phrase("account.signUp.birthday"),
        { name: "birthday", type: "date", max: "9999-12-31", autocomplete: "bday",
            hint: phrase("account.signUp.birthdayHint") });
    const more = el("details", { class: "more-fields" },
        el("summary", { class: "small" }, phrase("account.signUp.more")));
    // A fault there is seen.
    const [family, username] = [familyName, chosen].map((one) => ({ ...one, fault: (/** @type {string | undefined} */ text) => {
        more.open ||= text !== undefined;
        one.fault(text);
    } }));
    return { birthday, email, family, given, more, password, username };
}

/** The choice of how somebody will sign in: with a password, or with a passkey of this device. */
class PasskeyChoice {
    isPasskey = false;
    /** Stands above the form's button. */
    note = el("p", { class: "form-fault" });
    /** Stands in place of the password. */
    hint = el("p", { class: "hint", hidden: true },
        phrase("account.signUp.passkeyHint"));
    other = el("button", { class: "button", onclick: () => this.choose(!this.isPasskey) });
    /** Stands below the form's button. */
    node = el("div", { class: "stack-tight" }, el("p", { class: "or small soft" }, phrase("account.signUp.or")), this.other);

    /** @param {import("../controls/form.js").Field} password */
    constructor(password) {
        this.password = password;
        this.choose(false);
    }

    /** @param {boolean} isPasskey */
    choose(isPasskey) {
        const { hint, note, other, password } = this;
        this.isPasskey = isPasskey;
        password.node.hidden = isPasskey;
        password.input.required = !isPasskey;
        hint.hidden = !isPasskey;
        fill(other, ...isPasskey ? [phrase("account.signUp.password")] : [icon("face"), phrase("account.signUp.passkey")]);
        fill(note);
    }

    /**
     * @param {Wire.NewUser} body
     * @param {string | undefined} slug
     * @returns {Promise<boolean>} whether there is an account.
     */
    async signUp(body, slug) {
        fill(this.note);
        const { passkeys } = await loaded(import("../../client/passkeys.js"));
        const made = await passkeys.signUp(body, slug);
        if (typeof made !== "string") return true;
        const said = reasons[made] ?? phrase("account.signUp.cancelled");
        fill(this.note, said);
        say(said);
        return false;
    }
}
