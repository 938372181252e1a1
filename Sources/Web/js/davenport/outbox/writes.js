// The acts that the outbox keeps: each is on disk before it is shown. It is loaded with a room's page, or with the first of them.

import { fleeting } from "../copy/change-page.js";
import { isMark, pending, settledEntries, writeEntries } from "../copy/person-copy.js";
import { unreadAbove } from "../copy/updates.js";

/** @typedef {import("../davenport.js").Davenport} Davenport */

/** The time from a read marker to its request, in milliseconds, because a higher one often follows. */
const markerDelay = 2000;

/** Adds writes to the outbox, and changes those that wait or were refused. */
export class Writes {
    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.platform = davenport.platform;
        this.outbox = davenport.outbox;
        this.outbox.acts = this;
    }

    get copy() { return this.davenport.copy; }

    /**
     * Adds a comment. With `draft`, the place of the draft that it was, the draft goes with the same transaction.
     * @param {string} roomID
     * @param {{ content: string, seconds?: number, literal?: boolean, quote?: string, replyTo?: string }} comment
     * @param {{ draft?: string }} options
     * @returns {Promise<string>} the new comment's id.
     */
    async addComment(roomID, comment, { draft } = {}) {
        const id = this.davenport.newID();
        await this.add({ kind: "comment", roomID, comment: { id, ...comment } }, { draft });
        return id;
    }

    /**
     * Marks a room as watched. With `holdFor`, the outbox shows and sends the mark only after that number of seconds, and
     * `unmarkWatched` takes it back until then. The mark counts if the page goes before.
     * @param {string} roomID
     * @param {{ holdFor?: number }} options
     */
    markWatched(roomID, { holdFor } = {}) {
        return this.mark(roomID, "watched", holdFor);
    }

    /**
     * Removes the person's watched mark from a room.
     * @param {string} roomID
     */
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
        return this.add(write, { isReplaced: entry => entry.kind === "position" });
    }

    /**
     * Adds or takes back my reaction to a comment.
     * @param {string} roomID
     * @param {{ commentID: string, emoji: string, on: boolean }} reaction
     */
    react(roomID, reaction) {
        const { commentID, emoji } = reaction;
        const isSame = (/** @type {Copy.Entry} */ { reaction: other }) => other?.commentID === commentID && other.emoji === emoji;
        return this.add({ kind: "reaction", roomID, reaction }, { isReplaced: isSame });
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
        if (pending(copy).some(entry => entry.roomID === roomID && (entry.mark?.number ?? 0) >= number)) return;
        const mark = { commentID: id, number, unreadCount: unreadAbove(copy, room, number) ?? room.unreadCount };
        await this.add({ kind: "read", roomID, mark }, { delay: markerDelay, isReplaced: entry => entry.kind === "read" });
    }

    /**
     * Changes a comment that was never sent, or was refused. A refused one stays refused until `retry`.
     * @param {string} id
     * @param {{ content?: string, seconds?: number, literal?: boolean, quote?: null }} change
     * @returns {Promise<boolean>} false if the comment may have arrived.
     */
    changeComment(id, change) {
        return this.alter(isUnsent(id), async (stores, entry) => {
            if (entry.comment) await stores.put("outbox", { ...entry, comment: { ...entry.comment, ...change } });
        });
    }

    /**
     * Takes out a comment that was never sent, or was refused.
     * @param {string} id
     * @returns {Promise<boolean>} false if the comment may have arrived.
     */
    removeComment(id) {
        return this.alter(isUnsent(id), (stores, entry) => stores.remove("outbox", entry.id));
    }

    /**
     * Sends a refused write again, a comment with changes.
     * @param {number | string} writeID of `notSent`. Drafts and moves can't be sent again.
     * @param {Parameters<Writes["changeComment"]>[1]} [change]
     * @returns {Promise<boolean>} whether it was still refused.
     */
    async retry(writeID, change) {
        const isFound = await this.alter(isRefused(writeID),
            (stores, entry) => stores.put("outbox", sentAgain(entry, change, this.davenport.newID())));
        this.outbox.flush();
        return isFound;
    }

    /**
     * Throws away what wasn't sent.
     * @param {number | string} writeID of `notSent`.
     */
    async discard(writeID) {
        const place = String(writeID).replace(/^draft:/, "");
        const shown = this.copy?.drafts.get(place);
        if (await this.alter(isRefused(writeID), (stores, entry) => stores.remove("outbox", entry.id))) return;
        if (typeof writeID !== "number") await this.davenport.drafts.discard(place, shown);
    }

    /**
     * @param {string} roomID
     * @param {"watched" | "unwatched"} kind
     * @param {number} [holdFor] in seconds.
     */
    async mark(roomID, kind, holdFor) {
        const { copy } = this;
        const room = copy?.rooms.get(roomID)?.body ?? copy?.first.rooms.get(roomID);
        /** @param {Copy.Stores} stores */
        const isNeeded = async stores => !copy || !room || await willHaveWatched(copy, stores, room) !== (kind === "watched");
        await this.add({ kind, roomID }, { isReplaced: isMark, isNeeded, holdFor });
    }

    /**
     * Adds a write, in place of those on its room that were never sent. Rejects if it can't be kept.
     * @param {Partial<Copy.Entry> & { roomID: string }} entry
     * @param {{ delay?: number, holdFor?: number, draft?: string, isReplaced?: (entry: Copy.Entry) => boolean,
     *     isNeeded?: (stores: Copy.Stores) => Promise<boolean> }} options `delay` is in milliseconds, `holdFor` in seconds.
     */
    async add(entry, { delay = 0, holdFor, draft, isReplaced = () => false, isNeeded } = {}) {
        const { copy, davenport: { drafts } } = this;
        if (!copy && fleeting.includes(entry.kind ?? "")) return;
        // The caller keeps the words.
        if (!copy) throw new DOMException("Nobody is signed in.", "InvalidStateError");
        const typed = draft === undefined ? undefined : drafts.forget(draft);
        const now = this.platform.now();
        const heldUntil = holdFor === undefined ? undefined : now + holdFor * 1000;
        await writeEntries(copy, async stores => {
            if (draft !== undefined) await stores.remove("drafts", draft);
            /** @type {Copy.Entry[]} */
            const present = await stores.all("outbox");
            const replaced = present.filter(other =>
                other.roomID === entry.roomID && other.attempts === 0 && !other.problem && isReplaced(other));
            for (const other of replaced) await stores.remove("outbox", other.id);
            if (isNeeded && !await isNeeded(stores)) return;
            const writtenAt = new Date(copy.now).toISOString();
            // A marker that moves on waits no longer than the one before.
            const due = heldUntil ?? Math.min(...replaced.map(other => other.due), now + delay);
            await stores.put("outbox", { writtenAt, ...entry, attempts: 0, due, ...(heldUntil && { heldUntil }) });
        }, [...draft === undefined ? [] : ["drafts"], ...isNeeded ? ["items"] : []]).catch(error => {
            if (draft !== undefined && typed && !drafts.waiting.has(draft)) drafts.save(draft, typed.draft);
            throw error;
        });
        if (draft !== undefined) await drafts.removed(copy, draft);
        if (heldUntil !== undefined) this.outbox.showHeld(copy);
        this.outbox.lets(copy, "send");
    }

    /**
     * Changes an entry.
     * @param {(entry: Copy.Entry) => unknown} isMeant
     * @param {(stores: Copy.Stores, entry: Copy.Entry) => Promise<unknown>} change
     * @returns {Promise<boolean>} whether there is such an entry.
     */
    async alter(isMeant, change) {
        const { copy } = this;
        return copy !== undefined && writeEntries(copy, async stores => {
            /** @type {Copy.Entry[]} */
            const entries = await stores.all("outbox");
            const entry = entries.find(isMeant);
            if (entry) await change(stores, entry);
            return entry !== undefined;
        });
    }
}

