// Copies text, also where the browser has no clipboard API because the page lacks https:.
import { el } from "../../dom.js";
import { sheet } from "./dialog.js";
import { say } from "./states.js";

/**
 * Copies a text, and announces it.
 * @param {string} text
 * @param {string} said the announcement for screen readers
 * @returns {Promise<boolean>} whether it is in the clipboard; otherwise a sheet shows it.
 */
export async function copyText(text, said) {
    try {
        await navigator.clipboard.writeText(text);
        say(said);
        return true;
    } catch {
        const input = el("input", { readOnly: true, value: text, "aria-label": "To copy", onfocus: () => input.select() });
        sheet("Copy this", input);
        input.focus();
        return false;
    }
}
