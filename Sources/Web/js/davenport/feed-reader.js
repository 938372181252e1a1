// Reads the change feed, in the one tab that does: by long polls where they work, otherwise every 15 s. Each page of changes is
// written with its cursor, in one transaction (docs/sync.md).

import { Problem } from "./api/answer.js";
import { endPass, writePage } from "./copy/change-page.js";
import { lastAnswer, settleEntries } from "./copy/person-copy.js";
import { commitState, isAt, readState, reload, spread, tables } from "./copy/updates.js";
import { pause } from "./live.js";

/** @typedef {import("./api/connection.js").Connection} Connection */
/** @typedef {import("./live.js").Status} Status */

const pageSize = 200;
/** The longest time for which the server holds a long poll, in seconds. */
const waitSeconds = 25;
/** The pause between requests without long polls, in milliseconds. */
const pollPause = 15_000;
/** The number of long polls in a row that a proxy may cut, and the pause without long polls after them, in milliseconds. */
const [cutsAllowed, cutPause] = [2, 5 * 60_000];
/** The longest pause after failures, in seconds: 1, 2, 4 … 60. */
const longestPause = 60;

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
        const answers = await database.transaction(["cursor", "outbox"], "readonly", lastAnswer);
        const answer = await this.ask(asked.cursor, waits);
        const { me } = answer?.page ?? {};
        if (me && me.id !== this.copy.userID) {
            // Another person has signed in on this device, and the disk was full then.
            this.copy.end?.();
            throw new Error("The changes are another person's.");
        }
        await takeChanges(this.copy, asked, answer?.page, answers);
        await settleEntries(this.copy);
        this.succeed(waits);
        if (answer?.retryAfter !== undefined) this.pollsUntil = this.platform.now() + answer.retryAfter * 1000;
        this.isCurrent = answer !== undefined && !answer.page.more && !this.turn.signal.aborted;
        if (!this.isCurrent || this.platform.now() >= this.pollsUntil) return;
        this.show({ state: "polling", isOffline: false });
        await pause(this.platform, pollPause, this.turn.signal);
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
            const changes = await this.connection.listChanges(query, this.turn.signal);
            // The community may have got other features since it was read.
            if (since === undefined) this.copy.onAnew?.();
            return changes;
        } catch (error) {
            const isStale = error instanceof Problem && (error.code === "resync_required" || error.code === "invalid");
            if (since === undefined || !isStale) throw error;
            // A cursor belongs to one person: another may have signed in without a message to this page.
            const me = await this.connection.call("showMe", { signal: this.turn.signal });
            if (me.id === this.copy.userID) return undefined;
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
        const seconds = problem?.retryAfter ?? Math.min(2 ** (this.failures - 1), longestPause);
        await pause(this.platform, 1000 * seconds, this.turn.signal);
    }
}

/**
 * Writes a page with its cursor.
 * @param {Copy.Memory} copy
 * @param {Copy.State} asked the state with which the page was requested.
 * @param {Wire.Changes} page
 * @param {number} answers the outbox's answers that were counted before the request.
 * @returns {Promise<Copy.Effect | undefined>} undefined if the copy has changed since, so that nothing was written.
 */
export function writeChanges(copy, asked, page, answers) {
    return copy.database.transaction([...tables, "answers", "drafts", "outbox"], "readwrite", async stores => {
        const before = await readState(stores);
        if (!isAt(before, asked)) return undefined;
        const begins = !before.isPaging;
        /** @type {Copy.State} */
        const state = {
            ...before, cursor: page.next, isPaging: true, revision: before.revision + 1,
            skew: ahead(page.now, copy, before.skew),
            ...(begins && { pass: before.pass + 1, isFull: before.cursor === undefined, begunAfter: answers, partial: [] }),
        };
        const written = await writePage(stores, state, page);
        const effect = page.more ? written : await endPass(stores, written, copy.platform.now());
        await stores.put("cursor", effect.state, "state");
        return effect;
    });
}

/**
 * The time by which the server's clock is ahead of the device's, in milliseconds.
 * @param {string} now the server's.
 * @param {Copy.Memory} copy
 * @param {number} otherwise if it can't be read.
 */
function ahead(now, copy, otherwise) {
    const skew = Date.parse(now) - copy.platform.now();
    return Number.isFinite(skew) ? skew : otherwise;
}

/**
 * Begins to fetch everything, since the server can't list what has changed since the cursor. What is there stays shown.
 * @param {Copy.Memory} copy
 * @param {Copy.State} asked
 */
function beginAnew(copy, asked) {
    return copy.database.transaction([...tables, "answers"], "readwrite", async stores => {
        const before = await readState(stores);
        if (!isAt(before, asked)) return undefined;
        const { cursor, ...rest } = before;
        // Somebody who no longer teaches may not see drafts and boards any more.
        await stores.clear("answers");
        // Pages that were requested before belong to no pass any more.
        const { pass, revision } = before;
        return commitState(stores, { ...rest, pass: pass + 1, isPaging: false, isFull: false, revision: revision + 1 });
    });
}

/**
 * Writes a page, or begins anew where the server can't say what has changed.
 * @param {Copy.Memory} copy
 * @param {Copy.State} asked
 * @param {Wire.Changes | undefined} page
 * @param {number} answers the outbox's answers that were counted before the request.
 */
async function takeChanges(copy, asked, page, answers) {
    const effect = page ? await writeChanges(copy, asked, page, answers) : await beginAnew(copy, asked);
    // Another tab was faster: what it wrote is the state to go on from.
    await (effect ? spread(copy, effect) : reload(copy));
}
