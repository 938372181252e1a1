// Dialogs and sheets: native `<dialog>`s. Focus returns to where it was, and Back closes them.
import { el } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { sign } from "./signs.js";
import { historyLayer } from "../../routes.js";

/**
 * Asks before something that can't be undone, or that others see at once. Focus is on Cancel.
 * @param {{title: string, text: import("../../dom.js").Parts, action: string, weight?: "main" | "bad", opener?: HTMLElement |
 *     null}} question
 * @returns {Promise<boolean>}
 */
export function ask({ title, text, action, weight = "bad", opener = null }) {
    const cancel = el("button", { class: "button", autofocus: true }, phrase("controls.cancel"));
    const go = el("button", { class: `button button-${weight}` }, action);
    const dialog = el("dialog", { class: "dialog", "aria-label": title },
        el("h2", {}, title), el("p", {}, text), el("div", { class: "dialog-actions" }, cancel, go));
    return new Promise((resolve) => {
        let answer = false;
        cancel.addEventListener("click", () => dialog.close());
        go.addEventListener("click", () => {
            answer = true;
            dialog.close();
        });
        open(dialog, opener, () => resolve(answer));
        cancel.focus();
    });
}

/**
 * Shows something in a sheet: at the bottom of a phone, in the middle of a larger window.
 * @param {string} title
 * @param {Node} content
 * @param {{opener?: HTMLElement | null, signal?: AbortSignal, onClose?: () => void, style?: string}} options `style` has more
 *     classes
 * @returns {() => void} closes it
 */
export function sheet(title, content, { opener = null, signal, onClose, style = "" } = {}) {
    const close = el("button", { class: "icon-button", "aria-label": phrase("controls.close") }, sign("close"));
    const dialog = el("dialog", { class: `dialog sheet ${style}`, "aria-label": title },
        el("div", { class: "sheet-head" }, el("h2", {}, title), close), content);
    close.addEventListener("click", () => dialog.close());
    // A click beside the sheet hits the dialog itself.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    signal?.addEventListener("abort", () => dialog.close());
    open(dialog, opener, () => onClose?.());
    return () => dialog.close();
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement | null} opener
 * @param {() => void} onClose
 */
function open(dialog, opener, onClose) {
    // One that was closed a moment ago hears of it later, and would take this one along.
    for (const closed of document.querySelectorAll("dialog:not([open])")) closed.dispatchEvent(new Event("close"));
    const before = opener ?? (document.activeElement instanceof HTMLElement ? document.activeElement : null);
    dialog.addEventListener("close", () => {
        // What can still be undone outlasts the dialog in which it was asked for.
        document.body.append(...dialog.querySelectorAll(".undo"));
        dialog.remove();
        if (before?.isConnected) before.focus();
        leave(onClose);
    }, { once: true });
    document.body.append(dialog);
    dialog.showModal();
    const leave = historyLayer(() => dialog.close());
}
