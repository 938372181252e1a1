// Creates, lists and withdraws invites. Where the server keeps the codes, the link of an invite is shown again.
import { call, replica, session } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill, icon, mark } from "../../dom.js";
import { copyText, isCopied } from "../controls/copy.js";
import { actionButton, field, form, valueOf } from "../controls/form.js";
import { ask, sheet } from "../controls/dialog.js";
import { undoable } from "../controls/undo.js";
import { namesInWords } from "../controls/person.js";
import { canShare, linkToSend, mayBeMade, share } from "./link-to-send.js";
import { asOf, asProblem, failure, say, sendOnClick, skeleton } from "../controls/states.js";
import { dayText } from "../controls/time.js";

/** @typedef {import("../../types/wire.js").Invite} Invite */

/**
 * The person's invites: their list, and the button that opens the form for another one.
 * @param {AbortSignal} signal
 */
export function inviteList(signal) {
    const [list, age, number] = [el("div", {}), el("div", {}), el("span", { class: "number" })];
    const over = usedUp();
    // On a phone, friends are the page.
    const fold = el("details", { open: location.hash === "#invites" || matchMedia("(width >= 600px)").matches },
        el("summary", {}, el("h2", { id: "invites-title" }, "Your invites", number)), age, list);
    const node = el("section", { class: "block", id: "invites", "aria-labelledby": "invites-title", "aria-busy": "true" }, fold);
    const { stop, again } = answers.watch("listInvites", { query: { limit: 50 } }, ({ answer, at, state, problem }) => {
        fill(age, state === "error" && answer ? asOf(at) : undefined);
        mark(node, "aria-busy", answer || state === "error" ? undefined : "true");
        if (!answer) {
            fill(list, state === "error" ? failure(problem, again) : skeleton(2, again));
        } else {
            const lines = (/** @type {boolean} */ isOver) => answer.items.filter((one) => inviteStanding(one).isOver === isOver)
                .map((invite) => el("li", {}, line(invite, again)));
            const current = lines(false);
            fill(number, current.length > 0 && ` ${current.length} open`);
            const nobody = answer.items.length === 0 && "None yet. An invite is a link that brings a friend here.";
            fill(list, nobody && el("p", { class: "soft" }, nobody),
                current.length > 0 && el("ul", { class: "card list" }, ...current), over.node);
            over.show(lines(true));
        }
    });
    signal.addEventListener("abort", stop);
    return { open: inviteButton(again, signal), node };
}

/**
 * The button that opens the form for another invite.
 * @param {() => unknown} again reads the list of invites anew
 * @param {AbortSignal} [signal]
 */
export function inviteButton(again, signal) {
    const place = el("section", { id: "inviting", "aria-label": "New invite" });
    let close = () => {};

    /** @param {Node} node the form or the link, which stands in a sheet */
    function put(node) {
        if (signal?.aborted) return;
        fill(place, node);
        if (!place.isConnected) close = sheet("Invite somebody", place, { signal });
    }
    function showForm() {
        put(el("div", { class: "stack" }, quickLink(made, again), inviteForm(made, again)));
        place.querySelector("button")?.focus();
    }
    /** @param {Wire.InviteWithCode} made @param {string} [done] what has happened with the link */
    function made({ code, invite }, done) {
        showLink(code, (done ?? "Send this link to your friend.") + (invite.codeKept ? "" : " It is shown only now."));
        again();
    }
    /** @param {string} code @param {string} text who gets the link */
    function showLink(code, text) {
        const sending = linkToSend(inviteLink(code), text, () => close());
        put(sending.node);
        sending.focus();
    }

    return el("button", { class: "button button-main", onclick: showForm }, icon("plus"), "Invite");
}

/** The invites that nobody can use any more, folded away. */
function usedUp() {
    const title = el("summary", {});
    const rows = el("ul", { class: "card list" });
    const node = el("details", { class: "more-fields" }, title, rows);
    return {
        node,
        /** @param {HTMLElement[]} lines */
        show(lines) {
            node.hidden = lines.length === 0;
            fill(title, `${lines.length} used, expired or withdrawn`);
            fill(rows, ...lines);
        },
    };
}

