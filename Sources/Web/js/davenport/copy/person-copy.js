// What the client holds in memory: the copy of what the person sees, without comments of closed rooms, and the outbox.
// Changes reach the other tabs over a channel.

import { readBytes } from "../drafts.js";

/** @typedef {import("../davenport.js").Davenport} Davenport */

/** @type {Copy.State} */
export const beginning = {
    pass: 0, isPaging: false, isFull: false, isWhole: false, begunAfter: 0, endedAfter: 0, skew: 0, revision: 0, partial: [],
};

/** The messages that tell tabs with the same disk what is on it. A copy in memory has nothing to do with them. */
const ofDisk = ["effect", "drafts", "play", "status"];

/** The copy of one person. A new one begins whenever somebody signs in. */
export class PersonCopy {
    /** The progress of the copy. */
    state = beginning;
    /** @type {Map<string, Copy.Item<Wire.Room>>} */
    rooms = new Map();
    /** @type {Map<string, Wire.Assignment>} */
    assignments = new Map();
    /** @type {Map<string, Wire.UserStub>} */
    people = new Map();
    /** @type {Copy.Documents} */
    documents = {};
    /** @type {Map<string, Copy.OpenRoom>} */
    open = new Map();
    /** @type {readonly Copy.Entry[]} */
    entries = [];
    /**
     * The positions that this tab has sent last, by room, and between which times the server has had them.
     * @type {Map<string, { seconds: number, running: boolean, from: number, to: number }>}
     */
    sentPositions = new Map();
    /**
     * The drafts, by place, and the plays that this device keeps.
     * @type {Map<string, any>}
     */
    drafts = new Map();
    /**
     * The titles of rooms and assignments that are gone, and for which something is still here.
     * @type {Record<string, string>}
     */
    gone = {};
    /** The number of moves in plays that aren't sent yet. */
    unsentMoves = 0;
    /**
     * What single requests have shown before the first full fetch has ended.
     * @type {{ rooms: Map<string, Wire.Room>, isTruncated: boolean, dashboardAt: number | undefined }}
     */
    first = { rooms: new Map(), isTruncated: false, dashboardAt: undefined };
    /**
     * The latest change of this copy. Changes are made one after another.
     * @type {Promise<unknown>}
     */
    last = Promise.resolve();
    /**
     * Asks for changes at once, where this tab is the one that asks.
     * @type {(() => void) | undefined}
     */
    poke = undefined;
    /**
     * What was worked out since the last change.
     * @type {{
     *     rooms: Map<string, App.ShownRoom>, writes?: Map<string, Copy.Entry[]>, list?: readonly App.ShownRoom[],
     *     dashboard?: App.ShownDashboard
     * }}
     */
    worked = { rooms: new Map() };
    /**
     * Sends the outbox.
     * @type {import("../outbox/sender.js").Sender | undefined}
     */
    sender = undefined;
    /** Is resolved when the first screen's own request has been answered. */
    firstShown = deferred();
    /**
     * Ends the session here, where it turns out to be another person's.
     * @type {(() => void) | undefined}
     */
    end = undefined;
    /**
     * Is called when everything is to be fetched anew.
     * @type {(() => void) | undefined}
     */
    onAnew = undefined;

    /**
     * @param {Davenport} davenport
     * @param {string} userID
     * @param {Copy.Database} database
     */
    constructor(davenport, userID, database) {
        this.davenport = davenport;
        this.platform = davenport.platform;
        this.topics = davenport.topics;
        this.userID = userID;
        this.database = database;
        this.channel = database.isPersistent ? this.platform.channel(`davenport-${userID}`) : undefined;
    }

    /** The present time by the server's clock, in milliseconds. */
    get now() { return this.platform.now() + this.state.skew; }

    /** Whether the person is still signed in here. */
    get isPresent() { return this.davenport.copy === this; }

    /**
     * Runs the body after all earlier ones.
     * @template T
     * @param {() => Promise<T>} body
     * @returns {Promise<T>}
     */
    turn(body) {
        const turn = this.last.then(body);
        this.last = turn.catch(() => {});
        return turn;
    }

    /**
     * Sends a message to the other tabs of this person.
     * @param {string} kind
     * @param {unknown} [content]
     */
    post(kind, content) {
        // What still ends after the person has gone concerns nobody.
        if (this.isPresent && this.shares(kind)) this.channel?.postMessage({ kind, content });
    }

    /** @param {string} kind */
    shares(kind) { return this.database.isPersistent || !ofDisk.includes(kind); }

    /**
     * Reports an error, unless the copy was erased meanwhile, here or by another tab: nobody misses what it can't take.
     * @param {unknown} error
     */
    report(error) {
        const isErased = error instanceof DOMException && error.name === "InvalidStateError";
        if (this.isPresent && !isErased) this.platform.report(error);
    }

    /**
     * @param {string} kind
     * @param {(content: any) => unknown} listener
     */
    listen(kind, listener) {
        this.channel?.addEventListener("message", async event => {
            try {
                if (event.data.kind === kind && this.shares(kind)) await listener(event.data.content);
            } catch (error) {
                this.report(error);
            }
        });
    }
}

/**
 * Announces changes of rooms and other topics.
 * @param {PersonCopy} copy
 * @param {readonly string[]} topics
 * @param {readonly string[]} rooms
 */
