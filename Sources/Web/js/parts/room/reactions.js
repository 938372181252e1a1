// The reactions to a comment: pills with counts, pressed where one is mine. Who reacted shows on hover, focus and a long press.
import { el } from "../../dom.js";
import { outbox, replica } from "../../client.js";
import { namesInWords } from "../controls/person.js";
import { placePopover } from "../controls/menu.js";

/** @typedef {import("../../types/app.js").ShownComment} ShownComment */

/** After how long a press is a long one, in milliseconds. */
const long = 500;

const who = el("div", { class: "menu who small", popover: "manual", "aria-hidden": "true" });
let pressing = 0;

/** @param {ShownComment} comment */
export function reactionPills(comment) {
    return (comment.reactions ?? []).length > 0
        && el("div", { class: "reactions" }, ...(comment.reactions ?? []).map((reaction) => pill(comment, reaction)));
}

/**
 * @param {ShownComment} comment
 * @param {import("../../types/wire.js").Reaction} reaction
 */
function pill(comment, { emoji, userIDs, count }) {
    const isMine = userIDs.includes(replica.me()?.id ?? "");
    const members = replica.room(comment.roomID)?.members.map((member) => member.user) ?? [];
    const people = userIDs.flatMap((id) => members.find((member) => member.id === id) ?? replica.people().get(id) ?? []);
    const others = count - people.length;
    const names = people.length === 0 ? `${count} ${count === 1 ? "person" : "people"}`
        : others > 0 ? `${namesInWords(people)} and ${others} more` : namesInWords(people);
    const tell = (/** @type {Event} */ event) => showWho(/** @type {HTMLElement} */ (event.currentTarget), `${emoji} ${names}`);
    return el("button", {
        class: "reaction figures", "aria-pressed": isMine, "aria-label": `${emoji} ${count}: ${names}`, data: { emoji },
        onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && tell(event),
        onpointerdown(/** @type {PointerEvent} */ event) {
            const { currentTarget } = event;
            if (event.pointerType !== "mouse") pressing = window.setTimeout(() => tell(/** @type {any} */ ({ currentTarget })),
                long);
        },
        onpointerleave: hideWho, onpointercancel: hideWho, onblur: hideWho,
        onfocus: (/** @type {FocusEvent} */ event) => event.target instanceof Element && event.target.matches(":focus-visible")
            && tell(event),
        oncontextmenu: (/** @type {Event} */ event) => who.matches(":popover-open") && event.preventDefault(),
        onclick: () => {
            // A long press has asked who it was, and changes nothing.
            const hasAsked = pressing > 0 && who.matches(":popover-open");
            hideWho();
            if (!hasAsked) outbox.react(comment.roomID, { commentID: comment.id, emoji, on: !isMine });
        },
    }, emoji, " ", String(count));
}

/**
 * @param {HTMLElement} button
 * @param {string} text
 */
function showWho(button, text) {
    who.textContent = text;
    // It goes with the button, should that go.
    button.after(who);
    who.showPopover();
    placePopover(who, button);
}

function hideWho() {
    clearTimeout(pressing);
    pressing = 0;
    who.remove();
}
