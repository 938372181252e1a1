// The comments of an open room in memory. The copy gives each change of the database to the rooms that are open.

import { unreadable } from "../copy/updates.js";

/**
 * A room that a screen has open, with its comments in memory.
 * @implements {Copy.OpenRoom}
 */
export class OpenRoom {
    /** The number of screens that have it open. */
    count = 0;
    /**
     * The stored comments by id.
     * @type {Map<string, Wire.Comment>}
     */
    stored = new Map();
    /**
     * Those of the room's list, while the stored ones aren't complete.
     * @type {Map<string, Wire.Comment> | undefined}
     */
    listed = undefined;

    /**
     * @param {Copy.Memory} copy
     * @param {string} id
     */
    constructor(copy, id) {
        this.copy = copy;
        this.id = id;
    }

    /**
     * Takes over what a transaction of this tab or another has changed.
     * @param {Copy.Effect} effect
     * @returns {Promise<boolean>} whether its comments may be others now.
     */
    async take(effect) {
        const { id } = this;
        const comments = (effect.comments?.items ?? []).filter(({ roomID }) => roomID === id);
        const removed = (effect.comments?.removed ?? []).filter(({ roomID }) => roomID === id);
        for (const comment of comments) for (const known of [this.stored, this.listed]) known?.set(comment.id, comment);
        for (const comment of removed) for (const known of [this.stored, this.listed]) known?.delete(comment.id);
        const isReread = effect.reread.includes(id) || effect.removedRooms.includes(id);
        if (isReread) await this.reread();
        if (effect.removedRooms.includes(id)) this.listed = undefined;
        return isReread || comments.length + removed.length > 0;
    }

    /**
     * Reads the stored comments, which replace the list once they are complete. If one can't be read, all are read again by the
     * room's list.
     */
    async reread() {
        const { id, copy: { database, rooms } } = this;
        const own = ["comments", id];
        const items = await database.transaction(["items"], "readonly", stores => stores.all("items", own, "parent"));
        if ((await unreadable("Comment", items)).length === 0) {
            this.stored = new Map(items.map(item => [item.id, item.body]));
            // What the list had may be gone by now.
            if (rooms.get(id)?.complete) this.listed = undefined;
            return;
        }
        await database.transaction(["items"], "readwrite", async stores => {
            await stores.removeAll("items", own, "parent");
            const room = await stores.get("items", ["rooms", id]);
            if (room) await stores.put("items", { ...room, complete: 0 });
        });
        const room = rooms.get(id);
        if (room) rooms.set(id, { ...room, complete: 0 });
        this.stored = new Map();
    }
}
