// What the copy can't read, of an older version or of an answer that lied, is fetched again by itself.

import { conforms } from "../api/operations.js";

/** The shapes of collections and documents (docs/openapi.json). */
const shapes = /** @type {const} */ ({ rooms: "Room", assignments: "Assignment", people: "UserStub" });
/** @type {Record<string, string>} */
const documentShapes = {
    me: "Me", friends: "FriendList", blocks: "UserStubItems", mutes: "Mutes", notifications: "ChangesPreferences",
    dashboard: "DashboardOutline",
};

/**
 * Whether a row with the progress of the copy can be read.
 * @param {any} state
 */
export function isState(state) {
    const numbers = ["pass", "begunAfter", "endedAfter", "skew", "revision"];
    return numbers.every(name => Number.isFinite(state?.[name])) && Array.isArray(state.partial)
        && (state.cursor === undefined || typeof state.cursor === "string");
}

/**
 * Deletes what can't be read, and lets everything be fetched anew.
 * @param {Copy.Memory} copy
 * @param {Record<keyof typeof shapes, Copy.Item<any>[]> & { documents: { name: string, body: any }[] }} found
 * @returns {Promise<boolean>} whether there was something.
 */
export async function repairCopy(copy, found) {
    const collections = /** @type {(keyof typeof shapes)[]} */ (Object.keys(shapes));
    const items = (await Promise.all(collections.map(name => unreadable(shapes[name], found[name])))).flat();
    /** @type {string[]} */
    const documents = [];
    for (const { name, body } of found.documents) {
        if (documentShapes[name] && !await conforms(documentShapes[name], body)) documents.push(name);
    }
    if (items.length + documents.length === 0) return false;
    await copy.database.transaction(["items", "documents", "cursor"], "readwrite", async stores => {
        for (const { collection, id } of items) await stores.remove("items", [collection, id]);
        for (const name of documents) await stores.remove("documents", name);
        const state = await stores.get("cursor", "state");
        if (!isState(state)) return;
        const { cursor, ...rest } = state;
        const next = { ...rest, pass: state.pass + 1, isPaging: false, isFull: false, revision: state.revision + 1 };
        await stores.put("cursor", next, "state");
    });
    return true;
}

/**
 * The stored comments of a room by id. If one can't be read, all are read again by the room's list.
 * @param {Copy.Memory} copy
 * @param {string} roomID
 * @returns {Promise<Map<string, Wire.Comment>>}
 */
export async function storedComments(copy, roomID) {
    const { database } = copy;
    const keys = ["comments", roomID];
    const items = await database.transaction(["items"], "readonly", stores => stores.all("items", keys, "parent"));
    if ((await unreadable("Comment", items)).length === 0) return new Map(items.map(item => [item.id, item.body]));
    await database.transaction(["items"], "readwrite", async stores => {
        await stores.removeAll("items", ["comments", roomID], "parent");
        const room = await stores.get("items", ["rooms", roomID]);
        if (room) await stores.put("items", { ...room, complete: 0 });
    });
    const room = copy.rooms.get(roomID);
    if (room) copy.rooms.set(roomID, { ...room, complete: 0 });
    return new Map();
}

/**
 * @param {string} shape
 * @param {readonly Copy.Item<any>[]} items
 */
async function unreadable(shape, items) {
    if (await conforms(`[${shape}]`, items.map(item => item.body))) return [];
    const found = await Promise.all(items.map(item => conforms(shape, item.body)));
    return items.filter((_, place) => !found[place]);
}
