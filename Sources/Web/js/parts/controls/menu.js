// Menus: popovers with plain buttons, created when they open.
import { el } from "../../dom.js";
import { say } from "./states.js";

/**
 * `hint` says what it does, and `why` why it can't be done now.
 * @typedef {{label: string, hint?: string, why?: string, run: () => void, isBad?: boolean}} MenuItem
 */

/**
 * Opens a menu at a button. Arrow keys walk through it, Escape and a click beside it close it, and focus returns to the button.
 * @param {HTMLElement} button
 * @param {MenuItem[]} items
 * @param {{title?: import("../../dom.js").Parts, head?: import("../../dom.js").Parts, isHeld?: boolean}} options `title`: what
 *     the menu is about, which a phone shows, where it is far from its button; `head` stands above the items; `isHeld`: as below
 */
export function openMenu(button, items, { title, head, isHeld } = {}) {
    const about = title && el("p", { class: "menu-about", dir: "auto" }, title);
    const popover = el("div", { class: "menu" }, about, head, ...items.map(({ hint, isBad, label, run, why }) => {
        const words = why ?? hint;
        return el("button", {
            class: isBad ? "menu-item bad" : "menu-item", "aria-disabled": why && "true",
            ...(words && { "aria-label": label, "aria-description": words }), onclick: () => {
                if (why) return say(why);
                popover.hidePopover();
                run();
            },
        }, label, words && el("span", { class: "menu-hint" }, words));
    }));
    openPopover(button, popover, { isHeld });
}

/** @type {Record<string, number>} */
const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Opens a popover with buttons at a button, or at the bottom of a phone. It closes as a menu does, and is gone then.
 * @param {HTMLElement} button
 * @param {HTMLElement} popover
 * @param {{isHeld?: boolean}} options `isHeld`: a finger is still down, and the browser would close it when that is lifted
 */
export function openPopover(button, popover, { isHeld = false } = {}) {
    popover.popover = isHeld ? "manual" : "auto";
    if (isHeld) closeAsMenus(popover);
    popover.addEventListener("keydown", (event) => {
        const step = steps[event.key];
        if (!step || event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        const { activeElement } = document;
        const buttons = [...popover.querySelectorAll("button")];
        // Up and down pass a row of buttons at once.
        const lines = buttons.filter((item) => item.parentElement === popover || !item.previousElementSibling);
        const isAcross = /Left|Right/.test(event.key) || lines.length < 2;
        const places = isAcross ? buttons : lines;
        const at = places.findIndex((item) => item === activeElement || (!isAcross && item.parentElement !== popover
            && item.parentElement === activeElement?.parentElement));
        places[(at + step + places.length) % places.length]?.focus();
    });
    popover.addEventListener("toggle", (event) => {
        if (!(event instanceof ToggleEvent) || event.newState !== "closed") return;
        button.setAttribute("aria-expanded", "false");
        popover.remove();
    });
    button.after(popover);
    button.setAttribute("aria-expanded", "true");
    popover.showPopover();
    placePopover(popover, button);
    popover.querySelector("button")?.focus();
}

/**
 * Closes a popover by Escape, by scrolling, and by the next press beside it.
 * @param {HTMLElement} popover
 */
function closeAsMenus(popover) {
    const stop = new AbortController();
    const close = () => {
        stop.abort();
        if (popover.matches(":popover-open")) popover.hidePopover();
    };
    const options = { capture: true, signal: stop.signal };
    document.addEventListener("pointerdown", ({ target }) => {
        if (!(target instanceof Node && popover.contains(target))) close();
    }, options);
    document.addEventListener("keydown", ({ key }) => key === "Escape" && close(), options);
    addEventListener("scroll", ({ target }) => target === document && close(), options);
    popover.addEventListener("toggle", () => popover.matches(":popover-open") || stop.abort());
}

/**
 * Places a popover below a button, or above it. On a phone, the style keeps it at the bottom.
 * @param {HTMLElement} popover
 * @param {HTMLElement} button
 * @param {{isAbove?: boolean}} options `isAbove`: above, if there is room for it
 */
export function placePopover(popover, button, { isAbove = false } = {}) {
    const from = button.getBoundingClientRect();
    const size = popover.getBoundingClientRect();
    const below = isAbove ? from.top < size.height + 8 : from.bottom + size.height + 8 < innerHeight;
    const left = Math.max(8, Math.min(from.right - size.width, innerWidth - size.width - 8));
    popover.style.setProperty("left", `${left}px`);
    popover.style.setProperty("top", `${Math.max(8, below ? from.bottom + 4 : from.top - size.height - 4)}px`);
}
