// The writes that work offline. Each is on disk before it is shown; one tab at a time sends them.

import { pending, readEntries, writeEntries } from "./copy/person-copy.js";
import { unreadAbove } from "./copy/rooms.js";
import { Sender } from "./outbox/sender.js";

/** @typedef {import("./davenport.js").Davenport} Davenport */

/** A read marker waits for so long, in milliseconds, since a higher one often follows. */
const markerDelay = 2000;

export class Outbox {
    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.platform = davenport.platform;
        const flush = () => { this.flush(); };
        davenport.platform.onEvents({ hidden: flush, online: flush, sync: flush });
    }

    get copy() { return this.davenport.copy; }

    /**
     * Begins with a person's outbox.
     * @param {Copy.Memory} copy
     */
    async start(copy) {
        copy.listen("outbox", async () => {
            await readEntries(copy);
            if (this.writes().some(entry => !entry.problem)) copy.sender?.expect();
        });
        await readEntries(copy);
        copy.sender = new Sender(copy);
        copy.sender.send();
        const drafts = await copy.database.transaction(["drafts"], "readonly", stores => stores.keys("drafts"));
        if (drafts.some(key => String(key).startsWith("play:"))) this.resumePlays();
    }

    /** Goes on with the plays that have moves to send. */
    async resumePlays() {
        try {
            const { Plays } = await import("./play/plays.js");
            await this.davenport.use(Plays).resume();
        } catch {
            // Their pages do it.
        }
    }

    /**
     * @param {string} roomID
     * @param {{ content: string, seconds?: number, literal?: boolean, quote?: string }} comment
     * @returns {Promise<string>} the new comment's id.
     */
    async addComment(roomID, comment) {
        const id = newID(this.platform, this.platform.now());
        await this.add({ kind: "comment", roomID, comment: { id, ...comment } });
        return id;
    }

    /** @param {string} roomID */
    markWatched(roomID) {
        return this.mark(roomID, "watched");
    }

    /** @param {string} roomID */
    unmarkWatched(roomID) {
        return this.mark(roomID, "unwatched");
    }

    /**
     * Sets where I am in a room's show or movie. The last one counts.
     * @param {string} roomID
     * @param {{ seconds: number, running: boolean }} position
     * @param {number} at when I was there, in milliseconds by the server's clock.
     */
    setPosition(roomID, position, at) {
        const write = { kind: /** @type {const} */ ("position"), roomID, position, writtenAt: new Date(at).toISOString() };
        return this.add(write, 0, entry => entry.kind === "position");
    }

    /**
     * Whether the server has a position from this tab. It counts the age from when it has had it, which may be seconds after it
     * was sent.
     * @param {string} roomID
     * @param {{ seconds: number, running: boolean, age: number }} position as the copy keeps it.
     * @param {number} slack in seconds.
     */
    isFromHere(roomID, { seconds, running, age }, slack) {
        const sent = this.copy?.sentPositions.get(roomID);
        if (sent?.seconds !== seconds || sent.running !== running) return false;
        return -age >= sent.from / 1000 - slack && -age <= sent.to / 1000 + slack;
    }

    /**
     * Adds or takes back my reaction to a comment.
     * @param {string} roomID
     * @param {{ commentID: string, emoji: string, on: boolean }} reaction
     */
    react(roomID, reaction) {
        const { commentID, emoji } = reaction;
        const isSame = (/** @type {Copy.Entry} */ { reaction: other }) => other?.commentID === commentID && other.emoji === emoji;
        return this.add({ kind: "reaction", roomID, reaction }, 0, isSame);
    }

    /**
     * Moves the read marker, never back.
     * @param {string} roomID
     * @param {{ id: string, number: number }} comment
     */
    async markRead(roomID, { id, number }) {
        const { copy } = this;
        const room = copy?.rooms.get(roomID)?.body ?? copy?.first.rooms.get(roomID);
        if (!copy || !room || number <= room.readNumber) return;
        const higher = pending(copy).some(entry => entry.roomID === roomID && (entry.mark?.number ?? 0) >= number);
        if (higher) return;
        const mark = { commentID: id, number, unreadCount: unreadAbove(copy, room, number) ?? room.unreadCount };
        await this.add({ kind: "read", roomID, mark }, markerDelay, entry => entry.kind === "read");
    }

    /**
     * Changes a comment that was never sent, or was refused. A refused one stays refused until `retry`.
     * @param {string} id
     * @param {{ content?: string, seconds?: number, literal?: boolean, quote?: null }} change
     */
    changeComment(id, change) {
        return this.alter(id, async (stores, entry) => {
            if (entry.comment) await stores.put("outbox", { ...entry, comment: { ...entry.comment, ...change } });
        });
    }

    /**
     * Takes out a comment that was never sent, or was refused.
     * @param {string} id
     */
    removeComment(id) {
        return this.alter(id, (stores, entry) => stores.remove("outbox", entry.id));
    }

    /**
     * Sends a refused write again.
     * @param {number} writeID
     */
    async retry(writeID) {
        await this.refused(writeID, (stores, { problem, ...entry }) => stores.put("outbox", { ...entry, attempts: 0, due: 0 }));
        await this.flush();
    }

    /** @param {number} writeID */
    async discard(writeID) {
        await this.refused(writeID, (stores, entry) => stores.remove("outbox", entry.id));
    }

    /** All that waits or was refused. */
    writes() {
        return (this.copy?.entries ?? []).filter(entry => entry.answered === undefined);
    }

    /** The number of writes that a person would miss: not of read markers and positions. */
    unsent() {
        const missed = this.writes().filter(entry => entry.kind !== "read" && entry.kind !== "position");
        return missed.length + (this.copy?.unsentMoves ?? 0);
    }

    /** Whether what waits outlasts the page. */
    isKept() { return this.copy?.database.isPersistent ?? true; }

    /** Sends at once what waits. */
    async flush() {
        const { copy } = this;
        if (!copy || !this.writes().some(entry => !entry.problem)) return;
        try {
            await copy.sender?.wake();
        } catch (error) {
            // Signing out has erased the outbox meanwhile.
            if (copy.isPresent) throw error;
        }
    }

    /**
     * @param {string} roomID
     * @param {"watched" | "unwatched"} kind
     */
    async mark(roomID, kind) {
        const { copy } = this;
        const room = copy?.rooms.get(roomID)?.body ?? copy?.first.rooms.get(roomID);
        if (!copy || !room) return;
        const isMark = (/** @type {Copy.Entry} */ entry) => entry.kind === "watched" || entry.kind === "unwatched";
        const sent = pending(copy).findLast(entry => entry.roomID === roomID && isMark(entry) && entry.attempts > 0);
        const isWatched = sent ? sent.kind === "watched"
            : room.members.some(member => member.user.id === copy.userID && member.watchedAt !== undefined);
        await this.add(isWatched === (kind === "watched") ? { roomID } : { kind, roomID }, 0, isMark);
    }

    /**
     * Adds a write, in place of those on its room that were never sent.
     * @param {Partial<Copy.Entry> & { roomID: string }} entry without a kind nothing is added.
     * @param {number} [delay] in milliseconds.
     * @param {(entry: Copy.Entry) => boolean} [isReplaced]
     */
    async add(entry, delay = 0, isReplaced = () => false) {
        const { copy } = this;
        if (!copy) return;
        await writeEntries(copy, async stores => {
            /** @type {Copy.Entry[]} */
            const present = await stores.all("outbox");
            const replaced = present.filter(other =>
                other.roomID === entry.roomID && other.attempts === 0 && !other.problem && isReplaced(other));
            for (const other of replaced) await stores.remove("outbox", other.id);
            if (!entry.kind) return;
            const writtenAt = new Date(copy.now).toISOString();
            // A marker that moves on waits no longer than the one before.
            const due = Math.min(...replaced.map(other => other.due), this.platform.now() + delay);
            await stores.put("outbox", { writtenAt, ...entry, attempts: 0, due });
        });
        copy.sender?.send();
    }

    /**
     * Changes the entry of a comment, unless it may have arrived.
     * @param {string} commentID
     * @param {(stores: Copy.Stores, entry: Copy.Entry) => Promise<unknown>} change
     * @returns {Promise<boolean>} whether it was changed.
     */
    async alter(commentID, change) {
        const { copy } = this;
        return copy !== undefined && writeEntries(copy, async stores => {
            /** @type {Copy.Entry[]} */
            const entries = await stores.all("outbox");
            const entry = entries.find(other => other.comment?.id === commentID && (other.attempts === 0 || other.problem));
            if (entry) await change(stores, entry);
            return entry !== undefined;
        });
    }

    /**
     * @param {number} writeID
     * @param {(stores: Copy.Stores, entry: Copy.Entry) => Promise<unknown>} change
     */
    async refused(writeID, change) {
        const { copy } = this;
        if (!copy) return;
        await writeEntries(copy, async stores => {
            const entry = await stores.get("outbox", writeID);
            if (entry?.problem) await change(stores, entry);
        });
    }
}

/**
 * A new UUID of version 7, which begins with its time, so that ids sort in the order of creation.
 * @param {import("./platform.js").Platform} platform
 * @param {number} now in milliseconds.
 */
function newID(platform, now) {
    const bytes = platform.randomBytes(16);
    for (let place = 0; place < 6; place++) bytes[place] = Math.floor(now / 2 ** (40 - 8 * place)) % 256;
    bytes[6] = 0x70 | (bytes[6] & 0x0F);
    bytes[8] = 0x80 | (bytes[8] & 0x3F);
    const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
