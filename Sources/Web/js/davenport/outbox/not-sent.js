// What wasn't sent and waits for its author's decision: refused writes, drafts whose place is gone, and moves of plays that are
// over.

/** @typedef {import("../davenport.js").Davenport} Davenport */

/** The refusals that the same words meet again. */
const final = [400, 411, 413, 415, 422];
/** How a kind of place begins in the name of a draft, and what it belongs to. */
const placed = /^(room|edit|subtitles|assignment|message|mark|extension):([0-9a-f-]{36})(?:\/([0-9a-f-]{36}))?/;

/**
 * @param {Davenport} davenport
 * @returns {App.NotSent[]}
 */
export function notSentOf({ copy, drafts }) {
    if (!copy) return [];
    const refused = copy.entries.filter(entry => entry.problem && entry.answered === undefined);
    const orphaned = drafts.withWords().flatMap(draft => orphan(copy, draft) ?? []);
    const late = [...copy.drafts.values()].flatMap(row => lateMoves(row) ?? []);
    return [...refused.map(entry => refusedWrite(copy, entry)), ...orphaned, ...late];
}

/**
 * @param {Copy.Memory} copy
 * @param {Copy.Entry} entry
 * @returns {App.NotSent}
 */
function refusedWrite(copy, { id, kind, roomID, comment, reaction, writtenAt, problem }) {
    const isPlaceGone = isGone(copy, "room", roomID);
    const status = problem?.status ?? 0;
    return {
        id, kind, text: comment?.content ?? reaction?.emoji ?? "", title: titleOf(copy, roomID), placeID: roomID, isPlaceGone,
        canRetry: !isPlaceGone && !final.includes(status), writtenAt, problem,
    };
}

/**
 * Whether an entry is a refused write.
 * @param {number | string} writeID
 * @returns {(entry: Copy.Entry) => unknown}
 */
export const isRefused = writeID => ({ id, problem }) => id === writeID && problem;

/**
 * A refused write as it is sent again. A changed comment whose id stands for something else on the server gets a new one.
 * @param {Copy.Entry} entry
 * @param {Partial<NonNullable<Copy.Entry["comment"]>> | undefined} change of a comment.
 * @param {string} newID
 * @returns {Copy.Entry}
 */
export function sentAgain({ problem, comment, ...entry }, change, newID) {
    const isTaken = problem?.code === "id_taken" && change !== undefined;
    const changed = comment && { ...comment, ...change, ...(isTaken && { id: newID }) };
    return { ...entry, ...(changed && { comment: changed }), attempts: 0, due: 0 };
}

/**
 * @param {Copy.Memory} copy
 * @param {{ place: string, text: string, writtenAt: string | undefined }} draft
 * @returns {App.NotSent | undefined}
 */
function orphan(copy, { place, text, writtenAt }) {
    const [, kind, placeID, commentID] = placed.exec(place) ?? [];
    if (!kind || !(isGone(copy, kind, placeID) || copy.gone[commentID] !== undefined)) return undefined;
    const problem = { status: 404, code: "not_found", detail: "Where this belongs is gone, or you are not in it any more." };
    return {
        id: `draft:${place}`, kind: "draft", text, title: titleOf(copy, placeID), placeID, isPlaceGone: true, canRetry: false,
        writtenAt, problem,
    };
}

/**
 * @param {any} row of a play.
 * @returns {App.NotSent | undefined}
 */
function lateMoves(row) {
    if (!Array.isArray(row?.late) || row.late.length === 0 || !row.play) return undefined;
    const { id, challengeID } = row.play;
    const problem = { status: 409, code: "play_over", detail: "The server took these moves no more." };
    return {
        id: `play:${id}`, kind: "moves", text: row.late.join(", "), title: undefined, placeID: challengeID, isPlaceGone: false,
        canRetry: false, writtenAt: undefined, problem,
    };
}

/**
 * Whether a room or an assignment isn't in the copy, which is whole.
 * @param {Copy.Memory} copy
 * @param {string} kind of the place.
 * @param {string} id
 */
function isGone(copy, kind, id) {
    if (!copy.state.isWhole) return false;
    const isAssignment = ["assignment", "message", "mark", "extension"].includes(kind);
    return isAssignment ? !copy.assignments.has(id) : !copy.rooms.has(id) && !copy.first.rooms.has(id);
}

/**
 * @param {Copy.Memory} copy
 * @param {string} id
 */
function titleOf(copy, id) {
    /** @type {any} */
    const subject = copy.rooms.get(id)?.body.subject;
    return subject?.title ?? subject?.showTitle ?? copy.assignments.get(id)?.task.title ?? copy.gone[id];
}
