// The copy of what the person sees, for the screens: it answers at once, and announces what changes.

import { call } from "./api.js";
import { announce, memory, Memory, setMemory, subscribe } from "./replica/memory.js";
import { named, pending, shown } from "./replica/overlay.js";
import { apply, beginAnew, readState } from "./replica/pages.js";
import { isArchived, peopleOfDocuments } from "./replica/page.js";

export { subscribe };

/** @typedef {import("./types/app.js").ShownRoom} ShownRoom */
/** @typedef {import("./types/app.js").ShownDashboard} ShownDashboard */
/** @typedef {import("./types/replica.js").Effect} Effect */
/** @typedef {import("./types/replica.js").Entry} Entry */
/** @typedef {import("./types/replica.js").State} State */
/** @typedef {import("./types/wire.js").Room} Room */
/** @typedef {import("./types/wire.js").Changes} Changes */
/** @typedef {import("./types/wire.js").UserStub} UserStub */
/** @typedef {import("./storage/database.js").Database} Database */

/**
 * What was worked out since the last change.
 * @type {{ rooms: Map<string, ShownRoom>, writes?: Map<string, Entry[]>, list?: readonly ShownRoom[], dashboard?: ShownDashboard }}
 */
let worked = { rooms: new Map() };

/**
 * Begins with a person's copy.
 * @param {string} userID
 * @param {Database} database
 */
export async function start(userID, database) {
    const copy = new Memory(userID, database);
    setMemory(copy);
    copy.listen("effect", effect => copy.turn(() => take(copy, effect)));
    await reload(copy);
}

/** Forgets the copy in memory. */
export function stop() {
    setMemory(undefined);
    worked = { rooms: new Map() };
}

/**
 * Reads everything from disk again.
 * @param {Memory} copy
 */
export function reload(copy) {
    return copy.turn(() => readAll(copy));
}

