// What an action on an assignment takes along from the form, and whether that has arrived.

/** @typedef {import("../../client/class.js").Action} Action */
/** @typedef {import("../../types/wire.js").Entry} Entry */

/** The actions of which no side needs the menu, if they can be done. */
const steps = { student: ["submit", "takeBack", "message"], teacher: ["return", "evaluate", "complete", "message"] };
/** The actions that publish the draft of an evaluation. */
export const evaluating = ["return", "complete", "evaluate"];
/** The actions that take the text and the files along. */
export const carrying = ["submit", "message", "return", "complete", "evaluate", "excuse", "reopen"];

/**
 * Whether the last thing that happened is a student's message, which waits for an answer.
 * @param {{state: string, student: {id: string}}} assignment
 * @param {readonly Pick<Entry, "action" | "author">[]} entries
 */
export function isAsked({ state, student }, entries) {
    const last = entries.at(-1);
    return state !== "submitted" && last?.action === "message" && last.author?.id === student.id;
}

/**
 * The next steps among what can be done, and the rest. A form has at most two: of a student's two forms each has one, a teacher's
 * what ends the wait for them, or otherwise a message first. `main` is the one that is asked for: by the state, or by a student's
 * message.
 * @param {readonly Action[]} possible
 * @param {"student" | "teacher"} side
 * @param {string} state of the assignment
 * @param {boolean} [isAsked] whether a student's message waits for an answer
 */
export function nextSteps(possible, side, state, isAsked = false) {
    const waits = side === "teacher" ? state === "submitted" : possible.includes("submit");
    const order = side === "teacher" && !waits ? [...steps.teacher].reverse() : steps[side];
    const direct = /** @type {Action[]} */ (order.filter((action) => possible.some((one) => one === action)))
        .slice(0, 2);
    return { direct, more: possible.filter((action) => !direct.includes(action)),
        main: waits || (isAsked && side === "teacher") ? direct[0] : undefined };
}

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
    const hasWords = ["", text.trim()].includes(form.text.trim());
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
