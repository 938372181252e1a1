// A secret that the server shows once: an address, a token. It stands in the page alone, and is gone when that is left.
import { el, fill } from "../../dom.js";
import { copyText } from "../controls/copy.js";
import { phrase } from "../../phrases.js";

let count = 0;

/**
 * A field with the secret, and the button that copies it.
 * @param {"address" | "token" | "secret"} thing what it is; the secret is a webhook's
 * @param {string} value
 * @param {{isMain?: boolean, hint?: import("../../dom.js").Parts}} options `isMain`: to copy it is the page's main action
 */
export function shownOnce(thing, value, { isMain = false, hint } = {}) {
    const id = `once-${count += 1}`;
    const input = el("input", { id, readOnly: true, value, dir: "ltr", spellcheck: false, class: "secret",
        onfocus: () => input.select(), ...(hint ? { "aria-describedby": `${id}-hint` } : {}) });
    const words = phrase("connections.once.copy", { thing });
    const copy = el("button", { class: isMain ? "button button-main" : "button" }, words);
    copy.addEventListener("click", async () => {
        if (await copyText(value, phrase("connections.once.copied", { thing }))) fill(copy, words, " ✓");
    });
    const node = el("div", { class: "once" }, el("div", { class: "field" }, el("label", { htmlFor: id },
        phrase("connections.once.label", { thing })), input,
        hint && el("p", { class: "hint", id: `${id}-hint` }, hint)), copy);
    return { node, focus: () => copy.focus() };
}
