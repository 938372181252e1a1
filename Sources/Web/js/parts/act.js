// Buttons that send something once at a time, and say what went wrong.
import { el, fill, mark } from "../dom.js";
import * as live from "../live.js";
import { needsNetwork, offlineReason } from "./network.js";
import { sentence } from "./states.js";
import { say } from "./status.js";

/**
 * Lets a button send something. A second press while the first is under way does nothing; without network it is disabled.
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} fault where a failure is shown
 * @param {(button: HTMLButtonElement) => Promise<string | void>} run what it returns is announced
 */
export function sends(button, fault, run) {
    let isRunning = false;
    needsNetwork(button);
    button.addEventListener("click", async () => {
        if (isRunning) return;
        if (live.isOffline()) return fill(fault, offlineReason);
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
}

/**
 * Such a button, with the place for its failure behind it.
 * @param {string} label
 * @param {(button: HTMLButtonElement) => Promise<string | void>} run
 * @param {{class?: string, about?: string}} options `about` completes the label for screen readers
 */
export function act(label, run, { class: style = "button", about } = {}) {
    const fault = el("span", { class: "small bad act-fault", role: "alert" });
    const button = el("button", { class: style, type: "button", ...(about ? { "aria-label": `${label} ${about}` } : {}) }, label);
    sends(button, fault, run);
    return el("span", { class: "act" }, button, fault);
}
