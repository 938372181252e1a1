// The choice of an emoji for a comment: the six last used, and a field for any other one.
import { el, mark } from "../../dom.js";
import { say } from "../controls/states.js";
import { openPopover } from "../controls/menu.js";
import { reactAndRemember, recentEmoji } from "./recent-emoji.js";

const one = new RegExp("^\\p{RGI_Emoji}$", "v");

/**
 * Opens the choice at a button of a comment.
 * @param {HTMLElement} button
 * @param {{id: string, roomID: string}} comment
 * @param {{isHeld?: boolean, hasField?: boolean}} options `isHeld`: a finger is still on the comment; `hasField`: the six don't
 *     have the right one
 */
export async function chooseEmoji(button, comment, { isHeld = false, hasField = false } = {}) {
    const recent = await recentEmoji();
    if (!button.isConnected) return;
    const field = el("input", { "aria-label": "Another emoji", placeholder: "Another emoji", autocomplete: "off", hidden: true });
    const more = el("button", { class: "icon-button", "aria-label": "More emoji", onclick: showField }, "⋯");
    const popover = el("div", { class: "menu emoji" }, el("div", { class: "line" }, ...recent.map((emoji) =>
        el("button", { class: "icon-button", "aria-label": emoji, onclick: () => take(emoji) }, emoji)), more), field);
    /** @param {string} emoji */
    function take(emoji) {
        popover.hidePopover();
        reactAndRemember(comment, emoji);
    }
    function showField() {
        more.remove();
        field.hidden = false;
        field.focus();
    }
    const found = () => [field.value.trim(), `${field.value.trim()}\uFE0F`].find((text) => one.test(text));
    field.addEventListener("input", () => mark(field, "aria-invalid", undefined));
    field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.isComposing) return;
        event.preventDefault();
        const emoji = found();
        if (emoji) return take(emoji);
        mark(field, "aria-invalid", "true");
        say("Write one emoji.");
    });
    openPopover(button, popover, { isHeld });
    if (hasField) showField();
}
