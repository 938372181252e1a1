// What a room asks of a person (rule 7.3).

/**
 * @param {boolean} hasWatched
 * @param {number} unreadCount
 * @param {boolean} othersHaveWatched
 * @returns {import("../types/wire.js").Attention}
 */
export function attention(hasWatched, unreadCount, othersHaveWatched) {
    if (!hasWatched) return "watch";
    if (unreadCount > 0) return "read";
    return othersHaveWatched ? "discuss" : "wait";
}
