// Buttons that need the network: without it they are disabled, and say why.
import { mark } from "../dom.js";
import * as live from "../live.js";
import * as replica from "../replica.js";

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
