// When the writes of the outbox are due, a room's in their order, and how long one waits that failed.

/** @typedef {import("../api/answer.js").Problem} Problem */

/** The pauses after failures in seconds: 2, 4 … 300. */
const [shortest, longest] = [2, 300];
/** No write is put off for longer, in milliseconds. */
const longestPause = 3_600_000;
/** The longest wait of a write that was never sent, in milliseconds: moments only. */
const firstPause = 60_000;

/**
 * When something that was put off is due: 0 if its time has come. If that lies further ahead than it was put off, the device's
 * clock was set back since, and it has waited long enough.
 * @param {{ due: number, putOff: number }} pause in milliseconds.
 * @param {number} now in milliseconds.
 */
const timeOf = ({ due, putOff }, now) => due <= now || due > now + putOff ? 0 : due;

/**
 * When a write is due.
 * @param {Copy.Entry} entry
 * @param {number} now in milliseconds.
 */
const dueOf = ({ due, attempts, putOff = attempts === 0 ? firstPause : longestPause }, now) => timeOf({ due, putOff }, now);

/**
 * When any write may be sent again, after one to which the server gave no answer.
 * @param {Copy.Stores} stores
 * @param {number} now in milliseconds.
 */
const pauseOf = async (stores, now) => timeOf(await stores.get("cursor", "paused") ?? { due: 0, putOff: 0 }, now);

/**
 * The first write that is due, unless an earlier one of its room waits. It counts as sent from here on.
 * @param {Copy.Memory} copy
 * @returns {Promise<Copy.Entry | undefined>}
 */
export function takeDue(copy) {
    return copy.database.transaction(["outbox", "cursor"], "readwrite", async stores => {
        const now = copy.platform.now();
        if (await pauseOf(stores, now) > 0) return undefined;
        /** @type {Copy.Entry[]} */
        const entries = await stores.all("outbox");
        const entry = waiting(entries).find(entry => !lacksPictures(entry) && dueOf(entry, now) === 0);
        const taken = entry && { ...entry, attempts: entry.attempts + 1 };
        if (taken) await stores.put("outbox", taken);
        return taken;
    });
}

/**
 * The first waiting write of each room, its read marker and its position.
 * @param {readonly Copy.Entry[]} entries
 */
function waiting(entries) {
    const begun = new Set();
    return entries.filter(entry => {
        const thing = `${entry.roomID} ${entry.kind === "read" || entry.kind === "position" ? entry.kind : ""}`;
        if (entry.problem || entry.answered !== undefined || begun.has(thing)) return false;
        begun.add(thing);
        return true;
    });
}

/**
 * When the next write is due, and the next upload of a picture, in milliseconds; 0 for now, and infinite if none waits.
 * @param {Copy.Memory} copy
 */
export function nextDue(copy) {
    return copy.database.transaction(["outbox", "cursor"], "readonly", async stores => {
        const now = copy.platform.now();
        const pause = await pauseOf(stores, now);
        const next = { send: Infinity, upload: Infinity };
        for (const entry of waiting(await stores.all("outbox"))) {
            const kind = lacksPictures(entry) ? "upload" : "send";
            next[kind] = Math.min(next[kind], Math.max(dueOf(entry, now), pause));
        }
        return next;
    });
}

/**
 * The first comment whose pictures are to be uploaded now.
 * @param {Copy.Memory} copy
 * @param {Copy.Stores} stores
 * @returns {Promise<Copy.Entry | undefined>}
 */
export async function dueUpload(copy, stores) {
    const now = copy.platform.now();
    if (await pauseOf(stores, now) > 0) return undefined;
    return waiting(await stores.all("outbox")).find(entry => lacksPictures(entry) && dueOf(entry, now) === 0);
}

/**
 * Whether a comment waits for its pictures.
 * @param {Copy.Entry} entry
 */
const lacksPictures = ({ pictures }) => pictures?.some(({ isUploaded }) => !isUploaded) ?? false;

/**
 * Puts a write off. Where the server gave no answer or is busy, all others wait too.
 * @param {Copy.Memory} copy
 * @param {{ attempts: number, waitsAlone?: boolean }} entry
 * @param {Problem} problem
 * @returns {Promise<{ due: number, putOff: number }>}
 */
export async function pause(copy, { attempts, waitsAlone = false }, problem) {
    const pause = Math.min(shortest * 2 ** (attempts - 1), longest) * (0.8 + 0.4 * copy.platform.random());
    const putOff = Math.min((problem.retryAfter ?? pause) * 1000, longestPause);
    const due = copy.platform.now() + putOff;
    if (!waitsAlone && (problem.status === 0 || problem.status === 429 || problem.status === 503)) {
        await copy.database.transaction(["cursor"], "readwrite", stores => stores.put("cursor", { due, putOff }, "paused"));
        // What waits is worth keeping when the browser needs room, and worth sending after the page is gone.
        copy.platform.persist();
        copy.platform.registerSync();
    }
    return { due, putOff };
}
