// Marks of watched that can still be undone. They are on disk, so that a mark counts even if the page goes before. The page that holds one has its
// lock; without it, that page is gone.
import { drafts, outbox } from "../../client.js";

const place = "held-marks";
const lockOf = (/** @type {string} */ roomID) => `davenport-held-mark-${roomID}`;

/**
 * Ends the lock of each mark that this page holds.
 * @type {Map<string, () => void>}
 */
const ends = new Map();

/** @returns {Promise<string[]>} ids of rooms */
const held = async () => /** @type {string[] | undefined} */ (await drafts.load(place)) ?? [];

/** @param {string[]} ids */
async function keep(ids) {
    drafts.save(place, ids.length > 0 ? ids : undefined);
    await drafts.flush();
}

/** @param {string} roomID */
export async function holdMark(roomID) {
    navigator.locks?.request(lockOf(roomID), { ifAvailable: true }, () => new Promise((resolve) => { ends.set(roomID, () => resolve(undefined)); }));
    await keep([...new Set([...await held(), roomID])]);
}

/**
 * After the mark was sent, or taken back.
 * @param {string} roomID
 */
export async function releaseMark(roomID) {
    await keep((await held()).filter((id) => id !== roomID));
    ends.get(roomID)?.();
    ends.delete(roomID);
}

/** Sends what a page that went has held. */
export async function sendHeldMarks() {
    const send = async (/** @type {string} */ id) => {
        await outbox.markWatched(id);
        await keep((await held()).filter((one) => one !== id));
    };
    for (const id of await held()) {
        if (navigator.locks) await navigator.locks.request(lockOf(id), { ifAvailable: true }, (lock) => lock && send(id));
        else await send(id);
    }
}
