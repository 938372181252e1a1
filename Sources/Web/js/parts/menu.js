// Menus: popovers with plain buttons, created when they open.
import { el } from "../dom.js";

/** @typedef {{label: string, run: () => void, isBad?: boolean}} MenuItem */

/**
 * Opens a menu at a button. Arrow keys walk through it, Escape and a click beside it close it, and focus returns to the button.
 * @param {HTMLElement} button
 * @param {MenuItem[]} items
 */
export function openMenu(button, items) {
    const popover = el("div", { class: "menu", popover: "auto" }, ...items.map((item) =>
        el("button", {
            class: item.isBad ? "menu-item bad" : "menu-item", onclick: () => {
                popover.hidePopover();
                item.run();
            },
        }, item.label)));
    popover.addEventListener("keydown", (event) => {
        const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
        const buttons = [...popover.querySelectorAll("button")];
        if (step === 0) return;
        event.preventDefault();
        const at = buttons.findIndex((item) => item === document.activeElement);
        buttons[(at + step + buttons.length) % buttons.length]?.focus();
    });
    popover.addEventListener("toggle", (event) => {
        if (!(event instanceof ToggleEvent) || event.newState !== "closed") return;
        button.setAttribute("aria-expanded", "false");
        popover.remove();
    });
    button.after(popover);
    button.setAttribute("aria-expanded", "true");
    popover.showPopover();
    place(popover, button);
    popover.querySelector("button")?.focus();
}

/**
 * @param {HTMLElement} popover
 * @param {HTMLElement} button
 */
function place(popover, button) {
    const from = button.getBoundingClientRect();
    const size = popover.getBoundingClientRect();
    const below = from.bottom + size.height + 8 < innerHeight;
    const left = Math.max(8, Math.min(from.right - size.width, innerWidth - size.width - 8));
    popover.style.setProperty("left", `${left}px`);
    popover.style.setProperty("top", `${Math.max(8, below ? from.bottom + 4 : from.top - size.height - 4)}px`);
}
