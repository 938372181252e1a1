// Buttons that send something once at a time, and say what went wrong beside them.
import { el, fill, mark } from "../dom.js";
import { sentence } from "./states.js";
import { say } from "./status.js";

/**
 * A button whose press sends something. A second press while the first is under way does nothing.
 * @param {string} label
 * @param {(button: HTMLButtonElement) => Promise<string | void>} run what it returns is announced
 * @param {{class?: string, about?: string}} options `about` completes the label for screen readers
 */
export function act(label, run, { class: style = "button", about } = {}) {
    const fault = el("span", { class: "small bad act-fault", role: "alert" });
    const button = el("button", { class: style, type: "button", ...(about ? { "aria-label": `${label} ${about}` } : {}) }, label);
    let isRunning = false;
    button.addEventListener("click", async () => {
        if (isRunning) return;
        isRunning = true;
        mark(button, "aria-disabled", "true");
        fill(fault);
        try {
            const said = await run(button);
            if (said) say(said);
        } catch (problem) {
            fill(fault, sentence(problem));
        }
        isRunning = false;
        mark(button, "aria-disabled", undefined);
    });
    return el("span", { class: "act" }, button, fault);
}
