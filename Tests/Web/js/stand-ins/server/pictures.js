// Pictures of comments (docs/rules/pictures.md): which file a comment may name, and when one that nothing names is gone.

import { compact } from "./people.js";
import { invalid, Refusal } from "./refusal.js";

/** @typedef {import("./server.js").Server} Server */
/** @typedef {{ fileID: string, alternative?: string }} NewPicture */

/**
 * Checks the pictures that a comment names, and gives them to it.
 * @param {Server} server
 * @param {string} userID
 * @param {string} commentID
 * @param {readonly NewPicture[]} pictures
 * @returns {NewPicture[]}
 */
export function attach(server, userID, commentID, pictures) {
    if (pictures.length > 4) throw invalid("pictures", "must have at most 4 items");
    const ids = pictures.map(({ fileID }) => fileID);
    const isFree = (/** @type {any} */ file) => file?.by === userID && file.kind === "picture"
        && (file.usedBy === undefined || file.usedBy === commentID);
    if (new Set(ids).size < ids.length || !ids.every(id => isFree(server.files.get(id)))) {
        throw new Refusal(422, "unknown_file", "There is no such file, or it is used already.", {
            more: { errors: [{ field: "pictures", code: "unknown", message: "must be pictures of yours" }] },
        });
    }
    for (const [id, file] of server.files) if (file.usedBy === commentID && !ids.includes(id)) server.files.delete(id);
    for (const id of ids) server.files.get(id).usedBy = commentID;
    return pictures.map(({ fileID, alternative }) => compact({ fileID, alternative: alternative || undefined }));
}

/** Deletes the pictures of a comment that goes. @param {Server} server @param {string} commentID */
export function detach(server, commentID) {
    for (const [id, { usedBy }] of server.files) if (usedBy === commentID) server.files.delete(id);
}

/** The 24 hours of all pictures that nothing names are over. @param {Server} server */
export function expire(server) {
    for (const [id, { kind, usedBy }] of server.files) if (kind === "picture" && !usedBy) server.files.delete(id);
}

/** @param {Server} server @param {NewPicture} picture */
export function shownPicture(server, { fileID, alternative }) {
    const { type, size } = server.files.get(fileID);
    return compact({ id: fileID, type, size, width: 40, height: 30, alternative });
}
