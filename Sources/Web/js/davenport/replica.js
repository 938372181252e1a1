// The copy of what the person sees, for the screens: it answers at once, with the writes that aren't confirmed yet, and announces
// what changes.

import { changed, changedAll, pending, PersonCopy } from "./copy/person-copy.js";
import { isArchived, keptRoom, peopleOfDocuments, reload, take, unreadAbove } from "./copy/updates.js";

/** @typedef {import("./davenport.js").Davenport} Davenport */

/** The longest wait of `refresh`, in milliseconds. */
const patience = 3000;

/** Reads of the copy, which never wait, and subscriptions to its changes. */
export class Replica {
    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.platform = davenport.platform;
        this.connection = davenport.connection;
    }

    get copy() { return this.davenport.copy; }

    /**
     * Begins with a person's copy.
     * @param {string} userID
     * @param {Copy.Database} database
     */
    async start(userID, database) {
        const copy = new PersonCopy(this.davenport, userID, database);
        this.davenport.setCopy(copy);
        copy.listen("effect", effect => copy.turn(() => take(copy, effect)));
        await reload(copy);
    }

    /** Forgets the copy in memory. */
    stop() {
        this.davenport.setCopy(undefined);
    }

    /**
     * Calls the listener after any of the topics has changed, once for many changes.
     * @param {readonly string[]} topics
     * @param {(changed: ReadonlySet<string>) => void} listener
     */
    subscribe(topics, listener) {
        return this.davenport.topics.subscribe(topics, listener);
    }

    /** Asks for changes at once, and waits until they are here, at most for 3 s. */
    async refresh() {
        const { copy } = this;
        if (!copy) return;
        const { platform } = this.davenport;
        await new Promise(resolve => {
            const end = () => { stop(); platform.clearTimeout(timer); resolve(undefined); };
            const stop = this.subscribe(["pass"], end);
            const timer = platform.setTimeout(end, patience);
            if (copy.poke) copy.poke();
            else copy.post("poke");
        });
    }

    /**
     * Sends a request that changes something, and waits until the copy has the change.
     * @template {keyof Wire.Operations} O
     * @param {O} operation
     * @param {App.CallOptions<O>} [options]
     */
    async change(operation, options) {
        const answer = await this.connection.call(operation, options);
        await this.refresh();
        return answer;
    }

    /** Says that the first screen's own request has been answered, so that the full fetch may begin. */
    noteFirstShown() { this.copy?.firstShown.resolve(); }

    /** Whether a full fetch has ended: an empty list means that there is nothing. */
    isWhole() { return this.copy?.state.isWhole ?? false; }

    /** When the copy was last known to be up to date. */
    asOf() {
        const at = this.copy?.state.at;
        return at === undefined ? undefined : new Date(at);
    }

    /** The present time by the server's clock, in milliseconds. */
    now() { return this.copy?.now ?? this.platform.now(); }

    me() { return this.copy?.documents.me; }

    /** Whether I am an admin or owner. */
    runsCommunity() { return ["admin", "owner"].includes(this.me()?.role ?? ""); }

    friends() { return this.copy?.documents.friends; }

    blocks() { return this.copy?.documents.blocks?.items; }

    mutes() { return this.copy?.documents.mutes; }

    /** The requests to join rooms that I may answer, my own, and the rooms that I have opened to my friends. */
    roomRequests() { return this.copy?.documents.roomRequests; }

    /** Kinds, quiet hours and zone, and the muted rooms. */
    notifications() {
        const kept = this.copy?.documents.notifications;
        return kept && { ...kept, mutedRooms: this.rooms().filter(room => room.muted).map(room => room.id) };
    }

    /** The time zone in which the person is notified, if they have set one. */
    zone() { return this.copy?.documents.notifications?.timeZone; }

    /** @returns {ReadonlyMap<string, Wire.UserStub>} */
    people() { return this.copy?.people ?? new Map(); }

    /**
     * A person with their newest name, colour and picture, and what they are called.
     * @template {Wire.UserStub} P
     * @param {P} stub
     * @returns {P & App.Called}
     */
    person(stub) {
        if (!this.copy) return stub;
        const { username, identityColor, avatarURL, called } = newest(this.copy, stub);
        return { ...stub, username, identityColor, avatarURL, called };
    }

    /**
     * @param {string} id
     * @returns {App.ShownRoom | undefined}
     */
    room(id) {
        const { copy } = this;
        const body = copy?.rooms.get(id)?.body ?? copy?.first.rooms.get(id);
        if (!copy || !body) return undefined;
        let found = copy.worked.rooms.get(id);
        // A room archives itself by the server's clock, without a change.
        if (!found || found.archived !== isArchived(body, copy.now)) {
            const writes = copy.worked.writes ??= grouped(pending(copy));
            copy.worked.rooms.set(id, found = shownRoom(copy, body, writes.get(id) ?? []));
        }
        return found;
    }

    /**
     * All rooms, the last active first.
     * @returns {readonly App.ShownRoom[]}
     */
    rooms() {
        const { copy } = this;
        if (!copy) return [];
        const ids = new Set([...copy.rooms.keys(), ...copy.first.rooms.keys()]);
        return copy.worked.list ??= [...ids].flatMap(id => this.room(id) ?? [])
            .sort((one, other) => one.lastActivityAt < other.lastActivityAt ? 1 : -1);
    }

    /** @returns {App.ShownDashboard | undefined} */
    dashboard() {
        const { copy } = this;
        const outline = copy?.documents.dashboard;
        if (!copy || !outline) return undefined;
        if (copy.worked.dashboard) return copy.worked.dashboard;
        const sections = outline.sections.flatMap(section => {
            const active = section.roomIDs.flatMap(id => this.room(id) ?? []).filter(room => !room.archived);
            if (active.length === 0) return [];
            return { group: named(copy, section.group), rooms: active, nextEpisode: section.nextEpisode };
        });
        const listed = sections.reduce((count, section) => count + section.rooms.length, 0);
        const { state, first, worked } = copy;
        const truncated = state.isWhole ? this.rooms().filter(room => !room.archived).length > listed : first.isTruncated;
        return worked.dashboard = { sections, truncated, at: new Date(state.at ?? first.dashboardAt ?? this.platform.now()) };
    }

    /** Reads the dashboard by itself while the first full fetch hasn't brought it yet. */
    async loadDashboard() {
        const { copy } = this;
        const present = this.dashboard();
        if (!copy || present) return present;
        const answer = await this.connection.call("showDashboard").finally(() => this.noteFirstShown());
        if (copy.documents.dashboard === undefined) {
            const rooms = answer.sections.flatMap(section => section.rooms);
            for (const room of rooms) copy.first.rooms.set(room.id, keptRoom(room, copy.now));
            copy.first.isTruncated = answer.truncated ?? false;
            copy.first.dashboardAt = this.platform.now();
            copy.documents.dashboard = {
                sections: answer.sections.map(({ rooms, ...section }) => ({ ...section, roomIDs: rooms.map(room => room.id) })),
            };
            for (const person of peopleOfDocuments(copy.documents)) copy.people.set(person.id, person);
            changedAll(copy);
        }
        return this.dashboard();
    }

    /**
     * Reads a room that isn't here yet.
     * @param {string} id
     */
    async loadRoom(id) {
        const { copy } = this;
        if (copy && !copy.rooms.has(id)) {
            copy.first.rooms.set(id, keptRoom(await this.connection.call("showRoom", { path: { roomID: id } }), copy.now));
            changed(copy, [], [id]);
        }
        return this.room(id);
    }
}

