// The choice of an emoji: six that are usual, and a field for any other one.
import { el, mark } from "../../dom.js";
import { say } from "../controls/states.js";
import { openPopover } from "../controls/menu.js";

const usual = ["😂", "❤️", "😱", "😭", "🔥", "👀"];
const one = new RegExp("^\\p{RGI_Emoji}$", "v");

/**
 * @param {HTMLElement} button
 * @param {(emoji: string) => void} choose
 */
export function chooseEmoji(button, choose) {
    const field = el("input", { "aria-label": "Another emoji", placeholder: "Another emoji", autocomplete: "off" });
    const popover = el("div", { class: "menu emoji" },
        el("div", { class: "line" },
            ...usual.map((emoji) => el("button", { class: "icon-button", "aria-label": emoji, onclick: () => take(emoji) },
                emoji))), field);
    /** @param {string} emoji */
    function take(emoji) {
        popover.hidePopover();
        choose(emoji);
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
    openPopover(button, popover);
}
