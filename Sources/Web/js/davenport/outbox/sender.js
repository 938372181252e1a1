// Sends the writes of the outbox, a room's in order: one tab at a time, under a lock. Read markers and positions wait for nothing
// else.

import { Problem } from "../api/answer.js";
import { lastAnswer, readEntries, settleEntries } from "../copy/person-copy.js";
import * as where from "../rules/position.js";
import { bytesPlace } from "../drafts.js";
import { nextDue, pause, takeDue } from "./due.js";
import { dropBytes } from "./kept-pictures.js";

/** The longest time of a browser's timer, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** The time that a tab has to send its own writes before other tabs send them, in milliseconds. */
const othersTurn = 5000;
/** The pause before the module that uploads pictures is loaded again, in milliseconds. */
const loadPause = 10_000;
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
    /** Whether this tab uploads pictures, or waits until another has done so. */
    isUploading = false;
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
                const next = await nextDue(this.copy);
                if (next.upload === 0) this.upload();
                due = Math.min(next.send, this.isUploading ? Infinity : next.upload);
            }
            this.platform.clearTimeout(this.timer);
            if (due === undefined || due === Infinity || this.isStopped) return;
            const wait = Math.min(Math.max(due - this.platform.now(), 0), longestTimer);
            this.timer = this.platform.setTimeout(() => this.send(), wait);
        } catch {
            // The database was erased, or the tab is about to close.
        } finally {
            this.isSending = false;
        }
    }

    /** Uploads the pictures that are due, and then sends their comments. Meanwhile other rooms' writes go on. */
    async upload() {
        if (this.isUploading || this.isStopped) return;
        this.isUploading = true;
        try {
            const module = await import("./pictures.js").catch(() => {});
            await (module ? module.uploadPictures(this) : new Promise(resolve => {
                this.platform.setTimeout(() => resolve(undefined), loadPause);
            }));
        } catch {
            // The database was erased, or the tab is about to close.
            return;
        } finally {
            this.isUploading = false;
        }
        this.send();
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

    /**
     * Does something that one tab does at a time.
     * @template T
     * @param {() => Promise<T>} body
     * @param {{ name?: string, patience?: number }} options `patience` is in milliseconds.
     * @returns {Promise<T>}
     */
    async locked(body, { name: kind = "outbox", patience = lockPatience } = {}) {
        const { locks } = this.platform;
        if (!locks || !this.copy.database.isPersistent) return body();
        const name = `davenport-${kind}-${this.copy.userID}`;
        const waiting = new AbortController();
        const timer = this.platform.setTimeout(() => waiting.abort(), patience);
        /** @param {LockOptions} options @returns {Promise<T>} */
        const request = options => locks.request(name, options, () => { this.platform.clearTimeout(timer); return body(); });
        const { signal } = waiting;
        return request({ signal }).catch(error => signal.aborted ? request({ steal: true }) : Promise.reject(error));
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
                else if (error.code === "unknown_file" && entry.pictures && !entry.isRenewed) outcome = renewed(entry);
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
 * A comment whose pictures the server has no longer: they are uploaded again, once.
 * @param {Copy.Entry} entry
 * @returns {Partial<Copy.Entry>}
 */
function renewed({ pictures }) {
    return { pictures: pictures?.map(picture => ({ ...picture, isUploaded: false })), isRenewed: true, due: 0 };
}

/**
 * @param {Copy.Memory} copy
 * @param {Copy.Entry} entry
 * @param {Partial<Copy.Entry>} outcome without a new time or a problem the write was answered.
 */
async function record(copy, entry, outcome) {
    const { pictures = [] } = entry;
    await copy.database.transaction(["outbox", "cursor", ...pictures.length > 0 ? ["drafts"] : []], "readwrite", async stores => {
        // It went with its room, or with the person.
        if (await stores.get("outbox", entry.id) === undefined) return;
        if (outcome.due !== undefined || outcome.problem) return void await stores.put("outbox", { ...entry, ...outcome });
        const answered = await lastAnswer(stores) + 1;
        await stores.put("cursor", answered, "answers");
        await stores.put("outbox", { ...entry, answer: outcome.answer, answered });
        // The server has them.
        await dropBytes(stores, pictures);
    });
    if (pictures.length > 0) await copy.davenport.drafts.changed(copy, pictures.map(({ id }) => bytesPlace(id)));
}