/**
 * Whether an entry is a comment that can't have arrived: it was never sent, or the server refused it.
 * @param {string} commentID
 * @returns {(entry: Copy.Entry) => unknown}
 */
const isUnsent = commentID => ({ comment, attempts, problem }) => comment?.id === commentID && (attempts === 0 || problem);

/**
 * Whether an entry is a refused write.
 * @param {number | string} writeID
 * @returns {(entry: Copy.Entry) => unknown}
 */
const isRefused = writeID => ({ id, problem }) => id === writeID && problem;

/**
 * A refused write as it is sent again. A changed comment whose id stands for something else on the server gets a new one.
 * @param {Copy.Entry} entry
 * @param {Partial<NonNullable<Copy.Entry["comment"]>> | undefined} change of a comment.
 * @param {string} newID
 * @returns {Copy.Entry}
 */
function sentAgain({ problem, comment, ...entry }, change, newID) {
    const isTaken = problem?.code === "id_taken" && change !== undefined;
    const changed = comment && { ...comment, ...change, ...(isTaken && { id: newID }) };
    return { ...entry, ...(changed && { comment: changed }), attempts: 0, due: 0 };
}

/**
 * Whether I will have watched a room once the marks have arrived that were sent, by what is on disk: memory may not know yet
 * that one is being sent, or that its effect is here.
 * @param {Copy.Memory} copy
 * @param {Copy.Stores} stores those of the outbox and the items.
 * @param {Wire.Room} room as memory has it.
 */
async function willHaveWatched(copy, stores, room) {
    const settled = new Set([...settledEntries(copy)].map(entry => entry.id));
    /** @type {Copy.Entry[]} */
    const present = await stores.all("outbox");
    const sent = present.findLast(entry =>
        entry.roomID === room.id && isMark(entry) && entry.attempts > 0 && !entry.problem && !settled.has(entry.id));
    if (sent) return sent.kind === "watched";
    /** @type {Wire.Room} */
    const { members } = (await stores.get("items", ["rooms", room.id]))?.body ?? room;
    return members.some(member => member.user.id === copy.userID && member.watchedAt !== undefined);
}
