// The writes that work offline. Each is on disk before it is shown; one tab at a time sends them.

import { fleeting } from "./copy/change-page.js";
import { isMark, pending, readEntries, willHaveWatched, writeEntries } from "./copy/person-copy.js";
import { unreadAbove } from "./copy/rooms.js";
import { isRefused, notSentOf, sentAgain } from "./outbox/not-sent.js";

/** @typedef {import("./davenport.js").Davenport} Davenport */

/** A read marker waits for so long, in milliseconds, since a higher one often follows. */
const markerDelay = 2000;
/** The pause before a module is loaded again that couldn't be, in milliseconds. */
const loadPause = 10_000;

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
            if (this.writes().some(entry => !entry.problem)) this.lets(copy, "expect");
        });
        await readEntries(copy);
        this.showHeld(copy);
        if (this.writes().length > 0) this.lets(copy, "send");
        if (![...copy.drafts.keys()].some(place => place.startsWith("play:"))) return;
        // Plays go on sending. If their module can't be loaded now, their pages do it.
        import("./play/plays.js").then(({ Plays }) => this.davenport.use(Plays).resume()).catch(() => {});
    }

    /**
     * Shows the held writes once their time is over.
     * @param {Copy.Memory} copy
     */
    showHeld(copy) {
        const now = this.platform.now();
        const times = copy.entries.map(entry => entry.heldUntil ?? 0).filter(time => time > now);
        if (times.length === 0) return;
        this.platform.setTimeout(() => {
            if (!copy.isPresent) return;
            readEntries(copy).catch(error => this.platform.report(error));
            this.showHeld(copy);
        }, Math.min(...times) - now + 1);
    }

    /**
     * Adds a comment. With `draft`, the place of the draft that it was, the draft goes with the same transaction.
     * @param {string} roomID
     * @param {{ content: string, seconds?: number, literal?: boolean, quote?: string }} comment
     * @param {{ draft?: string }} options
     * @returns {Promise<string>} the new comment's id.
     */
    async addComment(roomID, comment, { draft } = {}) {
        const id = this.davenport.newID();
        await this.add({ kind: "comment", roomID, comment: { id, ...comment } }, { draft });
        return id;
    }

    /**
     * Marks a room as watched. With `holdFor`, in seconds, it is neither shown nor sent for so long, and `unmarkWatched` takes it
     * back; it counts if the page goes before.
     * @param {string} roomID
     * @param {{ holdFor?: number }} options
     */
    markWatched(roomID, { holdFor } = {}) {
        return this.mark(roomID, "watched", holdFor);
    }

    /**
     * Takes my mark back.
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
     */
    changeComment(id, change) {
        return this.alter(isUnsent(id), async (stores, entry) => {
            if (entry.comment) await stores.put("outbox", { ...entry, comment: { ...entry.comment, ...change } });
        });
    }

    /**
     * Takes out a comment that was never sent, or was refused.
     * @param {string} id
     */
    removeComment(id) {
        return this.alter(isUnsent(id), (stores, entry) => stores.remove("outbox", entry.id));
    }

    /**
     * Everything that wasn't sent and waits for its author's decision. Topic `writes` says that it has changed.
     * @returns {App.NotSent[]}
     */
    notSent() { return notSentOf(this.davenport); }

    /**
     * Sends a refused write again, a comment with changes.
     * @param {number | string} writeID of `notSent`. Drafts and moves can't be sent again.
     * @param {Parameters<Outbox["changeComment"]>[1]} [change]
     * @returns {Promise<boolean>} whether it was still refused.
     */
    async retry(writeID, change) {
        const isFound = await this.alter(isRefused(writeID),
            (stores, entry) => stores.put("outbox", sentAgain(entry, change, this.davenport.newID())));
        this.flush();
        return isFound;
    }

    /**
     * Throws away what wasn't sent.
     * @param {number | string} writeID of `notSent`.
     */
    async discard(writeID) {
        if (await this.alter(isRefused(writeID), (stores, entry) => stores.remove("outbox", entry.id))) return;
        if (typeof writeID === "number") return;
        this.davenport.drafts.save(writeID.replace(/^draft:/, ""), undefined);
        await this.davenport.drafts.flush();
    }

    /** All that waits or was refused. */
    writes() {
        return (this.copy?.entries ?? []).filter(entry => entry.answered === undefined);
    }

    /** The number of writes that a person would miss: not of read markers and positions. */
    unsent() {
        const missed = this.writes().filter(({ kind }) => kind !== "read" && kind !== "position").length;
        return missed + (this.copy?.unsentMoves ?? 0);
    }

    /** Whether what waits outlasts the page. */
    isKept() { return this.copy?.database.isPersistent ?? true; }

    /** Sends at once what waits. */
    async flush() {
        const { copy } = this;
        if (!copy || !this.writes().some(entry => !entry.problem)) return;
        try {
            await this.lets(copy, "wake");
        } catch (error) {
            // Signing out has erased the outbox meanwhile.
            if (copy.isPresent) throw error;
        }
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
        // Whoever called keeps the words.
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
        if (heldUntil !== undefined) this.showHeld(copy);
        this.lets(copy, "send");
    }

    /**
     * Lets the sender act. It is loaded once something waits; if it can't be now, what waits is on disk, and it is tried again.
     * @param {Copy.Memory} copy
     * @param {"send" | "expect" | "wake"} act
     * @returns {Promise<void>}
     */
    async lets(copy, act) {
        const module = await import("./outbox/sender.js").catch(() => {});
        if (!copy.isPresent) return;
        if (!module) return void this.platform.setTimeout(() => this.lets(copy, "send"), loadPause);
        copy.sender ??= new module.Sender(copy);
        await copy.sender[act]();
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
 * Whether an entry is a comment that may not have arrived.
 * @param {string} commentID
 * @returns {(entry: Copy.Entry) => unknown}
 */
const isUnsent = commentID => ({ comment, attempts, problem }) => comment?.id === commentID && (attempts === 0 || problem);
