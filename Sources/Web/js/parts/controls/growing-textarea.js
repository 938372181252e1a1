// A textarea that grows with its text, up to the height that CSS allows.
import { set } from "../../dom.js";

/** Whether the browser sizes a textarea by its text. Where code does, each letter costs two more layouts of the page. */
const isSizedByBrowser = Boolean(globalThis.CSS?.supports?.("field-sizing", "content"));

/**
 * Lets a textarea grow with its text. Call the returned function after a change by code.
 * @param {HTMLTextAreaElement} area
 */
export function growWithText(area) {
    if (isSizedByBrowser) {
        area.classList.add("sized-by-text");
        set(area, { vars: { rows: area.rows } });
        return () => {};
    }
    const fit = () => {
        area.style.setProperty("height", "auto");
        // The border isn't part of the scroll height.
        area.style.setProperty("height", `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`);
    };
    area.addEventListener("input", fit);
    requestAnimationFrame(() => area.isConnected && fit());
    return fit;
}
