// The form of a new invite: a link with the usual rules, or options of one's own; and the roles that an invite may give.
import { call, replica, session } from "../../client.js";
import { el, fill, icon } from "../../dom.js";
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
 * The form of a new invite. Its first step asks who the invite is for and makes a link with the usual rules; the second has all
 * options. What was typed there before and is kept opens that one.
 * @param {(made: Wire.InviteWithCode, done: string | undefined) => void} onMade
 * @param {() => void} onUnknown is called where no answer came, so that there may be an invite more
 */
export function inviteForm(onMade, onUnknown) {
    const note = noteField();
    const { fields, body, gathered } = optionFields();
    const more = el("button", { class: "button button-plain more-options" },
        phrase(session.keptTenant()?.email ? "people.invite.moreOrMail" : "people.invite.more"), icon("next"));
    const quick = quickLink(note, more, onMade, onUnknown);
    const node = form({
        draft: "invite",
        fields: [note, ...fields],
        extra: quick.node,
        action: phrase("people.invite.create"),
        explain: (problem) => {
            if (!mayBeMade(problem)) return undefined;
            onUnknown();
            return phrase("people.invite.lost");
        },
        send: async (arrived) => {
            const answer = await call("createInvite", { body: { note: valueOf(note), ...body() } });
            await arrived();
            say(phrase("people.invite.ready"));
            const address = body().email;
            onMade(answer, address && phrase("people.invite.mailed", { address }));
        },
    });
    node.addEventListener("input", () => {
        const create = node.querySelector(".form-actions > .button");
        if (create) fill(create, phrase(body().email ? "people.invite.mail" : "people.invite.create"));
    }, true);
    inTwoSteps(node, quick, more, gathered());
    return { node, focus: quick.focus };
}

/** The field that says who an invite is for. */
export const noteField = () => field(phrase("people.invite.for"),
    { name: "note", maxLength: 100, autocomplete: "off", hint: phrase("people.invite.forHint") });

/**
 * Shows the first step of a form, the second behind a button, and there the way back.
 * @param {HTMLElement} node the form
 * @param {ReturnType<typeof quickLink>} first
 * @param {HTMLElement} more
 * @param {HTMLElement} options
 */
function inTwoSteps(node, first, more, options) {
    const back = el("button", { class: "icon-button", "aria-label": phrase("people.back") }, icon("back"));
    const head = el("div", { class: "options-head" }, back, el("h3", {}, phrase("people.invite.more")));
    node.prepend(head);
    first.node.after(options);
    const actions = /** @type {HTMLElement} */ (node.querySelector(".form-actions"));
    /** @param {boolean} isSecond */
    function show(isSecond) {
        first.show(!isSecond);
        for (const part of [head, options, actions]) part.hidden = !isSecond;
    }
    more.addEventListener("click", () => {
        show(true);
        back.focus();
    });
    back.addEventListener("click", () => {
        show(false);
        more.focus();
    });
    // What was typed there before and is put back, of which nobody is told further up.
    options.addEventListener("input", () => {
        if (!options.hidden) return;
        const hasFocus = first.node.contains(document.activeElement);
        show(true);
        if (hasFocus) back.focus();
    }, true);
    show(false);
}

/**
 * The first step's buttons, which make a link for one person: one copies it, and one passes it to the system's sheet, where there
 * is one.
 * @param {import("../controls/form.js").Field} note
 * @param {HTMLElement | undefined} more leads to the second step
 * @param {(made: Wire.InviteWithCode, done: string | undefined) => void} onMade
 * @param {() => void} onUnknown
 * @param {{role?: Wire.Role}} [invite] what is asked for
 */
export function quickLink(note, more, onMade, onUnknown, invite = usualInvite()) {
    const fault = el("p", { class: "small bad", role: "alert" });
    /** @param {(link: Promise<string>) => Promise<string | undefined>} send gives what has happened with the link */
    async function make(send) {
        const making = call("createInvite", { body: { ...invite, note: valueOf(note) } });
        try {
            const done = await send(making.then(({ code }) => inviteLink(code)));
            const made = await making;
            // So that it isn't kept.
            note.input.value = "";
            note.input.dispatchEvent(new Event("input", { bubbles: true }));
            onMade(made, done);
        } catch (problem) {
            if (!mayBeMade(asProblem(problem))) throw problem;
            onUnknown();
            fill(fault, phrase("people.invite.lost"));
        }
    }
    const copying = el("button", { class: "button" }, phrase("people.link.copy"));
    sendOnClick(copying, fault, () => make(async (link) => await isCopied(link, phrase("people.link.copied"))
        ? phrase("people.invite.copied") : undefined));
    const sharing = canShare() && el("button", { class: "button" }, phrase("people.invite.share"));
    if (sharing) sendOnClick(sharing, fault, () => make(async (link) => void share(await link)));
    const main = sharing || copying;
    main.classList.add("button-main");
    // Enter in the field presses it, and sends nothing else.
    main.addEventListener("click", (event) => event.preventDefault());
    const words = phrase("people.invite.usual", { days: usualDays, role: invite.role ?? usualRole() });
    const node = el("div", { class: "stack-tight quick" }, el("div", { class: "line" }, sharing, copying),
        el("p", { class: "small soft" }, words), fault, more);
    return {
        node, focus: () => main.focus(),
        /** @param {boolean} isShown */
        show(isShown) {
            node.hidden = !isShown;
            main.type = isShown ? "submit" : "button";
        },
    };
}

/** The fields of the second step, what they ask for, and a function that takes them out of the form into a place of their own. */
function optionFields() {
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
    const body = () => ({
        email: valueOf(email), maxUses: number(uses), expiresInDays: number(days),
        ...(role.input.value ? { role: /** @type {Wire.Role} */ (role.input.value) } : {}),
    });
    const hasMail = session.keptTenant()?.email === true;
    const gathered = () => el("div", { class: "form" }, hasMail && email.node, el("div", { class: "pair" }, uses.node, days.node),
        roles.length > 1 ? role.node
            : el("p", { class: "small soft" }, phrase("people.invite.everybody", { role: usualRole() })));
    return { fields: [...(hasMail ? [email] : []), uses, days, ...(roles.length > 1 ? [role] : [])], body, gathered };
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