/**
 * The link of an invite.
 * @param {string} code
 */
export const inviteLink = (code) => `${location.origin}/join#${session.keptTenant()?.slug ?? ""}/${code}`;

const lost = "No answer came, so the invite may have been made. Look for it among your invites. Its link isn’t shown any more: "
    + "withdraw it, and create another one.";

/** The number of days for which an invite holds if its maker chooses no other (rule 3.2). */
const usualDays = 14;

/** What an invite asks for whose maker chooses nothing: the role of a friend, if that isn't the usual one. */
export const usualInvite = () => {
    const role = presetRole(rolesToGive(replica.me()?.role));
    return role ? { role: /** @type {import("../../types/wire.js").Role} */ (role) } : {};
};

/**
 * The buttons that make a link for one person: one copies it, and one passes it to the system's sheet, where there is one.
 * @param {(made: Wire.InviteWithCode, done: string | undefined) => void} onMade
 * @param {() => void} onUnknown is called where no answer came, so that there may be an invite more
 */
function quickLink(onMade, onUnknown) {
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
            fill(fault, lost);
        }
    }
    const copying = el("button", { class: "button button-main" }, "Copy a link");
    sendOnClick(copying, fault, () => make(async (link) => await isCopied(link, "Link copied.")
        ? "Link copied. Send it to your friend." : undefined));
    const sharing = canShare() && el("button", { class: "button" }, "Share a link");
    if (sharing) sendOnClick(sharing, fault, () => make(async (link) => void share(await link)));
    const words = `For one person, for ${usualDays} days, as a ${usualInvite().role ?? usualRole()}.`;
    return el("div", { class: "stack-tight quick" }, el("div", { class: "line" }, copying, sharing), el("p", { class: "small soft" }, words), fault);
}

/**
 * The form of an invite with rules of its own, folded away until there is something in it.
 * @param {(made: Wire.InviteWithCode, done: string | undefined) => void} onMade
 * @param {() => void} onUnknown is called where no answer came, so that there may be an invite more
 */
function inviteForm(onMade, onUnknown) {
    const note = field("Note",
        { name: "note", maxLength: 100, autocomplete: "off", hint: "Who it is for. Only you read it." });
    const email = field("E-mail", { name: "email", type: "email", autocomplete: "off", autocapitalize: "none", spellcheck: false,
        hint: "The invite is sent there. Leave it empty to send the link yourself." });
    const uses = field("How many may use it",
        { name: "maxUses", type: "number", min: "1", max: "100", value: "1", inputmode: "numeric" });
    const days = field("Valid for (days)",
        { name: "expiresInDays", type: "number", min: "1", max: "365", value: String(usualDays), inputmode: "numeric" });
    const all = rolesToGive(replica.me()?.role);
    const preset = presetRole(all);
    // The usual role is what an invite without one gives.
    const roles = all.filter((one) => one !== usualRole());
    const role = field("Role",
        { name: "role", input: el("select", {},
            ...roles.map((one) => el("option", { value: one, selected: (one || usualRole()) === (preset || usualRole()) },
                capitalised(one || usualRole())))) });
    const node = form({
        draft: "invite",
        fields: [...(session.keptTenant()?.email ? [email] : []), note, uses, days, ...(roles.length > 1 ? [role] : [])],
        extra: roles.length < 2 && el("p", { class: "small soft" }, `Everybody who joins by it is a ${usualRole()} here.`),
        action: "Create invite",
        explain: (problem) => {
            if (!mayBeMade(problem)) return undefined;
            onUnknown();
            return lost;
        },
        send: async (arrived) => {
            const answer = await call("createInvite", { body: {
                email: valueOf(email), note: valueOf(note), maxUses: number(uses), expiresInDays: number(days),
                ...(role.input.value ? { role: /** @type {import("../../types/wire.js").Role} */ (role.input.value) } : {}),
            } });
            await arrived();
            say("The invite is ready.");
            const address = valueOf(email);
            onMade(answer, address && `A mail with it is on its way to ${address}. You can send the link yourself, too.`);
        },
    });
    const pair = el("div", { class: "pair" });
    uses.node.before(pair);
    pair.append(uses.node, days.node);
    const title = el("summary", {}, session.keptTenant()?.email ? "By e-mail, or with other rules" : "With other rules");
    // The link with the usual rules goes from the page while this is open, and so would the focus on its button.
    const fold = el("details", { class: "fold" }, title, node);
    // Also what was typed before and is put back, of which nobody is told further up.
    node.addEventListener("input", () => {
        fold.open = true;
        if (document.activeElement?.closest(".quick")) title.focus();
    }, true);
    return fold;
}