/**
 * @param {readonly Copy.Entry[]} entries
 * @returns {Map<string, Copy.Entry[]>} by room.
 */
function grouped(entries) {
    /** @type {Map<string, Copy.Entry[]>} */
    const rooms = new Map();
    for (const entry of entries) rooms.set(entry.roomID, [...rooms.get(entry.roomID) ?? [], entry]);
    return rooms;
}

/**
 * A room as it is shown.
 * @param {Copy.Memory} copy
 * @param {Wire.Room} room
 * @param {readonly Copy.Entry[]} writes the pending ones on this room.
 * @returns {App.ShownRoom}
 */
function shownRoom(copy, room, writes) {
    let { readNumber, unreadCount, position } = room;
    let members = room.members.map(member => {
        const user = newest(copy, member.user);
        return user === member.user ? member : { ...member, user };
    });
    for (const { kind, writtenAt, mark, position: set } of writes) {
        if (set) position = { ...set, age: -Date.parse(writtenAt) / 1000 };
        if (mark && mark.number > readNumber) {
            readNumber = mark.number;
            unreadCount = Math.min(unreadCount, unreadAbove(copy, room, mark.number) ?? mark.unreadCount);
        }
        if (kind === "watched" || kind === "unwatched") {
            members = members.map(({ watchedAt, ...member }) => {
                if (member.user.id !== copy.userID) return { ...member, watchedAt };
                return kind === "watched" ? { ...member, watchedAt: watchedAt ?? writtenAt } : member;
            });
        }
    }
    const mine = members.find(member => member.user.id === copy.userID);
    const others = members.filter(member => member !== mine);
    const haveWatched = others.every(member => member.watchedAt !== undefined);
    const watched = mine?.watchedAt !== undefined;
    return {
        ...room, members, readNumber, unreadCount, mine, watched,
        position: watched ? undefined : position, archived: isArchived(room, copy.now),
        attention: writes.length > 0 ? attention(watched, unreadCount, haveWatched) : room.attention,
        complete: (copy.rooms.get(room.id)?.complete ?? 0) > 0 || copy.open.get(room.id)?.listed !== undefined,
    };
}

/**
 * The group with its members' newest names.
 * @param {Copy.Memory} copy
 * @param {Wire.Group} group
 * @returns {Wire.Group}
 */
function named(copy, group) {
    return { ...group, members: group.members.map(member => newest(copy, member)) };
}

/**
 * The newest version of a person. Whose given name isn't known here is called by username.
 * @param {Copy.Memory} copy
 * @param {Wire.UserStub} stub
 * @returns {Wire.UserStub & App.Called}
 */
function newest(copy, stub) {
    const person = copy.people.get(stub.id) ?? stub;
    const { me, names } = copy.documents;
    const called = stub.id === me?.id ? me.givenName : names?.[stub.id];
    return called ? { ...person, called } : person;
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
