// The plays that run on this device. Their moves go on being sent when their page is left, and after a reload.

import { conforms } from "../api/operations.js";
import { Problem } from "../api/answer.js";
import { RunningPlay } from "./running-play.js";

/** @typedef {import("../davenport.js").Davenport} Davenport */

/** The plays of the person who is signed in, by challenge. */
export class Plays {
    /**
     * Whose plays they are.
     * @type {Copy.Memory | undefined}
     */
    owner = undefined;
    /**
     * The plays by challenge.
     * @type {Map<string, RunningPlay>}
     */
    plays = new Map();

    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.connection = davenport.connection;
        davenport.topics.subscribe(["plays"], () => { for (const play of this.plays.values()) play.follow(); });
        davenport.platform.onEvents({
            online: () => { for (const play of this.plays.values()) play.hurry(); },
            visible: () => { for (const play of this.plays.values()) play.refresh(); },
        });
    }

    get copy() { return this.davenport.copy; }

    /** Begins with what waits on disk. */
    async resume() {
        const { copy } = this;
        if (!copy) return;
        for (const row of await this.rows(copy)) if (row.queue.length > 0 || row.finishes) this.put(copy, row);
    }

    /**
     * My play of a challenge, as this device has it.
     * @param {string} challengeID
     */
    async find(challengeID) {
        const { copy } = this;
        if (!copy) return undefined;
        const present = this.owner === copy ? this.plays.get(challengeID) : undefined;
        if (present) return present;
        const row = (await this.rows(copy)).find(row => row.play.challengeID === challengeID);
        return row && this.put(copy, row);
    }

    /**
     * Starts a challenge, or goes on with it.
     * @param {string} challengeID
     */
    async start(challengeID) {
        return this.adopt(await this.connection.call("startPlay", { path: { challengeID } }));
    }

    /**
     * Goes on with a play that another device began.
     * @param {Wire.Play} play
     */
    async adopt(play) {
        const { copy } = this;
        if (!copy) throw new Problem(401, { code: "unauthenticated", detail: "Sign in first." });
        const playing = this.put(copy, { play, queue: [], finishes: false, late: [], elapsed: 0 });
        playing.correct(play);
        return playing;
    }

    /**
     * Whether an admin has struck a play of mine. Challenges don't say so.
     * @param {string} playID
     */
    async isStruck(playID) {
        const key = ["plays", playID];
        const item = await this.copy?.database.transaction(["items"], "readonly", stores => stores.get("items", key));
        return item?.body.struck === true;
    }

    /**
     * @param {Copy.Memory} copy
     * @returns {Promise<App.PlayRow[]>}
     */
    async rows(copy) {
        const keys = { from: "play:", to: "play;" };
        /** @type {any[]} */
        const rows = await copy.database.transaction(["drafts"], "readonly", stores => stores.all("drafts", keys));
        const isReadable = await Promise.all(rows.map(row => conforms("Play", row?.play)));
        return rows.filter((row, place) => isReadable[place] && Array.isArray(row.queue) && Array.isArray(row.late));
    }

    /**
     * @param {Copy.Memory} copy
     * @param {App.PlayRow} row
     */
    put(copy, row) {
        if (this.owner !== copy) {
            for (const playing of this.plays.values()) playing.stop();
            this.plays = new Map();
            this.owner = copy;
            copy.listen("play", row => this.plays.get(row.play.challengeID)?.take(row));
        }
        const { challengeID } = row.play;
        const playing = this.plays.get(challengeID) ?? new RunningPlay(copy, row, () => {
            copy.unsentMoves = [...this.plays.values()].reduce((sum, other) => sum + other.row.queue.length, 0);
            copy.topics.announce(["writes", `play:${challengeID}`]);
        });
        this.plays.set(challengeID, playing);
        playing.changed();
        return playing;
    }
}
