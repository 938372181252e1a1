// Buttons that send something: once at a time, not without network, and they say what went wrong.
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
 * Disables a button while there is no network. It stays in the order of the Tab key.
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
