// Marks of watched that can still be undone. They are on disk, so that a mark counts even if the page goes before.
import { drafts, outbox } from "../../client.js";

const place = "held-marks";

/** @returns {Promise<string[]>} ids of rooms */
const held = async () => /** @type {string[] | undefined} */ (await drafts.load(place)) ?? [];

/** @param {string[]} ids */
async function keep(ids) {
    drafts.save(place, ids.length > 0 ? ids : undefined);
    await drafts.flush();
}

/** @param {string} roomID */
export async function holdMark(roomID) {
    await keep([...new Set([...await held(), roomID])]);
}

/**
 * After the mark was sent, or taken back.
 * @param {string} roomID
 */
export async function releaseMark(roomID) {
    await keep((await held()).filter((id) => id !== roomID));
}

/** Sends what a page that went has held. */
export async function sendHeldMarks() {
    const ids = await held();
    for (const id of ids) await outbox.markWatched(id);
    if (ids.length > 0) await keep([]);
}
