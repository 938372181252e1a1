// The copy in the database: each page of changes and its cursor is one transaction (docs/sync.md).

import { beginning } from "./memory.js";
import { endPass, isArchived, put, writePage } from "./page.js";

/** @typedef {import("../storage/database.js").Stores} Stores */
/** @typedef {import("../storage/database.js").Database} Database */
/** @typedef {import("../types/replica.js").State} State */
/** @typedef {import("../types/replica.js").Effect} Effect */
/** @typedef {import("../types/wire.js").Changes} Changes */
/** @typedef {import("../types/wire.js").Comment} Comment */

/** The comments of so many archived rooms are kept: of those opened last. */
const archivesKept = 30;
const tables = ["items", "documents", "cursor"];

/**
 * @param {Stores} stores
 * @returns {Promise<State>}
 */
export async function readState(stores) {
    return await stores.get("cursor", "state") ?? beginning;
}

/**
 * Writes a page with its cursor.
 * @param {Database} database
 * @param {State} asked the state with which the page was requested.
 * @param {Changes} page
 * @param {number} answers the outbox's answers that were counted before the request.
 * @returns {Promise<Effect | undefined>} undefined if the copy has changed since, so that nothing was written.
 */
export function apply(database, asked, page, answers) {
    return database.transaction(tables, "readwrite", async stores => {
        const before = await readState(stores);
        if (!isAt(before, asked)) return undefined;
        const begins = !before.isPaging;
        /** @type {State} */
        const state = {
            ...before, cursor: page.next, isPaging: true, skew: Date.parse(page.now) - Date.now(), revision: before.revision + 1,
            ...(begins && { pass: before.pass + 1, isFull: before.cursor === undefined, begunAfter: answers, partial: [] }),
        };
        const written = await writePage(stores, state, page);
        const effect = page.more ? written : await endPass(stores, written);
        await stores.put("cursor", effect.state, "state");
        return effect;
    });
}

/**
 * Begins to fetch everything, since the server can't list what has changed since the cursor. What is there stays shown.
 * @param {Database} database
 * @param {State} asked
 */
export function beginAnew(database, asked) {
    return database.transaction(tables, "readwrite", async stores => {
        const before = await readState(stores);
        if (!isAt(before, asked)) return undefined;
        const { cursor, ...rest } = before;
        // Pages that were requested before belong to no pass any more.
        return change(stores, { ...rest, pass: before.pass + 1, isPaging: false, isFull: false, revision: before.revision + 1 });
    });
}

/**
 * Writes all comments of a room from its list.
 * @param {Database} database
 * @param {State} asked the state before the list was requested: a change that came since may be older than the list.
 * @param {string} roomID
 * @param {readonly Comment[]} comments
 * @returns {Promise<Effect | undefined>} undefined if the copy has changed since, so that nothing was written.
 */
export function writeList(database, asked, roomID, comments) {
    return database.transaction(tables, "readwrite", async stores => {
        const before = await readState(stores);
        const room = await stores.get("items", ["rooms", roomID]);
        if (!isAt(before, asked) || !room) return undefined;
        await stores.removeAll("items", ["comments", roomID], "parent");
        for (const comment of comments) put(stores, { collection: "comments", id: comment.id, parent: roomID, pass: before.pass, body: comment });
        const complete = { ...room, complete: Math.max(before.pass, 1) };
        put(stores, complete);
        const effect = await change(stores, { ...before, revision: before.revision + 1 });
        return { ...effect, rooms: [complete], reread: [roomID] };
    });
}

/**
 * Notes that a room was opened, and lets the comments of archived rooms go, except of those opened last.
 * @param {Database} database
 * @param {string} roomID
 * @returns {Promise<Effect>}
 */
export function noteOpened(database, roomID) {
    return database.transaction(tables, "readwrite", async stores => {
        const before = await readState(stores);
        /** @type {import("../types/replica.js").Item<any>[]} */
        const rooms = await stores.all("items", { from: ["rooms", 0], to: ["rooms", Infinity] }, "pass");
        const opened = rooms.find(item => item.id === roomID);
        if (opened) put(stores, { ...opened, openedAt: Date.now() });
        const archived = rooms.filter(item => item !== opened && item.complete && isArchived(item.body, Date.now() + before.skew));
        archived.sort((a, b) => (b.openedAt ?? 0) - (a.openedAt ?? 0));
        const closed = archived.filter((item, place) => place >= archivesKept - 1 || !item.openedAt).map(item => ({ ...item, complete: 0 }));
        for (const item of closed) {
            put(stores, item);
            await stores.removeAll("items", ["comments", item.id], "parent");
        }
        const effect = await change(stores, { ...before, revision: before.revision + 1 });
        return { ...effect, rooms: closed, reread: closed.map(item => item.id) };
    });
}

/**
 * Whether nothing was written since, that the other state's answer could contradict.
 * @param {State} state
 * @param {State} asked
 */
function isAt(state, asked) {
    return state.cursor === asked.cursor && state.pass === asked.pass && state.isPaging === asked.isPaging;
}

/**
 * @param {Stores} stores
 * @param {State} state
 * @returns {Promise<Effect>}
 */
async function change(stores, state) {
    await stores.put("cursor", state, "state");
    return { state, rooms: [], removedRooms: [], documents: {}, people: [], reread: [], collections: [], reloads: false };
}
