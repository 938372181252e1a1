// The acts that the outbox keeps: each is on disk before it is shown. It is loaded with a room's page, or with the first of them.

import { fleeting } from "../copy/change-page.js";
import { isMark, pending, settledEntries, writeEntries } from "../copy/person-copy.js";
import { unreadAbove } from "../copy/updates.js";
import { bytesPlace } from "../drafts.js";
import { changed, isRefused, isUnsent, named, remove, sentAgain } from "./altered.js";
import { dropAll, dropBytes, keepBytes, renamed } from "./kept-pictures.js";

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
     * Adds a comment, with its pictures. With `draft`, the place of the draft that it was, the draft goes with the same
     * transaction.
     * @param {string} roomID
     * @param {App.CommentContent} comment
     * @param {{ draft?: string }} options
     * @returns {Promise<string>} the new comment's id.
     */
    async addComment(roomID, { pictures, ...comment }, { draft } = {}) {
        const id = this.davenport.newID();
        await this.add({ kind: "comment", roomID, comment: { id, ...comment } }, { draft, pictures });
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
     * @param {App.CommentChange} change
     * @returns {Promise<boolean>} false if the comment may have arrived.
     */
    changeComment(id, change) {
        return this.alter(isUnsent(id), (stores, entry) => this.put(stores, entry, changed(entry, change)), change.pictures);
    }

    /**
     * Takes out a comment that was never sent, or was refused.
     * @param {string} id
     * @returns {Promise<boolean>} false if the comment may have arrived.
     */
    removeComment(id) {
        return this.alter(isUnsent(id), remove);
    }

    /**
     * Sends a refused write again, a comment with changes.
     * @param {number | string} writeID of `notSent`. Drafts and moves can't be sent again.
     * @param {Parameters<Writes["changeComment"]>[1]} [change]
     * @returns {Promise<boolean>} whether it was still refused.
     */
    async retry(writeID, change) {
        const isFound = await this.alter(isRefused(writeID), async (stores, entry) => {
            const next = sentAgain(entry, change, this.davenport.newID());
            // What the server has under these ids is another comment's.
            const isTaken = ["id_taken", "unknown_file"].includes(entry.problem?.code ?? "") && next.pictures;
            const pictures = isTaken ? await this.renamed(stores, next.pictures) : next.pictures;
            await this.put(stores, entry, { ...next, ...(pictures && { pictures }) });
        }, change?.pictures);
        this.outbox.flush();
        return isFound;
    }

    /**
     * Throws away what wasn't sent.
     * @param {number | string} writeID of `notSent`.
     */
    async discard(writeID) {
        const place = String(writeID).replace(/^draft:/, "");
        const { copy } = this;
        const shown = copy?.drafts.get(place);
        if (await this.alter(isRefused(writeID), remove)) return;
        if (typeof writeID !== "number") await this.davenport.drafts.discard(place, shown);
        if (copy && shown?.pictures) await dropAll(copy, shown.pictures);
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
     * @param {{ delay?: number, holdFor?: number, draft?: string, pictures?: App.CommentContent["pictures"],
     *     isReplaced?: (entry: Copy.Entry) => boolean, isNeeded?: (stores: Copy.Stores) => Promise<boolean> }} options `delay` is
     *     in milliseconds, `holdFor` in seconds.
     */
    async add(entry, { delay = 0, holdFor, draft, pictures = [], isReplaced = () => false, isNeeded } = {}) {
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
            const kept = pictures.length > 0 && { pictures: await keepBytes(stores, this.withBytes(pictures), now) };
            const write = named({ writtenAt, ...entry, ...kept });
            await stores.put("outbox", { ...write, attempts: 0, due, ...(heldUntil && { heldUntil }) });
        }, [...draft === undefined && pictures.length === 0 ? [] : ["drafts"], ...isNeeded ? ["items"] : []]).catch(error => {
            if (draft !== undefined && typed && !drafts.waiting.has(draft)) drafts.save(draft, typed.draft);
            throw error;
        });
        for (const { id } of pictures) drafts.forget(bytesPlace(id));
        if (draft !== undefined) await drafts.removed(copy, draft);
        if (heldUntil !== undefined) this.outbox.showHeld(copy);
        this.outbox.lets(copy, "send");
    }

    /**
     * Changes an entry.
     * @param {(entry: Copy.Entry) => unknown} isMeant
     * @param {(stores: Copy.Stores, entry: Copy.Entry) => Promise<unknown>} change
     * @param {readonly App.ChosenPicture[]} [pictures] those that it gets.
     * @returns {Promise<boolean>} whether there is such an entry.
     */
    async alter(isMeant, change, pictures) {
        const { copy } = this;
        if (!copy) return false;
        const found = await writeEntries(copy, async stores => {
            /** @type {Copy.Entry[]} */
            const entries = await stores.all("outbox");
            const entry = entries.find(isMeant);
            if (entry) await change(stores, entry);
            return entry;
        }, pictures || copy.entries.some(entry => entry.pictures) ? ["drafts"] : []);
        if (found?.pictures) await this.davenport.drafts.changed(copy, found.pictures.map(({ id }) => bytesPlace(id)));
        return found !== undefined;
    }

    /**
     * Writes what an entry has become, with the bytes of pictures that were added, and without those that nothing names any more.
     * @param {Copy.Stores} stores
     * @param {Copy.Entry} before
     * @param {Copy.Entry} after
     */
    async put(stores, before, after) {
        const pictures = after.pictures && await keepBytes(stores, this.withBytes(after.pictures), this.platform.now());
        await stores.put("outbox", named({ ...after, ...(pictures && { pictures }) }));
        await dropBytes(stores, before.pictures);
    }

    /**
     * @param {Copy.Stores} stores
     * @param {readonly App.ChosenPicture[]} pictures
     */
    async renamed(stores, pictures) {
        await keepBytes(stores, this.withBytes(pictures), this.platform.now());
        return renamed(stores, pictures, () => this.davenport.newID());
    }

    /**
     * Pictures with those bytes that were chosen a moment ago, and aren't stored yet.
     * @param {readonly (App.ChosenPicture & { file?: Blob })[]} pictures
     */
    withBytes(pictures) {
        const { waiting } = this.davenport.drafts;
        return pictures.map(picture => ({ ...picture, file: picture.file ?? waiting.get(bytesPlace(picture.id))?.draft?.file }));
    }
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
