// Hides, from a member who hasn't watched, other people's comments that lie ahead of where the member is (SpoilerGate.swift).

/**
 * A member of a room.
 * @typedef {object} Reader
 * @property {string} userID
 * @property {number | undefined} second where the member is.
 * @property {ReadonlySet<string>} memberIDs the room's members, among them the reader.
 * @property {ReadonlySet<string>} watchedIDs the members who have watched.
 */

/**
 * Whether a comment is hidden from a member of its room.
 * @param {{ seconds: number, author?: { id: string } }} comment
 * @param {Reader} reader
 */
export function hides({ seconds, author }, { userID, second, memberIDs, watchedIDs }) {
    if (watchedIDs.has(userID) || author?.id === userID) return false;
    if (second === undefined) return true;
    if (seconds > 0) return seconds > second;
    // An author who isn't a member any more counts as somebody who has watched.
    return !author || !memberIDs.has(author.id) || watchedIDs.has(author.id);
}
