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
 */
export function openMenu(button, items) {
    const popover = el("div", { class: "menu" }, ...items.map(({ hint, isBad, label, run, why }) => {
        const about = why ?? hint;
        return el("button", {
            class: isBad ? "menu-item bad" : "menu-item", "aria-disabled": why && "true",
            ...(about && { "aria-label": label, "aria-description": about }), onclick: () => {
                if (why) return say(why);
                popover.hidePopover();
                run();
            },
        }, label, about && el("span", { class: "menu-hint" }, about));
    }));
    openPopover(button, popover);
}

/** @type {Record<string, number>} */
const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Opens a popover with buttons at a button. It closes as a menu does, and is gone then.
 * @param {HTMLElement} button
 * @param {HTMLElement} popover
 * @param {{isHeld?: boolean}} options `isHeld`: a finger is still down, and the browser would close it when that is lifted
 */
export function openPopover(button, popover, { isHeld = false } = {}) {
    popover.popover = isHeld ? "manual" : "auto";
    if (isHeld) closeAsMenus(popover);
    popover.addEventListener("keydown", (event) => {
        const step = steps[event.key];
        const buttons = [...popover.querySelectorAll("button")];
        if (!step || event.target instanceof HTMLInputElement) return;
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
 * Places a popover below a button, or above it.
 * @param {HTMLElement} popover
 * @param {HTMLElement} button
 */
export function placePopover(popover, button) {
    const from = button.getBoundingClientRect();
    const size = popover.getBoundingClientRect();
    const below = from.bottom + size.height + 8 < innerHeight;
    const left = Math.max(8, Math.min(from.right - size.width, innerWidth - size.width - 8));
    popover.style.setProperty("left", `${left}px`);
    popover.style.setProperty("top", `${Math.max(8, below ? from.bottom + 4 : from.top - size.height - 4)}px`);
}
