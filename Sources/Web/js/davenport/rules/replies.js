// What a reply may say of the comment that it answers (rule 16.25).

/** The largest part of that comment that is shown, in characters. */
const most = 80;

/**
 * @typedef {object} Answered what a reply says. Without `id` the answered comment is deleted, and without `text` it is folded.
 * @property {string} [id]
 * @property {string} [text] its beginning, in one line.
 * @property {Wire.UserStub} [author] is missing if the account was deleted.
 * @property {boolean} [mine]
 */

/**
 * How a comment begins, in one line.
 * @param {string} content
 */
export function beginning(content) {
    const letters = Array.from(content.replace(/\s+/gu, " "));
    return letters.slice(0, most).join("") + (letters.length > most ? "…" : "");
}

/**
 * What a reply says of the comment that it answers; nothing where that one is hidden.
 * @param {App.ShownComment | undefined} comment the answered comment; undefined if the room's comments don't have it.
 * @param {{ isHidden: (comment: App.ShownComment) => boolean, isWhole: boolean }} room whether its gate hides a comment, and
 *     whether all its comments are here: only then is one deleted that isn't.
 * @returns {Answered | undefined}
 */
export function answered(comment, { isHidden, isWhole }) {
    if (!comment) return isWhole ? {} : undefined;
    if (isHidden(comment)) return undefined;
    const { id, author, content, folded, mine } = comment;
    if (folded) return { id };
    return { id, author, mine, text: beginning(content) };
}
