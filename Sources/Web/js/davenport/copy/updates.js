// The copy in the database, and how rooms and people are kept. What a transaction has changed reaches the copies in memory, here
// and in the other tabs.

import { conforms } from "../api/operations.js";
import { beginning, changed, changedAll, readEntries } from "./person-copy.js";

/** The stores that a page of changes is written to. */
export const tables = ["items", "documents", "cursor"];
/** The shapes of collections and documents (docs/openapi.json). */
const shapes = /** @type {const} */ ({ rooms: "Room", assignments: "Assignment", people: "UserStub" });
/** @type {Record<string, string>} */
const documentShapes = {
    me: "Me", friends: "FriendList", blocks: "UserStubItems", mutes: "Mutes", notifications: "ChangesPreferences",
    dashboard: "DashboardOutline", roomRequests: "RoomRequests",
};

/**
 * Reads the progress of the copy. One that can't be read is as if there were none.
 * @param {Copy.Stores} stores
 * @returns {Promise<Copy.State>}
 */
export async function readState(stores) {
    const state = await stores.get("cursor", "state");
    return isState(state) ? state : beginning;
}

/**
 * Whether a row with the progress of the copy can be read.
 * @param {any} state
 */
function isState(state) {
    const numbers = ["pass", "begunAfter", "endedAfter", "skew", "revision"];
    return numbers.every(name => Number.isFinite(state?.[name])) && Array.isArray(state.partial)
        && (state.cursor === undefined || typeof state.cursor === "string");
}

/**
 * Whether nothing was written since, that the other state's answer could contradict.
 * @param {Copy.State} state
 * @param {Copy.State} asked
 */
export function isAt(state, asked) {
    return state.cursor === asked.cursor && state.pass === asked.pass && state.isPaging === asked.isPaging;
}

/**
 * Writes the state with which a transaction ends.
 * @param {Copy.Stores} stores
 * @param {Copy.State} state
 * @returns {Promise<Copy.Effect>}
 */
