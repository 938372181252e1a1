// Creates, lists and withdraws invites. Where the server keeps the codes, the link of an invite is shown again.
import { call, replica } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill, icon, mark } from "../../dom.js";
import { lists, phrase, phraseAround } from "../../phrases.js";
import { copyText } from "../controls/copy.js";
import { actionButton } from "../controls/form.js";
import { ask, sheet } from "../controls/dialog.js";
import { undoable } from "../controls/undo.js";
import { namesInWords } from "../controls/person.js";
import { inviteForm, inviteLink, quickLink } from "./invite-form.js";
import { canShare, linkToSend, share } from "./link-to-send.js";
import { asOf, failure, skeleton } from "../controls/states.js";
import { dayText } from "../controls/time.js";
import { dotted } from "../watch/room-row.js";

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
        el("summary", {}, el("h2", { id: "invites-title" }, phrase("people.invites"), number)), age, list);
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
            fill(number, current.length > 0 && ` ${phrase("people.invites.open", { count: current.length })}`);
            const nobody = answer.items.length === 0 && phrase("people.invites.none");
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
    const place = el("section", { id: "inviting", "aria-label": phrase("people.invite.new") });
    let close = () => {};

    /** @param {Node} node the form or the link, which stands in a sheet */
    function put(node) {
        if (signal?.aborted) return;
        fill(place, node);
        if (!place.isConnected) close = sheet(phrase("people.invite.title"), place, { signal });
    }
    function showForm() {
        put(el("div", { class: "stack" }, quickLink(made, again), inviteForm(made, again)));
        place.querySelector("button")?.focus();
    }
    /** @param {Wire.InviteWithCode} made @param {string} [done] what has happened with the link */
    function made({ code, invite }, done) {
        const text = done ?? phrase("people.invite.send");
        showLink(code, invite.codeKept ? text : `${text} ${phrase("people.invite.once")}`);
        again();
    }
    /** @param {string} code @param {string} text who gets the link */
    function showLink(code, text) {
        const sending = linkToSend(inviteLink(code), text, () => close());
        put(sending.node);
        sending.focus();
    }

    return el("button", { class: "button button-main", onclick: showForm }, icon("plus"), phrase("people.invite"));
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
            fill(title, phrase("people.invites.over", { count: lines.length }));
            fill(rows, ...lines);
        },
    };
}

/**
 * Whether an invite can't be used any more, and its uses and state in words.
 * @param {Invite} invite
 */
export function inviteStanding({ maxUses, redemptions, withdrawnAt, expiresAt }) {
    const used = redemptions.length;
    const isOver = withdrawnAt !== undefined || used >= maxUses || Date.parse(expiresAt) <= replica.now();
    const state = withdrawnAt ? "withdrawn" : used >= maxUses ? "used" : isOver ? "expired" : "open";
    return { isOver, words: phrase("people.invite.standing", { used, max: maxUses, state, day: dayText(new Date(expiresAt)) }) };
}

/**
 * Who came by an invite.
 * @param {Invite} invite
 */
export function inviteesOf({ redemptions }) {
    const people = redemptions.flatMap((one) => one.user ? [one.user] : []);
    return people.length > 0 && el("span", { class: "small soft" },
        phrase("people.invite.came", { count: people.length, people: namesInWords(people) }));
}

/**
 * The rooms into which an invite leads, of those that the reader is in.
 * @param {Partial<Pick<Invite, "rooms">>} invite which lacks `rooms` if this device has kept it since before invites had rooms
 */
export function roomsOf({ rooms = [] }) {
    const places = lists("unit").formatToParts(rooms.map((_, index) => String(index)));
    const titles = places.map(({ type, value }) => type === "element" ? el("bdi", {}, rooms[Number(value)]?.title) : value);
    return rooms.length > 0 && el("span", { class: "small soft" },
        ...phraseAround("people.invite.rooms", { count: rooms.length, rooms: titles }).flat());
}

/**
 * The buttons that pass the link of an invite on: to the clipboard, and by the system's sheet where there is one.
 * @param {Invite} invite
 */
function linkButtons({ id }) {
    const link = async () => inviteLink((await call("showInviteCode", { path: { inviteID: id } })).code);
    const copy = actionButton(phrase("people.link.copy"), async (button) => {
        if (await copyText(link(), phrase("people.link.copied"))) fill(button, phrase("people.link.copyDone"));
    }, { class: "button button-plain" });
    return [copy, canShare() && actionButton(phrase("people.link.share"), async () => share(await link()),
        { class: "button button-plain" })];
}

/**
 * @param {Invite} invite
 * @param {() => Promise<void>} again
 */
function line(invite, again) {
    const { isOver, words } = inviteStanding(invite);
    return el("div", { class: "setting" },
        el("div", { class: "setting-text" },
            el("bdi", {}, invite.note ?? phrase("people.invite.of", { day: dayText(new Date(invite.createdAt)) })),
            el("span", { class: "small soft figures dots" }, ...dotted([
                `${phrase("people.roleName", { role: invite.role })} · ${words}`, roomsOf(invite), inviteesOf(invite)]))),
        !isOver && el("div", { class: "line" },
            ...(invite.codeKept ? linkButtons(invite) : [el("span", { class: "small soft" }, phrase("people.link.gone"))]),
            withdrawButton(invite, again)));
}

/**
 * @param {Invite} invite
 * @param {() => Promise<void>} again
 */
const withdrawButton = ({ id }, again) => actionButton(phrase("people.withdraw"), async (button) => {
    if (!await ask({ title: phrase("people.invite.withdraw.ask"), text: phrase("people.invite.withdraw.about"),
        action: phrase("people.withdraw"), opener: button })) return;
    undoable({ said: phrase("people.invite.withdrawing"), run: async () => {
        await call("withdrawInvite", { path: { inviteID: id } });
        await again();
        return phrase("people.withdrawn");
    } });
}, { class: "button button-plain quiet" });
