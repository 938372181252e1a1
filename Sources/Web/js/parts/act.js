// Buttons that send requests: one at a time, and only with network. A failure is shown beside the button.
import { el, fill, mark } from "../dom.js";
import * as live from "../live.js";
import * as replica from "../replica.js";
import { sentence } from "./states.js";
import { say } from "./status.js";

export const offlineReason = "You are offline. This needs the network.";

/** @type {Set<WeakRef<HTMLElement>>} */
const buttons = new Set();
let isFollowing = false;

/**
 * Disables a button while the client is offline. The button stays focusable.
 * @param {HTMLElement} button
 */
export function needsNetwork(button) {
    buttons.add(new WeakRef(button));
    show(button);
    if (isFollowing) return;
    isFollowing = true;
    replica.subscribe(["live"], () => {
        for (const reference of buttons) {
            const found = reference.deref();
            if (found) show(found);
            else buttons.delete(reference);
        }
    });
}

/** @param {HTMLElement} button */
function show(button) {
    const isOffline = live.isOffline();
    if (isOffline === button.hasAttribute("data-offline")) return;
    mark(button, "data-offline", isOffline);
    mark(button, "aria-disabled", isOffline ? "true" : undefined);
    mark(button, "title", isOffline ? offlineReason : undefined);
}

/**
 * Makes a button send a request. A second press is ignored while the first request runs. Offline, the button is disabled.
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
 * Creates a button that sends a request, followed by the place for its error.
 * @param {string} label
 * @param {(button: HTMLButtonElement) => Promise<string | void>} run
 * @param {{class?: string, about?: string}} options `about` completes the label for screen readers
 */
export function act(label, run, { class: style = "button", about } = {}) {
    const fault = el("span", { class: "small bad act-fault", role: "alert" });
    const button = el("button", { class: style, ...(about ? { "aria-label": `${label} ${about}` } : {}) }, label);
    sends(button, fault, run);
    return el("span", { class: "act" }, button, fault);
}
