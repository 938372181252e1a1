// Sends the writes of the outbox, a room's in order: one tab at a time, under a lock. Read markers and positions wait for nothing
// else.

import { Problem } from "../api/answer.js";
import { lastAnswer, readEntries, settleEntries } from "../copy/person-copy.js";
import * as where from "../rules/position.js";

/** The pauses after failures in seconds: 2, 4 … 300. */
const [shortest, longest] = [2, 300];
/** No write is put off for longer, in milliseconds. */
const longestPause = 3_600_000;
/** The longest wait of a write that was never sent, in milliseconds: moments only. */
const firstPause = 60_000;
/** The longest time of a browser's timer, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** The time that a tab has to send its own writes before other tabs send them, in milliseconds. */
const othersTurn = 5000;
/** A tab that holds the lock for longer, in milliseconds, is taken to be suspended. Sending twice does no harm. */
const lockPatience = 60_000;

/** Sends what waits in one person's outbox, and puts off what fails. */
export class Sender {
    /** @type {import("../platform.js").Timer | undefined} */
    timer = undefined;
    /** Whether this tab sends, or waits until another has sent. */
    isSending = false;
    /** Whether something came in the meantime. */
    isAgain = false;
    isStopped = false;

    /** @param {Copy.Memory} copy */
    constructor(copy) {
        this.copy = copy;
        this.platform = copy.platform;
    }

    /** Sends what is due. */
    async send() {
        this.isAgain = true;
        if (this.isSending) return;
        this.isSending = true;
        this.platform.clearTimeout(this.timer);
        try {
            let due;
            // Something may also come while the next time is looked up.
            while (this.isAgain && !this.isStopped) {
                this.isAgain = false;
                await this.locked(() => this.sendDue());
                due = await nextDue(this.copy);
            }
            this.platform.clearTimeout(this.timer);
            if (due === undefined || this.isStopped) return;
            const wait = Math.min(Math.max(due - this.platform.now(), 0), longestTimer);
            this.timer = this.platform.setTimeout(() => this.send(), wait);
        } catch {
            // The database was erased, or the tab is about to close.
        } finally {
            this.isSending = false;
        }
    }

    /** Sends what another tab has written, unless that tab does so soon. */
    expect() {
        if (this.isSending) return;
        this.platform.clearTimeout(this.timer);
        this.timer = this.platform.setTimeout(() => this.send(), othersTurn);
    }

    /** Sends at once what waits after a failure or for a delay. */
    async wake() {
        await this.copy.database.transaction(["outbox", "cursor"], "readwrite", async stores => {
            for (const entry of await stores.all("outbox")) if (entry.due > 0) await stores.put("outbox", { ...entry, due: 0 });
            await stores.remove("cursor", "paused");
        });
        await this.send();
    }

    /** Sends nothing more: nobody, or another person, is signed in. */
    stop() {
        this.isStopped = true;
        this.platform.clearTimeout(this.timer);
    }

    /** @param {() => Promise<void>} body */
    async locked(body) {
        const { locks } = this.platform;
        if (!locks || !this.copy.database.isPersistent) return body();
        const name = `davenport-outbox-${this.copy.userID}`;
        const waiting = new AbortController();
        const timer = this.platform.setTimeout(() => waiting.abort(), lockPatience);
        /** @param {LockOptions} options */
        const request = options => locks.request(name, options, () => { this.platform.clearTimeout(timer); return body(); });
        const { signal } = waiting;
        await request({ signal }).catch(error => signal.aborted ? request({ steal: true }) : Promise.reject(error));
    }

    async sendDue() {
        for (let entry = await takeDue(this.copy); entry; entry = await takeDue(this.copy)) {
            await this.changed();
            if (this.isStopped) return;
            /** @type {Partial<Copy.Entry>} */
            let outcome;
            try {
                outcome = { answer: await send(entry, this.copy) };
            } catch (error) {
                if (!(error instanceof Problem)) throw error;
                if (error.status === 401) return;
                if (hasLostMeaning(error, entry)) outcome = {};
                else if (error.faults.replyTo) outcome = answeringNone(entry);
                else outcome = error.isTransient ? await pause(this.copy, entry, error) : { problem: error.kept };
            }
            await record(this.copy, entry, outcome);
            await this.changed();
            await settleEntries(this.copy);
        }
    }

