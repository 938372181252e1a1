// The forms of a new invite: a link with the usual rules, or rules of one's own; and the roles that an invite may give.
import { call, replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { isCopied } from "../controls/copy.js";
import { field, form, valueOf } from "../controls/form.js";
import { asProblem, say, sendOnClick } from "../controls/states.js";
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

/**
 * The buttons that make a link for one person: one copies it, and one passes it to the system's sheet, where there is one.
 * @param {(made: Wire.InviteWithCode, done: string | undefined) => void} onMade
 * @param {() => void} onUnknown is called where no answer came, so that there may be an invite more
 */
export function quickLink(onMade, onUnknown) {
    const fault = el("p", { class: "small bad", role: "alert" });
    /** @param {(link: Promise<string>) => Promise<string | undefined>} send gives what has happened with the link */
    async function make(send) {
        const making = call("createInvite", { body: usualInvite() });
        try {
            const done = await send(making.then(({ code }) => inviteLink(code)));
            onMade(await making, done);
        } catch (problem) {
            if (!mayBeMade(asProblem(problem))) throw problem;
            onUnknown();
            fill(fault, phrase("people.invite.lost"));
        }
    }
    const copying = el("button", { class: "button button-main" }, phrase("people.invite.copy"));
    sendOnClick(copying, fault, () => make(async (link) => await isCopied(link, phrase("people.link.copied"))
        ? phrase("people.invite.copied") : undefined));
    const sharing = canShare() && el("button", { class: "button" }, phrase("people.invite.share"));
    if (sharing) sendOnClick(sharing, fault, () => make(async (link) => void share(await link)));
    const words = phrase("people.invite.usual", { days: usualDays, role: usualInvite().role ?? usualRole() });
    return el("div", { class: "stack-tight quick" }, el("div", { class: "line" }, copying, sharing),
        el("p", { class: "small soft" }, words), fault);
}

/**
 * The form of an invite with rules of its own, folded away until there is something in it.
 * @param {(made: Wire.InviteWithCode, done: string | undefined) => void} onMade
 * @param {() => void} onUnknown is called where no answer came, so that there may be an invite more
 */
export function inviteForm(onMade, onUnknown) {
    const note = field(phrase("people.invite.note"),
        { name: "note", maxLength: 100, autocomplete: "off", hint: phrase("people.invite.noteHint") });
    const email = field(phrase("people.invite.email"), { name: "email", type: "email", autocomplete: "off",
        autocapitalize: "none", spellcheck: false, hint: phrase("people.invite.emailHint") });
    const uses = field(phrase("people.invite.uses"),
        { name: "maxUses", type: "number", min: "1", max: "100", value: "1", inputmode: "numeric" });
    const days = field(phrase("people.invite.days"),
        { name: "expiresInDays", type: "number", min: "1", max: "365", value: String(usualDays), inputmode: "numeric" });
    const all = rolesToGive(replica.me()?.role);
    const preset = presetRole(all);
    // The usual role is what an invite without one gives.
    const roles = all.filter((one) => one !== usualRole());
    const role = field(phrase("people.invite.role"),
        { name: "role", input: el("select", {},
            ...roles.map((one) => el("option", { value: one, selected: (one || usualRole()) === (preset || usualRole()) },
                phrase("people.roleName", { role: one || usualRole() })))) });
    const node = form({
        draft: "invite",
        fields: [...(session.keptTenant()?.email ? [email] : []), note, uses, days, ...(roles.length > 1 ? [role] : [])],
        extra: roles.length < 2 && el("p", { class: "small soft" },
            phrase("people.invite.everybody", { role: usualRole() })),
        action: phrase("people.invite.create"),
        explain: (problem) => {
            if (!mayBeMade(problem)) return undefined;
            onUnknown();
            return phrase("people.invite.lost");
        },
        send: async (arrived) => {
            const answer = await call("createInvite", { body: {
                email: valueOf(email), note: valueOf(note), maxUses: number(uses), expiresInDays: number(days),
                ...(role.input.value ? { role: /** @type {Wire.Role} */ (role.input.value) } : {}),
            } });
            await arrived();
            say(phrase("people.invite.ready"));
            const address = valueOf(email);
            onMade(answer, address && phrase("people.invite.mailed", { address }));
        },
    });
    const pair = el("div", { class: "pair" });
    uses.node.before(pair);
    pair.append(uses.node, days.node);
    const title = el("summary", {},
        phrase(session.keptTenant()?.email ? "people.invite.byMailOrRules" : "people.invite.byRules"));
    // The link with the usual rules goes from the page while this is open, and so would the focus on its button.
    const fold = el("details", { class: "fold" }, title, node);
    // Also what was typed before and is put back, of which nobody is told further up.
    node.addEventListener("input", () => {
        fold.open = true;
        if (document.activeElement?.closest(".quick")) title.focus();
    }, true);
    return fold;
}

/** The role of who joins without another one (rule 3.1). */
const usualRole = () => session.keptTenant()?.features.includes("class") ? "student" : "member";

/**
 * Where friends watch together and there are classes too, the invited person is a friend rather than a student.
 * @param {readonly string[]} roles that one may give
 */
export function presetRole(roles) {
    return session.keptTenant()?.features.includes("watch") && roles.includes("member") ? "member" : "";
}

/** @param {import("../controls/form.js").Field} field */
const number = ({ input }) => input.value === "" ? undefined : Number(input.value);

/**
 * The roles that an invite of mine may give, or that I may give a member; "" is the usual one.
 * @param {string | undefined} own my role
 */
export function rolesToGive(own) {
    if (own === "owner") return ["", "member", "student", "teacher", "admin", "owner"];
    if (own === "admin") return ["", "member", "student", "teacher"];
    return own === "teacher" ? ["", "student"] : [""];
}
