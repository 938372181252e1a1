// The six emoji with which the person reacted last on this device.
import { drafts, outbox } from "../../client.js";

const usual = ["😂", "❤️", "😱", "😭", "🔥", "👀"];
/** @type {App.WordlessPlace} */
const place = "recent:emoji";

/**
 * The last one first, and usual ones where there were fewer than six.
 * @returns {Promise<string[]>}
 */
export async function recentEmoji() {
    const kept = /** @type {{emoji: string[]} | undefined} */ (await drafts.load(place).catch(() => undefined));
    return [...new Set([...kept?.emoji ?? [], ...usual])].slice(0, usual.length);
}

/**
 * Reacts to a comment, and remembers the emoji as the one that was used last on this device.
 * @param {{id: string, roomID: string}} comment
 * @param {string} emoji
 */
export async function reactAndRemember({ id, roomID }, emoji) {
    outbox.react(roomID, { commentID: id, emoji, on: true });
    drafts.save(place, { emoji: [emoji, ...(await recentEmoji()).filter((one) => one !== emoji)] });
}
