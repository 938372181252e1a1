// What a page of changes writes into the items and documents, and what the end of a pass deletes.

import { keptRoom, peopleOfDocuments, stub } from "./updates.js";

const documentNames = /** @type {const} */ (["me", "friends", "blocks", "mutes", "notifications", "dashboard",
    "roomRequests"]);
/** @type {readonly { threads: "rooms" | "assignments", items: "comments" | "entries", parent: string }[]} */
const threaded = [
    { threads: "rooms", items: "comments", parent: "roomID" },
    { threads: "assignments", items: "entries", parent: "assignmentID" },
];

/**
 * Writes an item.
 * @param {Copy.Stores} stores
 * @param {Copy.Item<any>} item
 */
export function put(stores, item) {
    return stores.put("items", item);
}

/**
 * Writes a page's items and documents.
 * @param {Copy.Stores} stores
 * @param {Copy.State} state the state with the page.
 * @param {Wire.Changes} page
 * @returns {Promise<Copy.Effect>}
 */
export async function writePage(stores, state, page) {
    const { pass } = state;
    const partial = new Set(state.partial);
    const at = Date.parse(page.now);
    if (page.rooms) page = { ...page, rooms: { ...page.rooms, items: page.rooms.items.map(room => keptRoom(room, at)) } };
    for (const { threads, items, parent } of threaded) {
        await forgetThreads(stores, threads, page[threads]?.removed ?? []);
        await writeThreads(stores, pass, threads, items, page[threads]);
        await writeItems(stores, pass, threads, items, parent, page[items], partial);
    }
    for (const name of /** @type {const} */ (["challenges", "plays"])) {
        for (const body of page[name]?.items ?? []) await put(stores, { collection: name, id: body.id, pass, body });
        for (const id of page[name]?.removed ?? []) await stores.remove("items", [name, id]);
    }
    /** @type {Copy.Documents} */
    const documents = {};
    for (const name of documentNames) {
        if (page[name] === undefined) continue;
        await stores.put("documents", { pass, body: page[name] }, name);
        Object.assign(documents, { [name]: page[name] });
    }
    const people = [...await peopleOfPage(stores, page), ...peopleOfDocuments(documents)];
    for (const body of people) await put(stores, { collection: "people", id: body.id, pass, body });
    const changed = new Set([...(page.rooms?.items ?? []).map(room => room.id), ...page.comments?.complete ?? []]);
    /** @type {(Copy.Item<any> | undefined)[]} */
    const rooms = await Promise.all([...changed].map(id => stores.get("items", ["rooms", id])));
    return {
        state: { ...state, partial: [...partial] },
        rooms: rooms.flatMap(room => room ?? []), removedRooms: page.rooms?.removed ?? [],
        documents, people, comments: page.comments, assignments: page.assignments, reread: page.comments?.complete ?? [],
        collections: collectionsOf(page), reloads: false,
    };
}

/** The writes that mean nothing once their room is gone. All others are words, or marks that a person would miss. */
export const fleeting = ["read", "position", "reaction"];

/**
 * Forgets of rooms or assignments that go what means nothing without them, and kept answers, which may name them. What the person
 * wrote stays, with the titles of where it belonged.
 * @param {Copy.Stores} stores
 * @param {"rooms" | "assignments"} threads
 * @param {readonly string[]} ids
 */
async function forgetThreads(stores, threads, ids) {
    if (ids.length === 0) return;
    /** @type {Record<string, string>} */
    const titles = {};
    for (const id of ids) {
        await stores.remove("drafts", `left:${id}`);
        const item = await stores.get("items", [threads, id]);
        if (item) titles[id] = titleOf(item.body);
    }
    const entries = await stores.all("outbox");
    const lost = entries.filter(({ roomID, kind }) => ids.includes(roomID) && fleeting.includes(kind));
    for (const { id } of lost) await stores.remove("outbox", id);
    const places = [...entries.map(entry => entry.roomID), ...await stores.keys("drafts")].map(String);
    const known = { ...await stores.get("cursor", "gone"), ...titles };
    const needed = Object.entries(known).filter(([id]) => places.some(place => place.includes(id)));
    await stores.put("cursor", Object.fromEntries(needed), "gone");
    await stores.clear("answers");
}

/**
 * The title of a room's subject, or of an assignment's task.
 * @param {any} thread
 * @returns {string}
 */
function titleOf({ subject, task }) {
    return task?.title ?? subject?.title ?? subject?.showTitle ?? "";
}

/**
 * Writes rooms or assignments, and removes others with their comments or entries.
 * @param {Copy.Stores} stores
 * @param {number} pass
 * @param {"rooms" | "assignments"} threads
 * @param {"comments" | "entries"} items
 * @param {{ items: { id: string }[], removed: string[] } | undefined} changes
 */
async function writeThreads(stores, pass, threads, items, changes) {
    for (const body of changes?.items ?? []) {
        const { complete = 0, openedAt } = await stores.get("items", [threads, body.id]) ?? {};
        await put(stores, { collection: threads, id: body.id, pass, complete, openedAt, body });
    }
    for (const id of changes?.removed ?? []) {
        await stores.remove("items", [threads, id]);
        await stores.removeAll("items", [items, id], "parent");
    }
}