/** @param {Memory} copy */
async function readAll(copy) {
    await copy.database.transaction(["items", "documents", "cursor"], "readonly", async stores => {
        const state = await readState(stores);
        const rooms = await stores.all("items", { from: ["rooms", 0], to: ["rooms", Infinity] }, "pass");
        const people = await stores.all("items", { from: ["people", 0], to: ["people", Infinity] }, "pass");
        const names = await stores.keys("documents");
        const documents = await Promise.all(names.map(async name => [name, (await stores.get("documents", name)).body]));
        const stored = await Promise.all([...copy.open.keys()].map(async id => ({ id, items: await stores.all("items", ["comments", id], "parent") })));
        copy.state = state;
        copy.rooms = new Map(rooms.map(item => [item.id, item]));
        copy.people = new Map(people.map(item => [item.id, item.body]));
        copy.documents = Object.fromEntries(documents);
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
 * @param {Memory} copy
 * @param {Effect} effect
 */
async function take(copy, effect) {
    if (effect.state.revision <= copy.state.revision) return;
    if (effect.reloads || effect.state.revision > copy.state.revision + 1) return readAll(copy);
    const { state: before } = copy;
    copy.state = effect.state;
    for (const item of effect.rooms) copy.rooms.set(item.id, item);
    for (const id of effect.removedRooms) copy.rooms.delete(id);
    for (const id of [...effect.rooms.map(item => item.id), ...effect.removedRooms]) copy.first.rooms.delete(id);
    for (const person of effect.people) copy.people.set(person.id, person);
    Object.assign(copy.documents, effect.documents);
    const commented = await takeComments(copy, effect);
    if (!effect.state.isPaging) announce(["pass"]);
    if (before.endedAfter !== effect.state.endedAfter || effect.people.length > 0) return changedAll(copy);
    const rooms = [...effect.rooms.map(item => item.id), ...effect.removedRooms];
    changed([...Object.keys(effect.documents), ...effect.collections, ...commented.map(id => `comments:${id}`)], rooms);
}

/**
 * @param {Memory} copy
 * @param {Effect} effect
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
 * @param {Memory} copy
 * @param {Effect} effect
 */
export function spread(copy, effect) {
    copy.post("effect", effect);
    return copy.turn(() => take(copy, effect));
}

/**
 * Writes a page, or begins anew where the server can't say what has changed.
 * @param {Memory} copy
 * @param {State} asked
 * @param {Changes | undefined} page
 * @param {number} answers the outbox's answers that were counted before the request.
 */
export async function write(copy, asked, page, answers) {
    const effect = page ? await apply(copy.database, asked, page, answers) : await beginAnew(copy.database, asked);
    // Another tab was faster: what it wrote is the state to go on from.
    await (effect ? spread(copy, effect) : reload(copy));
}

/**
 * Announces changes of rooms and other topics.
 * @param {readonly string[]} topics
 * @param {readonly string[]} rooms
 */
export function changed(topics, rooms) {
    for (const id of rooms) worked.rooms.delete(id);
    worked = { rooms: worked.rooms };
    const derived = rooms.length > 0 || topics.includes("dashboard") ? ["rooms", "dashboard", "badge"] : [];
    announce([...topics, ...derived, ...rooms.map(id => `room:${id}`)]);
}

/** @param {Memory} copy */
export function changedAll(copy) {
    worked = { rooms: new Map() };
    const rooms = [...copy.rooms.keys(), ...copy.first.rooms.keys(), ...copy.open.keys()];
    const documents = ["me", "friends", "blocks", "mutes", "notifications", "people", "assignments", "challenges", "plays"];
    changed([...documents, ...[...copy.open.keys()].map(id => `comments:${id}`)], [...new Set(rooms)]);
    announce(["rooms", "dashboard", "badge"]);
}

/** Asks for changes at once, and waits until they are here, at most for 3 s. */
export async function refresh() {
    const copy = memory();
    if (!copy) return;
    const { promise, resolve } = Promise.withResolvers();
    const stop = subscribe(["pass"], resolve);
    const timer = setTimeout(resolve, 3000);
    if (copy.poke) copy.poke();
    else copy.post("poke");
    await promise;
    clearTimeout(timer);
    stop();
}

/** Whether a full fetch has ended: an empty list means that there is nothing. */
export function isWhole() { return memory()?.state.isWhole ?? false; }

/** When the copy was last known to be up to date. */
export function asOf() {
    const at = memory()?.state.at;
    return at === undefined ? undefined : new Date(at);
}

/** The present time by the server's clock, in milliseconds. */
export function now() { return memory()?.now ?? Date.now(); }

export function me() { return memory()?.documents.me; }
export function friends() { return memory()?.documents.friends; }
export function blocks() { return memory()?.documents.blocks?.items; }
export function mutes() { return memory()?.documents.mutes; }

/** Kinds, quiet hours and zone, and the muted rooms. */
export function notifications() {
    const document = memory()?.documents.notifications;
    return document && { ...document, mutedRooms: rooms().filter(room => room.muted).map(room => room.id) };
}

/** @returns {ReadonlyMap<string, UserStub>} */
export function people() { return memory()?.people ?? new Map(); }

/**
 * A person with their newest name, colour and picture.
 * @template {UserStub} P
 * @param {P} stub
 * @returns {P}
 */
export function person(stub) {
    const newest = memory()?.people.get(stub.id);
    return newest ? { ...stub, username: newest.username, identityColor: newest.identityColor, avatarURL: newest.avatarURL } : stub;
}

/**
 * @param {string} id
 * @returns {ShownRoom | undefined}
 */
export function room(id) {
    const copy = memory();
    const body = copy?.rooms.get(id)?.body ?? copy?.first.rooms.get(id);
    if (!copy || !body) return undefined;
    let found = worked.rooms.get(id);
    // A room archives itself by the server's clock, without a change.
    if (!found || found.archived !== isArchived(body, copy.now)) {
        const writes = worked.writes ??= Map.groupBy(pending(copy), entry => entry.roomID);
        worked.rooms.set(id, found = shown(copy, body, writes.get(id) ?? []));
    }
    return found;
}

/**
 * All rooms, the last active first.
 * @returns {readonly ShownRoom[]}
 */
export function rooms() {
    const copy = memory();
    if (!copy) return [];
    const ids = new Set([...copy.rooms.keys(), ...copy.first.rooms.keys()]);
    return worked.list ??= [...ids].flatMap(id => room(id) ?? []).sort((a, b) => a.lastActivityAt < b.lastActivityAt ? 1 : -1);
}

/** @returns {ShownDashboard | undefined} */
export function dashboard() {
    const copy = memory();
    const outline = copy?.documents.dashboard;
    if (!copy || !outline) return undefined;
    if (worked.dashboard) return worked.dashboard;
    const sections = outline.sections.flatMap(section => {
        const active = section.roomIDs.flatMap(id => room(id) ?? []).filter(room => !room.archived);
        return active.length === 0 ? [] : { group: named(copy, section.group), rooms: active, nextEpisode: section.nextEpisode };
    });
    const listed = sections.reduce((count, section) => count + section.rooms.length, 0);
    const truncated = copy.state.isWhole ? rooms().filter(room => !room.archived).length > listed : copy.first.isTruncated;
    return worked.dashboard = { sections, truncated, at: new Date(copy.state.at ?? copy.first.dashboardAt ?? Date.now()) };
}

/** Reads the dashboard by itself while the first full fetch hasn't brought it yet. */
export async function loadDashboard() {
    const copy = memory();
    const present = dashboard();
    if (!copy || present) return present;
    const answer = await call("showDashboard");
    if (copy.documents.dashboard === undefined) {
        for (const section of answer.sections) for (const room of section.rooms) copy.first.rooms.set(room.id, room);
        copy.first.isTruncated = answer.truncated ?? false;
        copy.first.dashboardAt = Date.now();
        copy.documents.dashboard = {
            sections: answer.sections.map(({ rooms, ...section }) => ({ ...section, roomIDs: rooms.map(room => room.id) })),
        };
        for (const person of peopleOfDocuments(copy.documents)) copy.people.set(person.id, person);
        changedAll(copy);
    }
    return dashboard();
}

/**
 * Reads a room that isn't here yet.
 * @param {string} id
 */
export async function loadRoom(id) {
    const copy = memory();
    if (copy && !copy.rooms.has(id)) {
        copy.first.rooms.set(id, await call("showRoom", { path: { roomID: id } }));
        changed([], [id]);
    }
    return room(id);
}