export function changed(copy, topics, rooms) {
    for (const id of rooms) copy.worked.rooms.delete(id);
    copy.worked = { rooms: copy.worked.rooms };
    const derived = rooms.length > 0 || topics.includes("dashboard") ? ["rooms", "dashboard", "badge"]
        : topics.includes("roomRequests") ? ["badge"] : [];
    copy.topics.announce([...topics, ...derived, ...rooms.map(id => `room:${id}`)]);
}

/**
 * Announces that everything may have changed.
 * @param {PersonCopy} copy
 */
export function changedAll(copy) {
    copy.worked = { rooms: new Map() };
    const rooms = [...copy.rooms.keys(), ...copy.first.rooms.keys(), ...copy.open.keys()];
    const all = ["me", "friends", "blocks", "mutes", "notifications", "people", "assignments", "entries", "challenges", "plays",
        "roomRequests"];
    changed(copy, [...all, ...[...copy.open.keys()].map(id => `comments:${id}`)], [...new Set(rooms)]);
    copy.topics.announce(["rooms", "dashboard", "badge"]);
}

/**
 * @template [T=void]
 * @returns {{ promise: Promise<T>, resolve: (value: T) => void }}
 */
function deferred() {
    /** @type {(value: T) => void} */
    let resolve = () => {};
    const promise = new Promise((/** @type {(value: T) => void} */ take) => { resolve = take; });
    return { promise, resolve };
}

/**
 * The writes that are neither refused nor part of the server's state as it is here.
 * @param {Copy.Memory} copy
 */
export function pending(copy) {
    const settled = settledEntries(copy);
    const now = copy.platform.now();
    return copy.entries.filter(entry => !entry.problem && !settled.has(entry) && !((entry.heldUntil ?? 0) > now));
}

/** @param {Copy.Entry} entry */
export const isMark = ({ kind }) => kind === "watched" || kind === "unwatched";

/**
 * The answered writes whose effect is here: a pass that began after the answer has ended, or the effect is seen already. Of
 * marks on a room an earlier one goes before a later one, so that an earlier one never shows again.
 * @param {Copy.Memory} copy
 */
export function settledEntries(copy) {
    /** @type {Set<Copy.Entry>} */
    const settled = new Set();
    const marksWait = new Set();
    for (const entry of copy.entries) {
        const isEarly = isMark(entry) && marksWait.has(entry.roomID);
        const isSettled = entry.answered !== undefined
            && (entry.answered <= copy.state.endedAfter || (isContained(copy, entry) && !isEarly));
        if (isSettled) settled.add(entry);
        else if (isMark(entry)) marksWait.add(entry.roomID);
    }
    return settled;
}

/**
 * @param {Copy.Memory} copy
 * @param {Copy.Entry} entry
 */
function isContained(copy, { kind, roomID, comment, mark }) {
    const room = copy.rooms.get(roomID)?.body;
    if (!room) return false;
    if (kind === "comment") return copy.open.get(roomID)?.stored.has(comment?.id ?? "") ?? false;
    if (kind === "read") return room.readNumber >= (mark?.number ?? 0);
    if (kind === "position" || kind === "reaction") return false;
    const watched = room.members.some(member => member.user.id === copy.userID && member.watchedAt !== undefined);
    return watched === (kind === "watched");
}

/**
 * Reads the outbox from disk, and shows it.
 * @param {Copy.Memory} copy
 */
export async function readEntries(copy) {
    const before = new Set(copy.entries.map(entry => entry.roomID));
    await copy.database.transaction(["outbox", "cursor"], "readonly", async stores => {
        const [entries, gone] = [await stores.all("outbox"), await stores.get("cursor", "gone")];
        [copy.entries, copy.gone] = [entries.filter(isEntry), gone ?? {}];
    });
    await readBytes(copy);
    const rooms = new Set([...before, ...copy.entries.map(entry => entry.roomID)]);
    changed(copy, ["writes", ...[...rooms].map(id => `comments:${id}`)], [...rooms]);
}

/**
 * The number of the last answer to a write. The copy's own count goes with the copy, while an answered write may stay.
 * @param {Copy.Stores} stores
 * @returns {Promise<number>}
 */
export async function lastAnswer(stores) {
    const [count, entries] = [await stores.get("cursor", "answers"), await stores.all("outbox")];
    return Math.max(count ?? 0, ...entries.map(({ answered }) => answered ?? 0));
}

/**
 * Deletes the answered writes whose effect the copy has.
 * @param {Copy.Memory} copy
 */
export async function settleEntries(copy) {
    const settled = [...settledEntries(copy)];
    if (settled.length === 0) return;
    await writeEntries(copy, async stores => {
        for (const entry of settled) await stores.remove("outbox", entry.id);
    });
}

/**
 * Writes into the outbox, and shows it here and in the other tabs.
 * @template T
 * @param {Copy.Memory} copy
 * @param {(stores: Copy.Stores) => Promise<T>} body
 * @param {string[]} [others] the other stores that it writes.
 */
export async function writeEntries(copy, body, others = []) {
    const result = await copy.database.transaction(["outbox", ...others], "readwrite", body);
    await readEntries(copy);
    copy.post("outbox");
    return result;
}

/**
 * Whether a row of the outbox can be read.
 * @param {any} row
 */
function isEntry(row) {
    return typeof row?.id === "number" && typeof row.kind === "string" && typeof row.roomID === "string";
}