/**
 * Writes comments or entries, and notes where they are complete.
 * @param {Copy.Stores} stores
 * @param {number} pass
 * @param {"rooms" | "assignments"} threads
 * @param {"comments" | "entries"} items
 * @param {string} parent the field with the thread's id.
 * @param {{ items: any[], removed: { id: string }[], complete: string[] } | undefined} changes
 * @param {Set<string>} partial
 */
async function writeItems(stores, pass, threads, items, parent, changes, partial) {
    for (const body of changes?.items ?? []) {
        await put(stores, { collection: items, id: body.id, parent: body[parent], pass, body });
        partial.add(body[parent]);
    }
    for (const { id } of changes?.removed ?? []) await stores.remove("items", [items, id]);
    for (const id of changes?.complete ?? []) {
        const thread = await stores.get("items", [threads, id]);
        if (!thread) continue;
        await put(stores, { ...thread, complete: pass });
        // What is left of earlier passes no longer exists.
        for (const item of await stores.all("items", [items, id], "parent")) {
            if (item.pass < pass) await stores.remove("items", [items, item.id]);
        }
    }
}

/**
 * Ends a pass: deletes what a full pass didn't send, and comments and entries of threads that aren't complete.
 * @param {Copy.Stores} stores
 * @param {Copy.Effect} effect of the last page.
 * @param {number} now by the device's clock.
 * @returns {Promise<Copy.Effect>}
 */
export async function endPass(stores, effect, now) {
    const { state } = effect;
    if (state.isFull) await deleteUnsent(stores, state.pass);
    for (const { threads, items } of threaded) {
        for (const id of state.partial) {
            const thread = await stores.get("items", [threads, id]);
            if (!(thread?.complete > 0)) await stores.removeAll("items", [items, id], "parent");
        }
    }
    await noteLostEdits(stores);
    return {
        ...effect, reloads: state.isFull,
        state: { ...state, isPaging: false, isFull: false, isWhole: true, endedAfter: state.begunAfter, partial: [], at: now },
    };
}

/**
 * Notes the comments that are gone while somebody edited or reported them: what was typed shows as not sent.
 * @param {Copy.Stores} stores
 */
async function noteLostEdits(stores) {
    const edits = (await stores.keys("drafts")).map(String).filter(place => /^(edit|report-comment):/.test(place));
    /** @type {Record<string, string>} */
    const lost = {};
    for (const [roomID, commentID] of edits.map(place => place.split(/[:/]/).slice(1))) {
        const room = await stores.get("items", ["rooms", roomID]);
        const isGone = room?.complete > 0 && await stores.get("items", ["comments", commentID]) === undefined;
        if (isGone) lost[commentID] = titleOf(room.body);
    }
    if (Object.keys(lost).length > 0) await stores.put("cursor", { ...await stores.get("cursor", "gone"), ...lost }, "gone");
}

/**
 * @param {Copy.Stores} stores
 * @param {number} pass
 */
async function deleteUnsent(stores, pass) {
    for (const { threads } of threaded) {
        const gone = await stores.all("items", { from: [threads, 0], to: [threads, pass] }, "pass");
        await forgetThreads(stores, threads, gone.map(thread => thread.id));
    }
    for (const collection of ["rooms", "comments", "people", "assignments", "entries", "challenges", "plays"]) {
        await stores.removeAll("items", { from: [collection, 0], to: [collection, pass] }, "pass");
    }
    for (const name of documentNames) {
        const kept = await stores.get("documents", name);
        if (kept?.pass < pass) await stores.remove("documents", name);
    }
    for (const { threads } of threaded) {
        for (const item of await stores.all("items", { from: [threads, 0], to: [threads, Infinity] }, "pass")) {
            if (item.complete < pass) await put(stores, { ...item, complete: 0 });
        }
    }
}

/**
 * @param {Wire.Changes} page
 * @returns {Copy.Collection[]}
 */
function collectionsOf(page) {
    const names = /** @type {const} */ (["assignments", "entries", "challenges", "plays"]);
    return names.filter(name => (page[name]?.items.length ?? 0) + (page[name]?.removed.length ?? 0) > 0);
}

/**
 * The people in rooms, assignments and challenges, and authors who are members of the room that they wrote in. Other
 * authors may have newer names.
 * @param {Copy.Stores} stores
 * @param {Wire.Changes} page
 */
async function peopleOfPage(stores, page) {
    const people = (page.rooms?.items ?? []).flatMap(room => room.members.map(member => member.user));
    /** @type {Map<string, Set<string>>} */
    const members = new Map();
    for (const { roomID, author } of page.comments?.items ?? []) {
        if (!members.has(roomID)) {
            /** @type {Wire.Room | undefined} */
            const room = (await stores.get("items", ["rooms", roomID]))?.body;
            members.set(roomID, new Set(room?.members.map(member => member.user.id)));
        }
        if (author && members.get(roomID)?.has(author.id)) people.push(author);
    }
    for (const { student, task } of page.assignments?.items ?? []) people.push(...[student, ...task.teachers].map(stub));
    for (const challenge of page.challenges?.items ?? []) if (challenge.maker) people.push(challenge.maker);
    return people;
}
