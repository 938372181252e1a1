// The choice of an emoji for a comment: the six last used, and a field for any other one.
import { el, mark } from "../../dom.js";
import { say } from "../controls/states.js";
import { openPopover } from "../controls/menu.js";
import { sign } from "../controls/signs.js";
import { phrase } from "../../phrases.js";
import { reactAndRemember, recentEmoji } from "./recent-emoji.js";

const one = new RegExp("^\\p{RGI_Emoji}$", "v");

/**
 * Opens the choice at a button of a comment.
 * @param {HTMLElement} button
 * @param {{id: string, roomID: string}} comment
 * @param {{hasField?: boolean}} options `hasField`: the six don't have the right one
 */
export async function chooseEmoji(button, comment, { hasField = false } = {}) {
    const { row, showField } = await emojiRow(comment);
    if (!button.isConnected) return;
    openPopover(button, el("div", { class: "menu" }, row));
    if (hasField) showField();
}

/**
 * The choice as a row of buttons. The popover around it closes with the choice.
 * @param {{id: string, roomID: string}} comment
 */
export async function emojiRow(comment) {
    const recent = await recentEmoji();
    const another = phrase("room.emoji.another");
    const field = el("input", { "aria-label": another, placeholder: another, autocomplete: "off", hidden: true });
    const more = el("button", { class: "icon-button", "aria-label": phrase("room.emoji.more"), onclick: showField },
        sign("smile"));
    const row = el("div", { class: "emoji" }, ...recent.map((emoji) =>
        el("button", { class: "icon-button", "aria-label": emoji, onclick: () => take(emoji) }, emoji)), more, field);
    /** @param {string} emoji */
    function take(emoji) {
        const popover = row.closest("[popover]");
        if (popover instanceof HTMLElement) popover.hidePopover();
        reactAndRemember(comment, emoji);
    }
    function showField() {
        for (const button of row.querySelectorAll("button")) button.remove();
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
        say(phrase("room.emoji.one"));
    });
    return { row, showField };
}