    async changed() {
        await readEntries(this.copy);
        this.copy.post("outbox");
    }
}

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
function takeDue(copy) {
    return copy.database.transaction(["outbox", "cursor"], "readwrite", async stores => {
        const now = copy.platform.now();
        if (await pauseOf(stores, now) > 0) return undefined;
        /** @type {Copy.Entry[]} */
        const entries = await stores.all("outbox");
        const entry = waiting(entries).find(entry => dueOf(entry, now) === 0);
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
 * When the next write is due, in milliseconds; undefined if none waits.
 * @param {Copy.Memory} copy
 */
function nextDue(copy) {
    return copy.database.transaction(["outbox", "cursor"], "readonly", async stores => {
        const now = copy.platform.now();
        const pause = await pauseOf(stores, now);
        const dues = waiting(await stores.all("outbox")).map(entry => Math.max(dueOf(entry, now), pause));
        return dues.length > 0 ? Math.min(...dues) : undefined;
    });
}

/**
 * @param {Copy.Entry} entry
 * @param {Copy.Memory} copy
 * @returns {Promise<Wire.Comment | undefined>}
 */
async function send({ kind, roomID, comment, mark, position, reaction, writtenAt }, copy) {
    const { connection } = copy.davenport;
    const options = { path: { roomID }, keepalive: !copy.platform.isVisible() };
    switch (kind) {
        case "comment": return connection.call("createComment", { ...options, body: comment ?? { content: "" } });
        case "watched": return void await connection.call("markWatched", { ...options, body: { watchedAt: writtenAt } });
        case "unwatched": return void await connection.call("unmarkWatched", options);
        case "reaction": {
            const { commentID = "", emoji = "", on } = reaction ?? {};
            const path = { roomID, commentID, emoji };
            return void await connection.call(on ? "addReaction" : "removeReaction", { ...options, path });
        }
        case "position": {
            // It has advanced while it waited.
            const set = position ?? { seconds: 0, running: false };
            const from = copy.now;
            const age = where.age({ age: -Date.parse(writtenAt) / 1000 }, from);
            const body = { seconds: where.second(set, age), running: where.isRunning(set, age) };
            await connection.call("setPosition", { ...options, body });
            copy.sentPositions.set(roomID, { ...body, from, to: copy.now });
            return;
        }
        case "read": return void await connection.call("markRead", { ...options, body: { commentID: mark?.commentID ?? "" } });
    }
}

/**
 * Whether a refused write has lost its meaning: a read marker, a position, or a reaction to a comment that is gone. Words and
 * marks never do: they wait for their author's decision.
 * @param {Problem} problem
 * @param {Copy.Entry} entry
 */
function hasLostMeaning(problem, { kind }) {
    if (problem.isTransient) return false;
    return kind === "position" || kind === "read" || (kind === "reaction" && problem.status === 404);
}

/**
 * A reply whose answered comment is gone: it is sent again as a comment that answers none, since its words still belong there.
 * @param {Copy.Entry} entry
 * @returns {Partial<Copy.Entry>}
 */
function answeringNone({ comment }) {
    return { comment: comment && { ...comment, replyTo: undefined }, due: 0 };
}

/**
 * Puts a write off. Where the server gave no answer or is busy, all others wait too.
 * @param {Copy.Memory} copy
 * @param {Copy.Entry} entry
 * @param {Problem} problem
 * @returns {Promise<Partial<Copy.Entry>>}
 */
async function pause(copy, entry, problem) {
    const pause = Math.min(shortest * 2 ** (entry.attempts - 1), longest) * (0.8 + 0.4 * copy.platform.random());
    const putOff = Math.min((problem.retryAfter ?? pause) * 1000, longestPause);
    const due = copy.platform.now() + putOff;
    if (problem.status === 0 || problem.status === 429 || problem.status === 503) {
        await copy.database.transaction(["cursor"], "readwrite", stores => stores.put("cursor", { due, putOff }, "paused"));
        // What waits is worth keeping when the browser needs room, and worth sending after the page is gone.
        copy.platform.persist();
        copy.platform.registerSync();
    }
    return { due, putOff };
}

/**
 * @param {Copy.Memory} copy
 * @param {Copy.Entry} entry
 * @param {Partial<Copy.Entry>} outcome without a new time or a problem the write was answered.
 */
function record(copy, entry, outcome) {
    return copy.database.transaction(["outbox", "cursor"], "readwrite", async stores => {
        // It went with its room, or with the person.
        if (await stores.get("outbox", entry.id) === undefined) return;
        if (outcome.due !== undefined || outcome.problem) return stores.put("outbox", { ...entry, ...outcome });
        const answered = await lastAnswer(stores) + 1;
        await stores.put("cursor", answered, "answers");
        return stores.put("outbox", { ...entry, answer: outcome.answer, answered });
    });
}