export async function commitState(stores, state) {
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

/**
 * @param {Copy.Memory} copy
 * @returns {Promise<void>}
 */
async function readAll(copy) {
    const names = ["items", "documents", "cursor"];
    const found = await copy.database.transaction(names, "readonly", async stores => {
        /** @param {Copy.Collection} collection */
        const items = collection => stores.all("items", { from: [collection, 0], to: [collection, Infinity] }, "pass");
        const state = await readState(stores);
        const keys = await stores.keys("documents");
        return {
            state, rooms: await items("rooms"), assignments: await items("assignments"), people: await items("people"),
            documents: await Promise.all(keys.map(async name => ({
                name: String(name), body: (await stores.get("documents", name))?.body,
            }))),
        };
    });
    if (await repair(copy, found)) return readAll(copy);
    const { state } = found;
    copy.state = state;
    copy.rooms = new Map(found.rooms.map(item => [item.id, item]));
    copy.assignments = new Map(found.assignments.map(item => [item.id, item.body]));
    // Until everything is here, what single requests have shown stays.
    if (state.isWhole) copy.people = new Map();
    for (const { id, body } of found.people) copy.people.set(id, body);
    copy.documents = {
        ...!state.isWhole && copy.documents, ...Object.fromEntries(found.documents.map(({ name, body }) => [name, body])),
    };
    for (const room of copy.open.values()) await room.reread();
    if (state.isWhole) copy.first = { rooms: new Map(), isTruncated: false, dashboardAt: undefined };
    changedAll(copy);
}

/**
 * Deletes what can't be read, and lets everything be fetched anew.
 * @param {Copy.Memory} copy
 * @param {Record<keyof typeof shapes, Copy.Item<any>[]> & { documents: { name: string, body: any }[] }} found
 * @returns {Promise<boolean>} whether there was something.
 */
async function repair(copy, found) {
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
 * The items that can't be read, of an older version or of an answer that lied.
 * @param {string} shape
 * @param {readonly Copy.Item<any>[]} items
 */
export async function unreadable(shape, items) {
    if (await conforms(`[${shape}]`, items.map(item => item.body))) return [];
    const found = await Promise.all(items.map(item => conforms(shape, item.body)));
    return items.filter((_, place) => !found[place]);
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
        return readEntries(copy);
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
    /** @type {string[]} */
    const commented = [];
    for (const [id, room] of copy.open) if (await room.take(effect)) commented.push(id);
    const isLess = [effect.removedRooms, effect.assignments?.removed, effect.comments?.removed].some(ids => ids?.length);
    // What was typed there isn't sent now.
    if (isLess) await readEntries(copy);
    if (!effect.state.isPaging) copy.topics.announce(["pass"]);
    const { blocks, mutes, names } = effect.documents;
    if (isRenamed || blocks || mutes || names || before.endedAfter !== effect.state.endedAfter) return changedAll(copy);
    const rooms = [...effect.rooms.map(item => item.id), ...effect.removedRooms];
    if (effect.assignments) copy.topics.announce(["badge"]);
    changed(copy, [...Object.keys(effect.documents), ...effect.collections, ...commented.map(id => `comments:${id}`)], rooms);
}

/**
 * Whether somebody has another name, colour or picture than before.
 * @param {Wire.UserStub} person
 * @param {Wire.UserStub | undefined} before
 */
function differs(person, before) {
    if (!before) return false;
    const { username, identityColor, avatarURL } = person;
    return username !== before.username || identityColor !== before.identityColor || avatarURL !== before.avatarURL;
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
 * The room in the form that the copy stores: the age of my position counts from 1970, and so stays true. The server answers
 * whole seconds, which have passed half a second ago on average.
 * @param {Wire.Room} room
 * @param {number} at the time of the answer by the server's clock.
 * @returns {Wire.Room}
 */
export function keptRoom({ position, ...room }, at) {
    return { ...room, ...(position && { position: { ...position, age: position.age + 0.5 - at / 1000 } }) };
}

/**
 * Whether a room or an assignment is archived by now: it archives itself without a change.
 * @param {Pick<Wire.Room, "archived" | "archivesAt">} room or an assignment.
 * @param {number} now by the server's clock.
 */
export function isArchived(room, now) {
    return room.archivesAt === undefined ? room.archived : Date.parse(room.archivesAt) <= now;
}

/**
 * The number of others' comments above a read marker; undefined if not all of the room's comments are at hand.
 * @param {Copy.Memory} copy
 * @param {Wire.Room} room
 * @param {number} number
 */
export function unreadAbove(copy, room, number) {
    const open = copy.open.get(room.id);
    const isWhole = (copy.rooms.get(room.id)?.complete ?? 0) > 0 || open?.listed;
    if (!open || !isWhole) return number >= room.commentCount ? 0 : undefined;
    const comments = [...new Map([...open.listed ?? [], ...open.stored]).values()];
    return comments.filter(comment => comment.number > number && comment.author?.id !== copy.userID).length;
}

/**
 * The people in documents, except the blocked: their names hold for that place alone.
 * @param {Copy.Documents} documents
 * @returns {Wire.UserStub[]}
 */
export function peopleOfDocuments({ me, friends, dashboard, roomRequests }) {
    return [
        ...(me ? [stub(me)] : []),
        ...(friends?.friends ?? []), ...[...friends?.incoming ?? [], ...friends?.outgoing ?? []].map(request => request.user),
        ...(dashboard?.sections ?? []).flatMap(section => section.group.members),
        ...(roomRequests?.incoming ?? []).map(request => request.user),
    ];
}

/**
 * A person with the fields of a stub alone.
 * @param {Wire.UserStub} user
 * @returns {Wire.UserStub}
 */
export function stub({ id, username, identityColor, avatarURL }) {
    return { id, username, identityColor, ...(avatarURL !== undefined && { avatarURL }) };
}
