// The form of a new invite, and the roles that an invite may give.
import { call, replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { isCopied } from "../controls/copy.js";
import { field, form, valueOf } from "../controls/form.js";
import { say } from "../controls/states.js";
import { canShare, mayBeMade, share } from "./link-to-send.js";

/**
 * The link of an invite.
 * @param {string} code
 */
export const inviteLink = (code) => `${location.origin}/join#${session.keptTenant()?.slug ?? ""}/${code}`;

/** The number of days for which an invite holds if its maker chooses no other (rule 3.2). */
const usualDays = 14;

/** What an invite asks for whose maker chooses nothing: the role of a friend, if that isn't the usual one. */
export const usualInvite = () => {
    const role = presetRole(rolesToGive(replica.me()?.role));
    return role ? { role: /** @type {Wire.Role} */ (role) } : {};
};

/** How many people may join by an invite, and for how many days, to choose from. */
const [numbers, periods] = [[1, 5, 20, 100], [1, usualDays, 30, 90, 365]];

/**
 * The form of a new invite. It says what the link gives, and folds the choice of that away. The link is passed to the system's
 * sheet where there is one, copied otherwise, or sent by mail.
 * @param {(made: Wire.InviteWithCode, done: string | undefined) => void} onMade
 * @param {() => void} onUnknown is called where no answer came, so that there may be an invite more
 * @param {Wire.Role} [fixed] the role that it gives, if that isn't to be chosen
 */
export function inviteForm(onMade, onUnknown, fixed) {
    const hasMail = session.keptTenant()?.email === true;
    const note = field(phrase("people.invite.for"),
        { name: "note", maxLength: 100, autocomplete: "off", hint: phrase("people.invite.forHint") });
    const options = optionFields(hasMail, fixed);
    const about = el("summary", { class: "small" });
    const more = el("details", { class: "more-fields" }, about);
    const node = form({
        draft: fixed ? `invite:${fixed}` : "invite",
        fields: [note, ...options.fields],
        extra: [more],
        action: phrase("people.link.copy"),
        explain: (problem) => {
            if (!mayBeMade(problem)) return undefined;
            onUnknown();
            return phrase("people.invite.lost");
        },
        send: async (arrived) => {
            const wanted = options.wanted();
            const made = await call("createInvite", { body: { note: valueOf(note), ...wanted } });
            await arrived();
            say(phrase("people.invite.ready"));
            onMade(made, await pass(inviteLink(made.code), wanted.email));
        },
    });
    more.append(options.gathered());
    const create = /** @type {HTMLElement} */ (node.querySelector("[type=submit]"));
    const usual = JSON.stringify(options.wanted());
    function update() {
        const { email, expiresInDays: days, maxUses: count, role } = options.wanted();
        fill(about, phrase("people.invite.gives", { count, days, role: role ?? usualRole() }), " ",
            phrase(hasMail ? "people.invite.moreOrMail" : "people.invite.more"));
        fill(create, phrase(email ? "people.invite.mail" : canShare() ? "people.invite.share" : "people.link.copy"));
        // What was chosen there before, and is put back, is in view.
        more.open ||= JSON.stringify(options.wanted()) !== usual;
    }
    node.addEventListener("input", update, true);
    update();
    return { node, focus: () => create.focus() };
}

/**
 * Passes the link of an invite on, unless a mail does.
 * @param {string} link
 * @param {string | undefined} address
 * @returns {Promise<string | undefined>} what has happened with the link
 */
async function pass(link, address) {
    if (address) return phrase("people.invite.mailed", { address });
    if (!canShare()) return await isCopied(link, phrase("people.link.copied")) ? phrase("people.invite.copied") : undefined;
    share(link);
    return undefined;
}

/**
 * The fields for what an invite gives, and what they ask for.
 * @param {boolean} hasMail
 * @param {Wire.Role} [fixed]
 */
function optionFields(hasMail, fixed) {
    const email = field(phrase("people.invite.email"), { name: "email", type: "email", autocomplete: "off",
        autocapitalize: "none", spellcheck: false, hint: phrase("people.invite.emailHint") });
    const uses = choiceOf("maxUses", phrase("people.invite.uses"),
        numbers.map((count) => [count, phrase("people.invite.people", { count })]), 1);
    const days = choiceOf("expiresInDays", phrase("people.invite.days"),
        periods.map((count) => [count, phrase("people.invite.period", { count })]), usualDays);
    const all = rolesToGive(replica.me()?.role);
    // The usual role is what an invite without one gives.
    const roles = fixed ? [] : all.filter((one) => one !== usualRole());
    const role = choiceOf("role", phrase("people.invite.role"),
        roles.map((one) => [one, phrase("people.roleName", { role: one || usualRole() })]), presetRole(all));
    const roleGiven = () => fixed ?? role.input.value;
    return {
        fields: [...(hasMail ? [email] : []), uses, days, ...(roles.length > 1 ? [role] : [])],
        /** Takes them out of the form into a place of their own. */
        gathered: () => el("div", { class: "form" }, hasMail && email.node,
            el("div", { class: "pair" }, uses.node, days.node), roles.length > 1 && role.node),
        wanted: () => ({
            email: valueOf(email), maxUses: Number(uses.input.value), expiresInDays: Number(days.input.value),
            ...(roleGiven() ? { role: /** @type {Wire.Role} */ (roleGiven()) } : {}),
        }),
    };
}

/**
 * A choice among few.
 * @param {string} name
 * @param {string} label
 * @param {[value: string | number, label: string][]} options
 * @param {string | number} chosen
 */
const choiceOf = (name, label, options, chosen) => field(label, { name, input: el("select", {},
    ...options.map(([value, text]) => el("option", { value: String(value), selected: value === chosen }, text))) });

/** The role of who joins without another one (rule 3.1). */
const usualRole = () => session.keptTenant()?.features.includes("class") ? "student" : "member";

/**
 * Where friends watch together and there are classes too, the invited person is a friend rather than a student.
 * @param {readonly string[]} roles that one may give
 */
export function presetRole(roles) {
    return session.keptTenant()?.features.includes("watch") && roles.includes("member") ? "member" : "";
}

/**
 * The roles that an invite of mine may give, or that I may give a member; "" is the usual one.
 * @param {string | undefined} own my role
 */
export function rolesToGive(own) {
    if (own === "owner") return ["", "member", "student", "teacher", "admin", "owner"];
    if (own === "admin") return ["", "member", "student", "teacher"];
    return own === "teacher" ? ["", "student"] : [""];
}
