// What wasn't sent and waits for its author: everything that was refused, and drafts whose place is gone.
import { outbox, replica } from "../../client.js";
import { subjectTitle } from "../watch/room-row.js";

/**
 * @typedef {object} Thing
 * @property {string | number} id
 * @property {string} kind such as `comment`, `watched`, `reaction`, `moves` or `draft`
 * @property {string} text the words
 * @property {string} [title] of the place
 * @property {string} [placeID]
 * @property {boolean} isPlaceGone
 * @property {boolean} canRetry
 * @property {string} [writtenAt]
 * @property {{status: number, code: string, detail: string, requestID?: string}} [problem]
 */

/** What was just thrown away and can still be undone. @type {Set<string | number>} */
const thrown = new Set();

/** @returns {Thing[]} */
export function notSent() {
    return all().filter((/** @type {Thing} */ { id }) => !thrown.has(id));
}

/** @returns {Thing[]} */
function all() {
    const library = /** @type {any} */ (outbox);
    if (library.notSent) return library.notSent();
    return outbox.writes().filter(({ kind, problem }) => problem && kind !== "read" && kind !== "position").map((write) => ({
        id: write.id, kind: write.kind, text: write.comment?.content ?? write.reaction?.emoji ?? "", placeID: write.roomID,
        title: replica.room(write.roomID) && subjectTitle(/** @type {any} */ (replica.room(write.roomID)).subject), isPlaceGone: !replica.room(write.roomID),
        canRetry: true, writtenAt: write.writtenAt, problem: write.problem,
    }));
}

/** @param {string | number} id */
export const isThrown = (id) => thrown.has(id);

/**
 * @param {string | number} id
 * @param {boolean} isOut
 */
export function setThrown(id, isOut) {
    if (isOut) thrown.add(id);
    else thrown.delete(id);
}
