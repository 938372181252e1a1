// What an action on an assignment takes along from the form, and whether that has arrived.

/** @typedef {import("../../client/class.js").Action} Action */
/** @typedef {import("../../types/wire.js").Entry} Entry */

/** The actions that stand in the menu. */
export const inMenu = ["excuse", "reopen", "extend", "evaluate"];
/** The actions that publish the draft of an evaluation. */
export const evaluating = ["return", "complete", "evaluate"];
/** The actions that take the text and the files along. */
export const carrying = ["submit", "message", "return", "complete", "evaluate", "excuse", "reopen"];

/**
 * What is sent for an action. An evaluation has the words of its draft.
 * @param {{action: Action, id: string}} attempt
 * @param {{text: string, fileIDs: string[], version: number | undefined, extendedTo: string | null | undefined}} form
 */
export function newEntry({ action, id }, { text, fileIDs, version, extendedTo }) {
    const isEvaluation = evaluating.includes(action);
    return {
        id, action, ...(isEvaluation && { version }), ...(extendedTo !== undefined && { extendedTo }),
        ...(carrying.includes(action) && { text: isEvaluation ? undefined : text.trim() || undefined,
            fileIDs: fileIDs.length > 0 ? fileIDs : undefined }),
    };
}

/**
 * Whether an entry has all that stands in the form now, so that nothing of it is left to be sent.
 * @param {Pick<Entry, "action" | "text" | "files">} entry
 * @param {{text: string, fileIDs: readonly string[]}} form
 */
export function hasAllOf({ action, text = "", files }, form) {
    if (!carrying.includes(action)) return true;
    const hasWords = evaluating.includes(action) || ["", text.trim()].includes(form.text.trim());
    return hasWords && form.fileIDs.every((id) => files.some((file) => file.id === id));
}

/**
 * Whether an action lacks the points that it needs (rule 11.29).
 * @param {Action} action
 * @param {string} state of the assignment
 * @param {{maxPoints: number | undefined, typed: string}} points
 */
export function isWithoutPoints(action, state, { maxPoints, typed }) {
    const isNeeded = action === "complete" || (action === "evaluate" && state === "done");
    return maxPoints !== undefined && typed.trim() === "" && isNeeded;
}
