// What wasn't sent and waits for its author, without what was just thrown away and can still be undone.
import { outbox } from "../../client.js";

/** @typedef {import("../../types/app.js").NotSent} NotSent */

/** @type {Set<NotSent["id"]>} */
const thrown = new Set();

/** @type {Set<() => void>} */
const listeners = new Set();

export const notSent = () => outbox.notSent().filter(({ id }) => !thrown.has(id));

/** @param {NotSent["id"]} id */
export const isThrown = (id) => thrown.has(id);

/**
 * @param {NotSent["id"]} id
 * @param {boolean} isOut
 */
export function setThrown(id, isOut) {
    if (isOut) thrown.add(id);
    else thrown.delete(id);
    for (const listener of listeners) listener();
}

/**
 * Calls the listener when something was thrown away, or that was undone.
 * @param {() => void} listener
 * @returns {() => void} ends it
 */
export function followThrown(listener) {
    listeners.add(listener);
    return () => { listeners.delete(listener); };
}
