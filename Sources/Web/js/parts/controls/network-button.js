// Buttons that need the network, and what they show while their request runs.
import { fill, mark } from "../../dom.js";
import { live, replica } from "../../client.js";
import { interception, say, sentence } from "./states.js";

/** Why nothing can be sent now, in the words of the bar; undefined where it can. */
export function networkFault() {
    if (!live.isOffline()) return undefined;
    return live.isIntercepted() ? `${interception} This needs the server.` : "You are offline. This needs the network.";
}

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
    const reason = networkFault();
    if (!reason && !button.hasAttribute("data-offline")) return;
    mark(button, "data-offline", reason !== undefined);
    mark(button, "aria-disabled", reason && "true");
    mark(button, "title", reason);
}

/**
 * Shows that a button's request runs. The button stays focusable.
 * @param {HTMLElement} button
 * @param {boolean} isBusy
 */
export function busy(button, isBusy) {
    mark(button, "aria-busy", isBusy ? "true" : undefined);
    mark(button, "aria-disabled", isBusy || button.hasAttribute("data-offline") ? "true" : undefined);
}

/**
 * Makes a button send a request. A second press is ignored while the first request runs. Offline, the button is disabled.
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} fault where a failure is shown
 * @param {(button: HTMLButtonElement) => Promise<string | void>} run what it returns is announced
 */
export function sendOnClick(button, fault, run) {
    let isRunning = false;
    needsNetwork(button);
    button.addEventListener("click", async () => {
        if (isRunning) return;
        const reason = networkFault();
        if (reason) return fill(fault, reason);
        isRunning = true;
        busy(button, true);
        fill(fault);
        try {
            const said = await run(button);
            if (said) say(said);
        } catch (problem) {
            fill(fault, sentence(problem));
        } finally {
            isRunning = false;
            busy(button, false);
        }
    });
}
