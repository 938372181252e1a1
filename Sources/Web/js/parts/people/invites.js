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
import { openMenu } from "../controls/menu.js";
import { sign } from "../controls/signs.js";
import { inviteForm, inviteLink } from "./invite-form.js";
import { canShare, linkToSend, mayBeMade, share } from "./link-to-send.js";
import { safely } from "./profile.js";
import { asOf, asProblem, failure, skeleton } from "../controls/states.js";
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
                .map((invite) => el("li", {}, line(invite, again, inviting.made)));
            const current = lines(false);
            fill(number, current.length > 0 && ` ${phrase("people.invites.open", { count: current.length })}`);
            const nobody = answer.items.length === 0 && phrase("people.invites.none");
            fill(list, nobody && el("p", { class: "soft" }, nobody),
                current.length > 0 && el("ul", { class: "card list" }, ...current), over.node);
            over.show(lines(true));
        }
    });
    const inviting = inviteSheet(again, signal);
    signal.addEventListener("abort", stop);
    return { open: opener(inviting.showForm), node };
}

/**
 * The button that opens the form for another invite.
 * @param {() => unknown} again reads the list of invites anew
 * @param {AbortSignal} [signal]
 */
export const inviteButton = (again, signal) => opener(inviteSheet(again, signal).showForm);

/** @param {() => void} onclick */
const opener = (onclick) => el("button", { class: "button button-main", onclick }, icon("plus"), phrase("people.invite"));

/** @typedef {ReturnType<typeof inviteSheet>["made"]} Made */

/**
 * The sheet with the form for another invite, and then with its link.
 * @param {() => unknown} again
 * @param {AbortSignal} [signal]
 */
function inviteSheet(again, signal) {
    const place = el("section", { id: "inviting", "aria-label": phrase("people.invite.new") });
    let close = () => {};

    /** @param {Node} node the form or the link */
    function put(node) {
        if (signal?.aborted) return;
        fill(place, node);
        if (!place.isConnected) close = sheet(phrase("people.invite.title"), place, { signal });
    }
    function showForm() {
        const { focus, node } = inviteForm(made, again);
        put(node);
        focus();
    }
    /** @param {Wire.InviteWithCode} made @param {string} [done] what has happened with the link */
    function made({ code, invite }, done = phrase("people.invite.send")) {
        const sending = linkToSend(inviteLink(code), invite.codeKept ? done : `${done} ${phrase("people.invite.once")}`,
            () => close());
        put(sending.node);
        sending.focus();
        again();
    }
    return { showForm, made };
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
 * @param {Invite} invite
 * @param {() => Promise<void>} again
 * @param {Made} made
 */
function line(invite, again, made) {
    const { isOver, words } = inviteStanding(invite);
    return el("div", { class: "setting" },
        el("div", { class: "setting-text" },
            el("bdi", {}, nameOf(invite)),
            el("span", { class: "small soft figures dots" }, ...dotted([
                `${phrase("people.roleName", { role: invite.role })} · ${words}`, roomsOf(invite), inviteesOf(invite),
                !isOver && !invite.codeKept && phrase("people.link.gone")]))),
        !isOver && el("div", { class: "line" }, invite.codeKept ? copyButton(invite) : renewButton(invite, again, made),
            moreButton(invite, again)));
}

/** @param {Invite} invite */
const nameOf = ({ createdAt, note }) => note ?? phrase("people.invite.of", { day: dayText(new Date(createdAt)) });

/** @param {Invite} invite */
const linkOf = async ({ id }) => inviteLink((await call("showInviteCode", { path: { inviteID: id } })).code);

/** @param {Invite} invite */
const copyButton = (invite) => actionButton(phrase("people.link.copy"), async (button) => {
    if (await copyText(linkOf(invite), phrase("people.link.copied"))) fill(button, phrase("people.link.copyDone"));
}, { class: "button button-small" });

/**
 * In place of the button that copies a link which the server doesn't keep: makes another one for the same people and rooms, and
 * withdraws this one after it.
 * @param {Invite} invite
 * @param {() => Promise<void>} again
 * @param {Made} made
 */
const renewButton = (invite, again, made) => actionButton(phrase("people.link.renew"), async (button) => {
    if (!await ask({ title: phrase("people.link.renew.ask"), text: phrase("people.link.renew.about"),
        action: phrase("people.link.renew"), weight: "main", opener: button })) return;
    try {
        const answer = await call("createInvite", { body: sameAgain(invite) });
        const isOver = await call("withdrawInvite", { path: { inviteID: invite.id } }).then(() => true, () => false);
        made(answer, isOver ? undefined : phrase("people.link.renew.left"));
    } catch (problem) {
        if (!mayBeMade(asProblem(problem))) throw problem;
        again();
        return phrase("people.invite.lost");
    }
}, { class: "button button-small" });

/**
 * What asks for an invite like this one, for those who haven't come by it.
 * @param {Invite} invite
 */
export const sameAgain = ({ maxUses, note, redemptions, role, rooms = [] }) => ({ note, role,
    maxUses: maxUses - redemptions.length, ...(rooms.length > 0 && { roomIDs: rooms.map(({ id }) => id) }) });

/**
 * The button with a menu of what else can be done with an invite.
 * @param {Invite} invite
 * @param {() => Promise<void>} again
 */
function moreButton(invite, again) {
    const button = el("button", { class: "icon-button", "aria-haspopup": "true", "aria-expanded": "false",
        "aria-label": phrase("people.more", { name: nameOf(invite) }), onclick: () => openMenu(button, [
            ...(invite.codeKept && canShare() ? [{ label: phrase("people.link.share"),
                run: () => safely(async () => share(await linkOf(invite)), button) }] : []),
            { label: phrase("people.withdraw"), isBad: true, run: () => withdraw(invite, again, button) },
        ], { title: nameOf(invite) }) }, sign("more"));
    return button;
}

/**
 * @param {Invite} invite
 * @param {() => Promise<void>} again
 * @param {HTMLElement} opener
 */
async function withdraw({ id }, again, opener) {
    if (!await ask({ title: phrase("people.invite.withdraw.ask"), text: phrase("people.invite.withdraw.about"),
        action: phrase("people.withdraw"), opener })) return;
    undoable({ said: phrase("people.invite.withdrawing"), run: async () => {
        await call("withdrawInvite", { path: { inviteID: id } });
        await again();
        return phrase("people.withdrawn");
    } });
}
