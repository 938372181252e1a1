// What an entry of the outbox becomes that never arrived, when its author changes it, sends it again, or takes it back.

import { dropBytes } from "./kept-pictures.js";

/**
 * Takes an entry out, with the bytes of its pictures.
 * @param {Copy.Stores} stores
 * @param {Copy.Entry} entry
 */
export async function remove(stores, { id, pictures }) {
    await stores.remove("outbox", id);
    await dropBytes(stores, pictures);
}

/**
 * A write that names its pictures as the request does. So no tab sends the comment without them, whatever its version.
 * @template {Partial<Copy.Entry>} Entry
 * @param {Entry} entry
 * @returns {Entry}
 */
export function named(entry) {
    const { comment, pictures } = entry;
    if (!comment || !pictures) return entry;
    const all = pictures.map(({ id, alternative }) => ({ fileID: id, ...(alternative && { alternative }) }));
    return { ...entry, comment: { ...comment, pictures: all.length > 0 ? all : undefined } };
}

/**
 * A comment with changes. Without pictures it keeps those that it has.
 * @param {Copy.Entry} entry
 * @param {App.CommentChange} [change]
 * @returns {Copy.Entry}
 */
export function changed({ comment, ...entry }, change) {
    const { pictures, ...words } = change ?? {};
    return { ...entry, ...(comment && { comment: { ...comment, ...words } }), ...(pictures && { pictures }) };
}

/**
 * Whether an entry is a comment that can't have arrived: it was never sent, or the server refused it.
 * @param {string} commentID
 * @returns {(entry: Copy.Entry) => unknown}
 */
export const isUnsent = commentID => ({ comment, attempts, problem }) => comment?.id === commentID && (attempts === 0 || problem);

/**
 * Whether an entry is a refused write.
 * @param {number | string} writeID
 * @returns {(entry: Copy.Entry) => unknown}
 */
export const isRefused = writeID => ({ id, problem }) => id === writeID && problem;

/**
 * A refused write as it is sent again. A changed comment whose id stands for something else on the server gets a new one.
 * @param {Copy.Entry} entry
 * @param {App.CommentChange | undefined} change of a comment.
 * @param {string} newID
 * @returns {Copy.Entry}
 */
export function sentAgain({ problem, failedUploads, isRenewed, ...entry }, change, newID) {
    const { comment, ...next } = changed(entry, change);
    const isTaken = problem?.code === "id_taken" && change !== undefined;
    return { ...next, ...(comment && { comment: { ...comment, ...(isTaken && { id: newID }) } }), attempts: 0, due: 0 };
}