/** @param {string} word */
export const capitalised = (word) => word.charAt(0).toUpperCase() + word.slice(1);

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

/**
 * Whether an invite can't be used any more, and its uses and state in words.
 * @param {Invite} invite
 */
export function inviteStanding({ maxUses, redemptions, withdrawnAt, expiresAt }) {
    const used = redemptions.length;
    const isOver = withdrawnAt !== undefined || used >= maxUses || Date.parse(expiresAt) <= replica.now();
    const state = withdrawnAt ? "withdrawn"
        : used >= maxUses ? "used up" : isOver ? "expired" : `until ${dayText(new Date(expiresAt))}`;
    return { isOver, words: `${used === 0 ? "not used yet" : `${used} of ${maxUses} used`} · ${state}` };
}

/**
 * Who came by an invite.
 * @param {Invite} invite
 */
export function inviteesOf({ redemptions }) {
    const people = redemptions.flatMap((one) => one.user ? [one.user] : []);
    return people.length > 0 && el("span", { class: "small soft" }, `${namesInWords(people)} came by it`);
}

/**
 * The rooms into which an invite leads, of those that the reader is in.
 * @param {Partial<Pick<Invite, "rooms">>} invite which lacks `rooms` if this device has kept it since before invites had rooms
 */
export function roomsOf({ rooms = [] }) {
    return rooms.length > 0 && el("span", { class: "small soft" }, rooms.length === 1 ? "Room: " : "Rooms: ",
        ...rooms.flatMap(({ title }, index) => [index > 0 && ", ", el("bdi", {}, title)]));
}

/**
 * The buttons that pass the link of an invite on: to the clipboard, and by the system's sheet where there is one.
 * @param {Invite} invite
 */
function linkButtons({ id }) {
    const link = async () => inviteLink((await call("showInviteCode", { path: { inviteID: id } })).code);
    const copy = actionButton("Copy link", async (button) => {
        if (await copyText(link(), "Link copied.")) fill(button, "Copy link ✓");
    }, { class: "button button-plain" });
    return [copy, canShare() && actionButton("Share", async () => share(await link()), { class: "button button-plain" })];
}

/**
 * @param {Invite} invite
 * @param {() => Promise<void>} again
 */
function line(invite, again) {
    const { isOver, words } = inviteStanding(invite);
    return el("div", { class: "setting" },
        el("div", { class: "setting-text" },
            el("bdi", { class: "name" }, invite.note ?? `Invite of ${dayText(new Date(invite.createdAt))}`),
            el("span", { class: "small soft figures" }, `${capitalised(invite.role)} · ${words}`), roomsOf(invite),
            inviteesOf(invite)),
        !isOver && el("div", { class: "line" }, ...(invite.codeKept ? linkButtons(invite) : []), withdrawButton(invite, again)));
}

/**
 * @param {Invite} invite
 * @param {() => Promise<void>} again
 */
const withdrawButton = ({ id }, again) => actionButton("Withdraw", async (button) => {
    if (!await ask({ title: "Withdraw this invite?", text: "Its link can’t be used any more.", action: "Withdraw",
        opener: button })) return;
    undoable({ said: "Withdrawing the invite …", run: async () => {
        await call("withdrawInvite", { path: { inviteID: id } });
        await again();
        return "Withdrawn.";
    } });
}, { class: "button button-plain quiet" });
