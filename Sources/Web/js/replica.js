// The copy of what the person sees, for the screens: it answers at once, and announces what changes.

import { call } from "./api.js";
import { changed, changedAll, memory, Memory, setMemory, subscribe } from "./replica/memory.js";
import { named, pending, shown } from "./replica/overlay.js";
import { isArchived, peopleOfDocuments } from "./replica/page.js";
import { reload, take } from "./replica/pages.js";

export { subscribe };

/**
 * Begins with a person's copy.
 * @param {string} userID
 * @param {Copy.Database} database
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

/**
 * Sends a request that changes something, and waits until the copy has the change.
 * @template {keyof Wire.Operations} O
 * @param {O} operation
 * @param {App.CallOptions<O>} [options]
 */
export async function change(operation, options) {
    const answer = await call(operation, options);
    await refresh();
    return answer;
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

/** @returns {ReadonlyMap<string, Wire.UserStub>} */
export function people() { return memory()?.people ?? new Map(); }

/**
 * A person with their newest name, colour and picture.
 * @template {Wire.UserStub} P
 * @param {P} stub
 * @returns {P}
 */
export function person(stub) {
    const newest = memory()?.people.get(stub.id);
    return newest ? { ...stub, username: newest.username, identityColor: newest.identityColor, avatarURL: newest.avatarURL } : stub;
}

/**
 * @param {string} id
 * @returns {App.ShownRoom | undefined}
 */
export function room(id) {
    const copy = memory();
    const body = copy?.rooms.get(id)?.body ?? copy?.first.rooms.get(id);
    if (!copy || !body) return undefined;
    let found = copy.worked.rooms.get(id);
    // A room archives itself by the server's clock, without a change.
    if (!found || found.archived !== isArchived(body, copy.now)) {
        const writes = copy.worked.writes ??= Map.groupBy(pending(copy), entry => entry.roomID);
        copy.worked.rooms.set(id, found = shown(copy, body, writes.get(id) ?? []));
    }
    return found;
}

/**
 * All rooms, the last active first.
 * @returns {readonly App.ShownRoom[]}
 */
export function rooms() {
    const copy = memory();
    if (!copy) return [];
    const ids = new Set([...copy.rooms.keys(), ...copy.first.rooms.keys()]);
    return copy.worked.list ??= [...ids].flatMap(id => room(id) ?? []).sort((a, b) => a.lastActivityAt < b.lastActivityAt ? 1 : -1);
}

/** @returns {App.ShownDashboard | undefined} */
export function dashboard() {
    const copy = memory();
    const outline = copy?.documents.dashboard;
    if (!copy || !outline) return undefined;
    if (copy.worked.dashboard) return copy.worked.dashboard;
    const sections = outline.sections.flatMap(section => {
        const active = section.roomIDs.flatMap(id => room(id) ?? []).filter(room => !room.archived);
        return active.length === 0 ? [] : { group: named(copy, section.group), rooms: active, nextEpisode: section.nextEpisode };
    });
    const listed = sections.reduce((count, section) => count + section.rooms.length, 0);
    const truncated = copy.state.isWhole ? rooms().filter(room => !room.archived).length > listed : copy.first.isTruncated;
    return copy.worked.dashboard = { sections, truncated, at: new Date(copy.state.at ?? copy.first.dashboardAt ?? Date.now()) };
}

/** Reads the dashboard by itself while the first full fetch hasn't brought it yet. */
export async function loadDashboard() {
    const copy = memory();
    const present = dashboard();
    if (!copy || present) return present;
    const answer = await call("showDashboard").finally(copy.firstShown.resolve);
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
        changed(copy, [], [id]);
    }
    return room(id);
}
