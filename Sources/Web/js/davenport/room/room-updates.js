// What opening a room changes in the copy in the database.

import { put } from "../copy/change-page.js";
import { commitState, isArchived, isAt, readState, tables } from "../copy/updates.js";

/** The number of archived rooms whose comments the copy keeps: those that were opened last. */
const archivesKept = 30;

/**
 * Writes all comments of a room from its list.
 * @param {Copy.Memory} copy
 * @param {Copy.State} asked the state before the list was requested: a change that came since may be older than the list.
 * @param {string} roomID
 * @param {readonly Wire.Comment[]} comments
 * @returns {Promise<Copy.Effect | undefined>} undefined if the copy has changed since, so that nothing was written.
 */
export function writeList(copy, asked, roomID, comments) {
    return copy.database.transaction(tables, "readwrite", async stores => {
        const before = await readState(stores);
        const room = await stores.get("items", ["rooms", roomID]);
        if (!isAt(before, asked) || !room) return undefined;
        await stores.removeAll("items", ["comments", roomID], "parent");
        const { pass } = before;
        for (const body of comments) await put(stores, { collection: "comments", id: body.id, parent: roomID, pass, body });
        const complete = { ...room, complete: Math.max(before.pass, 1) };
        await put(stores, complete);
        const effect = await commitState(stores, { ...before, revision: before.revision + 1 });
        return { ...effect, rooms: [complete], reread: [roomID] };
    });
}

/**
 * Notes when a room was opened, and deletes the comments of archived rooms, except of those that were opened last.
 * @param {Copy.Memory} copy
 * @param {string} roomID
 * @returns {Promise<Copy.Effect>}
 */
export function noteOpenedAndPrune(copy, roomID) {
    return copy.database.transaction(tables, "readwrite", async stores => {
        const before = await readState(stores);
        /** @type {Copy.Item<any>[]} */
        const rooms = await stores.all("items", { from: ["rooms", 0], to: ["rooms", Infinity] }, "pass");
        const opened = rooms.find(item => item.id === roomID);
        if (opened) await put(stores, { ...opened, openedAt: copy.platform.now() });
        const now = copy.platform.now() + before.skew;
        const archived = rooms.filter(item => item !== opened && item.complete && isArchived(item.body, now));
        archived.sort((a, b) => (b.openedAt ?? 0) - (a.openedAt ?? 0));
        const closed = archived.filter((item, place) => place >= archivesKept - 1 || !item.openedAt)
            .map(item => ({ ...item, complete: 0 }));
        for (const item of closed) {
            await put(stores, item);
            await stores.removeAll("items", ["comments", item.id], "parent");
        }
        const effect = await commitState(stores, { ...before, revision: before.revision + 1 });
        return { ...effect, rooms: closed, reread: closed.map(item => item.id) };
    });
}
