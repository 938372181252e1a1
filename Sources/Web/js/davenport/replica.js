// The copy of what the person sees, for the screens: it answers at once, with the writes that aren't confirmed yet, and announces what changes.

import { call } from "./api.js";
import { changed, changedAll, memory, Memory, setMemory, subscribe } from "./replica/memory.js";
import { isArchived, kept, peopleOfDocuments } from "./replica/page.js";
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

/** Whether I am an admin or owner. */
export function runsCommunity() { return ["admin", "owner"].includes(me()?.role ?? ""); }

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
        for (const section of answer.sections) for (const room of section.rooms) copy.first.rooms.set(room.id, kept(room, copy.now));
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
        copy.first.rooms.set(id, kept(await call("showRoom", { path: { roomID: id } }), copy.now));
        changed(copy, [], [id]);
    }
    return room(id);
}

/**
 * The writes that are neither refused nor part of the server's state as it is here.
 * @param {Copy.Memory} memory
 */
export function pending(memory) {
    const settled = settledEntries(memory);
    return memory.entries.filter(entry => !entry.problem && !settled.has(entry));
}

/**
 * The answered writes whose effect is here: a pass that began after the answer has ended, or the effect is seen already. Of
 * marks on a room an earlier one goes before a later one, so that none comes back to light.
 * @param {Copy.Memory} memory
 */
export function settledEntries(memory) {
    /** @type {Set<Copy.Entry>} */
    const settled = new Set();
    const marksWait = new Set();
    for (const entry of memory.entries) {
        const isMark = entry.kind === "watched" || entry.kind === "unwatched";
        const isSettled = entry.answered !== undefined
            && (entry.answered <= memory.state.endedAfter || (isContained(memory, entry) && !(isMark && marksWait.has(entry.roomID))));
        if (isSettled) settled.add(entry);
        else if (isMark) marksWait.add(entry.roomID);
    }
    return settled;
}

/**
 * @param {Copy.Memory} memory
 * @param {Copy.Entry} entry
 */
function isContained(memory, { kind, roomID, comment, mark }) {
    const room = memory.rooms.get(roomID)?.body;
    if (!room) return false;
    if (kind === "comment") return memory.open.get(roomID)?.stored.has(comment?.id ?? "") ?? false;
    if (kind === "read") return room.readNumber >= (mark?.number ?? 0);
    if (kind === "position" || kind === "reaction") return false;
    const watched = room.members.some(member => member.user.id === memory.userID && member.watchedAt !== undefined);
    return watched === (kind === "watched");
}

/**
 * A room as it is shown.
 * @param {Copy.Memory} memory
 * @param {Wire.Room} room
 * @param {readonly Copy.Entry[]} writes the pending ones on this room.
 * @returns {App.ShownRoom}
 */
export function shown(memory, room, writes) {
    let { readNumber, unreadCount, position } = room;
    let members = room.members.map(member => {
        const user = memory.people.get(member.user.id) ?? member.user;
        return user === member.user ? member : { ...member, user };
    });
    for (const { kind, writtenAt, mark, position: set } of writes) {
        if (set) position = { ...set, age: -Date.parse(writtenAt) / 1000 };
        if (mark && mark.number > readNumber) {
            readNumber = mark.number;
            unreadCount = Math.min(unreadCount, unreadAbove(memory, room, mark.number) ?? mark.unreadCount);
        }
        if (kind === "watched" || kind === "unwatched") {
            members = members.map(({ watchedAt, ...member }) => {
                if (member.user.id !== memory.userID) return { ...member, watchedAt };
                return kind === "watched" ? { ...member, watchedAt: watchedAt ?? writtenAt } : member;
            });
        }
    }
    const mine = members.find(member => member.user.id === memory.userID);
    const others = members.filter(member => member !== mine);
    const watched = mine?.watchedAt !== undefined;
    return {
        ...room, members, readNumber, unreadCount, mine, watched, position: watched ? undefined : position, archived: isArchived(room, memory.now),
        attention: writes.length > 0 ? attention(watched, unreadCount, others.every(member => member.watchedAt !== undefined)) : room.attention,
        complete: (memory.rooms.get(room.id)?.complete ?? 0) > 0 || memory.open.get(room.id)?.listed !== undefined,
    };
}

/**
 * How many comments of others lie above a read marker; undefined if not all of the room's comments are at hand.
 * @param {Copy.Memory} memory
 * @param {Wire.Room} room
 * @param {number} number
 */
export function unreadAbove(memory, room, number) {
    const open = memory.open.get(room.id);
    if (!open || !((memory.rooms.get(room.id)?.complete ?? 0) > 0 || open.listed)) return number >= room.commentCount ? 0 : undefined;
    const comments = [...new Map([...open.listed ?? [], ...open.stored]).values()];
    return comments.filter(comment => comment.number > number && comment.author?.id !== memory.userID).length;
}

/**
 * The group with its members' newest names.
 * @param {Copy.Memory} memory
 * @param {Wire.Group} group
 * @returns {Wire.Group}
 */
export function named(memory, group) {
    return { ...group, members: group.members.map(member => memory.people.get(member.id) ?? member) };
}

/**
 * What a room asks of a person (rule 7.3).
 * @param {boolean} hasWatched
 * @param {number} unreadCount
 * @param {boolean} othersHaveWatched
 * @returns {Wire.Attention}
 */
function attention(hasWatched, unreadCount, othersHaveWatched) {
    if (!hasWatched) return "watch";
    if (unreadCount > 0) return "read";
    return othersHaveWatched ? "discuss" : "wait";
}
