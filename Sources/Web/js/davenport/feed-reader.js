// Reads the change feed, in the one tab that does: by long polls where they work, otherwise every 15 s.

import { Problem } from "./api/answer.js";
import { settleEntries } from "./copy/person-copy.js";
import { takeChanges } from "./copy/updates.js";

/** @typedef {import("./api/connection.js").Connection} Connection */
/** @typedef {import("./live.js").Status} Status */

const pageSize = 200;
/** How long the server holds an empty answer back, in seconds. */
const waitSeconds = 25;
/** The pause between requests without long polls, in milliseconds. */
const pollPause = 15_000;
/** After so many long polls in a row that a proxy has cut, none is sent for so long, in milliseconds. */
const [cutsAllowed, cutPause] = [2, 5 * 60_000];
/** The longest pause after failures, in seconds: 1, 2, 4 … 60. */
const longestPause = 60;
/** The first full fetch lets the screen's own request go first, for so long in milliseconds. */
const headStart = 2000;

/** Asks for changes, one page after another, until its signal. */
export class FeedReader {
    failures = 0;
    /** Whether the last failure was of a long poll. */
    hasFailedWaiting = false;
    cuts = 0;
    /** Until when no long poll is sent, in milliseconds. */
    pollsUntil = 0;
    /** Whether a pass has ended since this tab leads. */
    isCurrent = false;
    turn = new AbortController();

    /**
     * @param {Copy.Memory} copy
     * @param {AbortSignal} signal ends it.
     * @param {(status: Pick<Status, "state" | "isOffline">) => void} show
     */
    constructor(copy, signal, show) {
        this.copy = copy;
        this.platform = copy.platform;
        this.connection = copy.davenport.connection;
        this.signal = signal;
        this.show = show;
    }

    /** Asks for changes until the signal. */
    async run() {
        const stop = () => this.turn.abort();
        this.signal.addEventListener("abort", stop);
        this.copy.poke = () => {
            this.isCurrent = false;
            this.turn.abort();
        };
        if (!this.copy.state.isWhole) await Promise.race([this.pause(headStart), this.copy.firstShown.promise]);
        while (!this.signal.aborted) {
            this.turn = new AbortController();
            const waits = this.isCurrent && this.failures === 0 && this.platform.now() >= this.pollsUntil;
            if (waits) this.show({ state: "waiting", isOffline: false });
            try {
                await this.step(waits);
            } catch (error) {
                if (!this.turn.signal.aborted) await this.fail(error, waits);
            }
        }
        this.copy.poke = undefined;
        this.signal.removeEventListener("abort", stop);
    }

    /**
     * Asks for one page and writes it.
     * @param {boolean} waits whether the request is a long poll.
     */
    async step(waits) {
        const asked = this.copy.state;
        const { database } = this.copy;
        const answers = await database.transaction(["cursor"], "readonly", stores => stores.get("cursor", "answers"));
        const answer = await this.ask(asked.cursor, waits);
        const { me } = answer?.page ?? {};
        if (me && me.id !== this.copy.userID) {
            // Another person has signed in on this device, and the disk was full then.
            this.copy.end?.();
            throw new Error("The changes are another person's.");
        }
        await takeChanges(this.copy, asked, answer?.page, answers ?? 0);
        await settleEntries(this.copy);
        this.succeed(waits);
        if (answer?.retryAfter !== undefined) this.pollsUntil = this.platform.now() + answer.retryAfter * 1000;
        this.isCurrent = answer !== undefined && !answer.page.more && !this.turn.signal.aborted;
        if (!this.isCurrent || this.platform.now() >= this.pollsUntil) return;
        this.show({ state: "polling", isOffline: false });
        await this.pause(pollPause);
    }

    /**
     * @param {string | undefined} since
     * @param {boolean} waits
     * @returns {Promise<Awaited<ReturnType<Connection["listChanges"]>> | undefined>} undefined if everything is to be fetched
     *     anew.
     */
    async ask(since, waits) {
        try {
            const query = { since, limit: pageSize, wait: waits ? waitSeconds : undefined };
            return await this.connection.listChanges(query, this.turn.signal);
        } catch (error) {
            const isStale = error instanceof Problem && (error.code === "resync_required" || error.code === "invalid");
            if (since === undefined || !isStale) throw error;
            // A cursor belongs to one person: another may have signed in without a message to this page.
            const me = await this.connection.call("showMe", { signal: this.turn.signal });
            if (me.id === this.copy.userID) {
                this.copy.onAnew?.();
                return undefined;
            }
            this.copy.end?.();
            throw error;
        }
    }

    /** @param {boolean} waited */
    succeed(waited) {
        // A long poll failed, and the request after it didn't: something between here and the server cuts long polls.
        const wasCut = this.hasFailedWaiting && this.failures === 1;
        this.cuts = waited ? 0 : this.cuts + Number(wasCut);
        if (this.cuts >= cutsAllowed) [this.cuts, this.pollsUntil] = [0, this.platform.now() + cutPause];
        if (this.failures > 0) this.copy.davenport.outbox.flush();
        this.failures = 0;
    }

    /**
     * @param {unknown} error
     * @param {boolean} waited
     */
    async fail(error, waited) {
        const problem = error instanceof Problem ? error : undefined;
        this.failures += 1;
        this.hasFailedWaiting = waited;
        this.show({ state: "off", isOffline: problem !== undefined && (problem.isOffline || problem.status >= 502) });
        await this.pause(1000 * (problem?.retryAfter ?? Math.min(2 ** (this.failures - 1), longestPause)));
    }

    /**
     * Waits, or until the turn ends.
     * @param {number} milliseconds
     * @returns {Promise<void>}
     */
    pause(milliseconds) {
        const { platform, turn: { signal } } = this;
        return new Promise(resolve => {
            if (signal.aborted) return resolve();
            const timer = platform.setTimeout(() => resolve(), milliseconds);
            signal.addEventListener("abort", () => { platform.clearTimeout(timer); resolve(); }, { once: true });
        });
    }
}
