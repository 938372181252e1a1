// The plays that run on this device. Their moves go on being sent when their page is left, and after a reload.

import { call } from "./api.js";
import { announce, memory, subscribe } from "./replica/memory.js";
import { Playing } from "./plays/playing.js";

/** @type {Copy.Memory | undefined} */
let owner;
/** @type {Map<string, Playing>} */
let plays = new Map();

subscribe(["plays"], () => { for (const playing of plays.values()) playing.follow(); });
addEventListener("online", () => { for (const playing of plays.values()) playing.hurry(); });
document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") for (const playing of plays.values()) playing.refresh();
});

/** Begins with what waits on disk. */
export async function resume() {
    const copy = memory();
    if (!copy) return;
    for (const row of await rows(copy)) if (row.queue.length > 0 || row.finishes) put(copy, row);
}

/**
 * My play of a challenge, as this device has it.
 * @param {string} challengeID
 */
export async function find(challengeID) {
    const copy = memory();
    if (!copy) return undefined;
    const row = owner === copy && plays.has(challengeID) ? undefined : (await rows(copy)).find(row => row.play.challengeID === challengeID);
    return row ? put(copy, row) : owner === copy ? plays.get(challengeID) : undefined;
}

/**
 * Starts a challenge, or goes on with it.
 * @param {string} challengeID
 */
export async function start(challengeID) {
    return adopt(await call("startPlay", { path: { challengeID } }));
}

/**
 * Goes on with a play that another device began.
 * @param {Wire.Play} play
 */
export async function adopt(play) {
    const copy = memory();
    if (!copy) throw new Error("Nobody is signed in.");
    const playing = put(copy, { play, queue: [], finishes: false, late: [], elapsed: 0 });
    playing.correct(play);
    return playing;
}

/**
 * Whether an admin has struck a play of mine. Challenges don't say so.
 * @param {string} playID
 */
export async function isStruck(playID) {
    const item = await memory()?.database.transaction(["items"], "readonly", stores => stores.get("items", ["plays", playID]));
    return item?.body.struck === true;
}

/**
 * @param {Copy.Memory} copy
 * @returns {Promise<App.PlayRow[]>}
 */
async function rows(copy) {
    const keys = { from: "play:", to: "play;" };
    return copy.database.transaction(["drafts"], "readonly", stores => stores.all("drafts", keys));
}

/**
 * @param {Copy.Memory} copy
 * @param {App.PlayRow} row
 */
function put(copy, row) {
    if (owner !== copy) {
        for (const playing of plays.values()) playing.stop();
        plays = new Map();
        owner = copy;
        copy.listen("play", row => plays.get(row.play.challengeID)?.take(row));
    }
    const { challengeID } = row.play;
    const playing = plays.get(challengeID) ?? new Playing(copy, row, () => {
        copy.unsentMoves = [...plays.values()].reduce((sum, other) => sum + other.row.queue.length, 0);
        announce(["writes", `play:${challengeID}`]);
    });
    plays.set(challengeID, playing);
    playing.changed();
    return playing;
}
