// The copy in the database: each page of changes and its cursor is one transaction (docs/sync.md).

import { read as readOutbox } from "../outbox.js";
import { announce, beginning, changed, changedAll } from "./memory.js";
import { endPass, isArchived, put, writePage } from "./page.js";

/** The comments of so many archived rooms are kept: of those opened last. */
const archivesKept = 30;
const tables = ["items", "documents", "cursor"];

/**
 * @param {Copy.Stores} stores
 * @returns {Promise<Copy.State>}
 */
export async function readState(stores) {
    return await stores.get("cursor", "state") ?? beginning;
}

/**
 * Writes a page with its cursor.
 * @param {Copy.Database} database
 * @param {Copy.State} asked the state with which the page was requested.
 * @param {Wire.Changes} page
 * @param {number} answers the outbox's answers that were counted before the request.
 * @returns {Promise<Copy.Effect | undefined>} undefined if the copy has changed since, so that nothing was written.
 */
export function apply(database, asked, page, answers) {
    return database.transaction([...tables, "answers", "drafts", "outbox"], "readwrite", async stores => {
        const before = await readState(stores);
        if (!isAt(before, asked)) return undefined;
        const begins = !before.isPaging;
        /** @type {Copy.State} */
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
 * @param {Copy.Database} database
 * @param {Copy.State} asked
 */
export function beginAnew(database, asked) {
    return database.transaction([...tables, "answers"], "readwrite", async stores => {
        const before = await readState(stores);
        if (!isAt(before, asked)) return undefined;
        const { cursor, ...rest } = before;
        // Somebody who no longer teaches may not see drafts and boards any more.
        await stores.clear("answers");
        // Pages that were requested before belong to no pass any more.
        return change(stores, { ...rest, pass: before.pass + 1, isPaging: false, isFull: false, revision: before.revision + 1 });
    });
}

/**
 * Writes all comments of a room from its list.
 * @param {Copy.Database} database
 * @param {Copy.State} asked the state before the list was requested: a change that came since may be older than the list.
 * @param {string} roomID
 * @param {readonly Wire.Comment[]} comments
 * @returns {Promise<Copy.Effect | undefined>} undefined if the copy has changed since, so that nothing was written.
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
 * @param {Copy.Database} database
 * @param {string} roomID
 * @returns {Promise<Copy.Effect>}
 */
export function noteOpened(database, roomID) {
    return database.transaction(tables, "readwrite", async stores => {
        const before = await readState(stores);
        /** @type {Copy.Item<any>[]} */
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
 * @param {Copy.State} state
 * @param {Copy.State} asked
 */
function isAt(state, asked) {
    return state.cursor === asked.cursor && state.pass === asked.pass && state.isPaging === asked.isPaging;
}

/**
 * @param {Copy.Stores} stores
 * @param {Copy.State} state
 * @returns {Promise<Copy.Effect>}
 */
async function change(stores, state) {
    await stores.put("cursor", state, "state");
    return { state, rooms: [], removedRooms: [], documents: {}, people: [], reread: [], collections: [], reloads: false };
}

/**
 * Reads everything from disk again.
 * @param {Copy.Memory} copy
 */
export function reload(copy) {
    return copy.turn(() => readAll(copy));
}

/**
 * Reads everything again if another tab has written without a message to this one.
 * @param {Copy.Memory} copy
 */
export async function catchUp(copy) {
    const { revision } = await copy.database.transaction(["cursor"], "readonly", readState);
    if (revision !== copy.state.revision) await reload(copy);
}

/** @param {Copy.Memory} copy */
async function readAll(copy) {
    await copy.database.transaction(["items", "documents", "cursor"], "readonly", async stores => {
        const state = await readState(stores);
        const rooms = await stores.all("items", { from: ["rooms", 0], to: ["rooms", Infinity] }, "pass");
        const assignments = await stores.all("items", { from: ["assignments", 0], to: ["assignments", Infinity] }, "pass");
        const people = await stores.all("items", { from: ["people", 0], to: ["people", Infinity] }, "pass");
        const names = await stores.keys("documents");
        const documents = await Promise.all(names.map(async name => [name, (await stores.get("documents", name)).body]));
        const stored = await Promise.all([...copy.open.keys()].map(async id => ({ id, items: await stores.all("items", ["comments", id], "parent") })));
        copy.state = state;
        copy.rooms = new Map(rooms.map(item => [item.id, item]));
        copy.assignments = new Map(assignments.map(item => [item.id, item.body]));
        // Until everything is here, what single requests have shown stays.
        if (state.isWhole) copy.people = new Map();
        for (const { id, body } of people) copy.people.set(id, body);
        copy.documents = { ...!state.isWhole && copy.documents, ...Object.fromEntries(documents) };
        for (const { id, items } of stored) {
            const open = copy.open.get(id);
            if (open) open.stored = new Map(items.map(item => [item.id, item.body]));
        }
    });
    if (copy.state.isWhole) copy.first = { rooms: new Map(), isTruncated: false, dashboardAt: undefined };
    changedAll(copy);
}

/**
 * Takes over what a transaction of this tab or another has changed.
 * @param {Copy.Memory} copy
 * @param {Copy.Effect} effect
 */
export async function take(copy, effect) {
    if (effect.state.revision <= copy.state.revision) return;
    if (effect.reloads || effect.state.revision > copy.state.revision + 1) {
        await readAll(copy);
        return readOutbox(copy);
    }
    const { state: before } = copy;
    copy.state = effect.state;
    for (const item of effect.rooms) copy.rooms.set(item.id, item);
    for (const id of effect.removedRooms) copy.rooms.delete(id);
    for (const id of [...effect.rooms.map(item => item.id), ...effect.removedRooms]) copy.first.rooms.delete(id);
    for (const body of effect.assignments?.items ?? []) copy.assignments.set(body.id, body);
    for (const id of effect.assignments?.removed ?? []) copy.assignments.delete(id);
    const isRenamed = effect.people.some(person => differs(person, copy.people.get(person.id)));
    for (const person of effect.people) copy.people.set(person.id, person);
    Object.assign(copy.documents, effect.documents);
    const commented = await takeComments(copy, effect);
    if (effect.removedRooms.length > 0) await readOutbox(copy);
    if (!effect.state.isPaging) announce(["pass"]);
    const isFoldingChanged = effect.documents.mutes !== undefined || effect.documents.blocks !== undefined;
    if (isRenamed || isFoldingChanged || before.endedAfter !== effect.state.endedAfter) return changedAll(copy);
    const rooms = [...effect.rooms.map(item => item.id), ...effect.removedRooms];
    if (effect.assignments) announce(["badge"]);
    changed(copy, [...Object.keys(effect.documents), ...effect.collections, ...commented.map(id => `comments:${id}`)], rooms);
}

/**
 * Whether somebody has another name, colour or picture than before.
 * @param {Wire.UserStub} person
 * @param {Wire.UserStub | undefined} before
 */
function differs(person, before) {
    return before !== undefined
        && (person.username !== before.username || person.identityColor !== before.identityColor || person.avatarURL !== before.avatarURL);
}

/**
 * @param {Copy.Memory} copy
 * @param {Copy.Effect} effect
 * @returns {Promise<string[]>} the open rooms whose comments have changed.
 */
async function takeComments(copy, effect) {
    const commented = new Set([...effect.reread, ...effect.removedRooms]);
    for (const comment of effect.comments?.items ?? []) {
        const open = copy.open.get(comment.roomID);
        open?.stored.set(comment.id, comment);
        open?.listed?.set(comment.id, comment);
        commented.add(comment.roomID);
    }
    for (const { roomID, id } of effect.comments?.removed ?? []) {
        copy.open.get(roomID)?.stored.delete(id);
        copy.open.get(roomID)?.listed?.delete(id);
        commented.add(roomID);
    }
    for (const id of [...effect.reread, ...effect.removedRooms]) {
        const open = copy.open.get(id);
        if (!open) continue;
        const items = await copy.database.transaction(["items"], "readonly", stores => stores.all("items", ["comments", id], "parent"));
        open.stored = new Map(items.map(item => [item.id, item.body]));
        if (copy.rooms.get(id)?.complete || !copy.rooms.has(id)) open.listed = undefined;
    }
    return [...commented].filter(id => copy.open.has(id));
}

/**
 * Takes over an effect here and in the other tabs.
 * @param {Copy.Memory} copy
 * @param {Copy.Effect} effect
 */
export function spread(copy, effect) {
    copy.post("effect", effect);
    return copy.turn(() => take(copy, effect));
}

/**
 * Writes a page, or begins anew where the server can't say what has changed.
 * @param {Copy.Memory} copy
 * @param {Copy.State} asked
 * @param {Wire.Changes | undefined} page
 * @param {number} answers the outbox's answers that were counted before the request.
 */
export async function write(copy, asked, page, answers) {
    const effect = page ? await apply(copy.database, asked, page, answers) : await beginAnew(copy.database, asked);
    // Another tab was faster: what it wrote is the state to go on from.
    await (effect ? spread(copy, effect) : reload(copy));
}
