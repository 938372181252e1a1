// Copies text, also where the browser has no clipboard API because the page lacks https:.
import { el } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { sheet } from "./dialog.js";
import { say } from "./states.js";

const plain = "text/plain";

/**
 * Copies a text, and announces it.
 * @param {string | Promise<string>} text
 * @param {string} said the announcement for screen readers
 * @returns {Promise<boolean>} whether it is in the clipboard; otherwise a sheet shows it.
 */
export async function copyText(text, said) {
    if (await isCopied(text, said)) return true;
    const label = phrase("controls.toCopy");
    const input = el("input", { readOnly: true, value: await text, "aria-label": label, onfocus: () => input.select() });
    sheet(phrase("controls.copyThis"), input);
    input.focus();
    return false;
}

/**
 * The same, without a sheet. Safari lets a page copy only during the click, so what comes later is promised then.
 * @param {string | Promise<string>} text
 * @param {string} said
 */
export async function isCopied(text, said) {
    try {
        await (typeof text === "string" ? navigator.clipboard.writeText(text)
            : navigator.clipboard.write([new ClipboardItem({ [plain]: text.then((one) => new Blob([one], { type: plain })) })]));
        say(said);
        return true;
    } catch {
        return false;
    }
}
