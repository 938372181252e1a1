// The writes that work offline. Each is on disk before it is shown; one tab at a time sends them.

import { changed, memory } from "./replica/memory.js";
import { pending, settledEntries, unreadAbove } from "./replica.js";
import { Sender } from "./outbox/sending.js";

/** A read marker waits for so long, in milliseconds, since a higher one often follows. */
const markerDelay = 2000;

document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") flush(); });
addEventListener("online", () => flush());
navigator.serviceWorker?.addEventListener("message", event => { if (event.data?.kind === "sync") flush(); });

/**
 * Begins with a person's outbox.
 * @param {Copy.Memory} copy
 */
export async function start(copy) {
    copy.listen("outbox", async () => {
        await read(copy);
        if (writes().some(entry => !entry.problem)) copy.sender?.expect();
    });
    await read(copy);
    copy.sender = new Sender(copy);
    copy.sender.send();
    const drafts = await copy.database.transaction(["drafts"], "readonly", stores => stores.keys("drafts"));
    if (drafts.some(key => String(key).startsWith("play:"))) import("./plays.js").then(({ resume }) => resume()).catch(() => {});
}

/**
 * Reads the outbox from disk, and shows it.
 * @param {Copy.Memory} copy
 */
export async function read(copy) {
    const before = new Set(copy.entries.map(entry => entry.roomID));
    copy.entries = await copy.database.transaction(["outbox"], "readonly", stores => stores.all("outbox"));
    const rooms = new Set([...before, ...copy.entries.map(entry => entry.roomID)]);
    changed(copy, ["writes", ...[...rooms].map(id => `comments:${id}`)], [...rooms]);
}

/**
 * Deletes the answered writes whose effect the copy has.
 * @param {Copy.Memory} copy
 */
export async function settle(copy) {
    const settled = [...settledEntries(copy)];
    if (settled.length === 0) return;
    await write(copy, async stores => {
        for (const entry of settled) await stores.remove("outbox", entry.id);
    });
}

/**
 * @param {string} roomID
 * @param {{ content: string, seconds?: number, literal?: boolean, quote?: string }} comment
 * @returns {Promise<string>} the new comment's id.
 */
export async function addComment(roomID, comment) {
    const id = uuid(Date.now());
    await add({ kind: "comment", roomID, comment: { id, ...comment } });
    return id;
}

/** @param {string} roomID */
export function markWatched(roomID) {
    return mark(roomID, "watched");
}

/** @param {string} roomID */
export function unmarkWatched(roomID) {
    return mark(roomID, "unwatched");
}

/**
 * Sets where I am in a room's show or movie. The last one counts.
 * @param {string} roomID
 * @param {{ seconds: number, running: boolean }} position
 * @param {number} at when I was there, in milliseconds by the server's clock.
 */
export function setPosition(roomID, position, at) {
    return add({ kind: "position", roomID, position, writtenAt: new Date(at).toISOString() }, 0, entry => entry.kind === "position");
}

/**
 * Whether the server has a position from this tab. It counts the age from when it has had it, which may be seconds after it was sent.
 * @param {string} roomID
 * @param {{ seconds: number, running: boolean, age: number }} position as the copy keeps it.
 * @param {number} slack in seconds.
 */
export function isFromHere(roomID, { seconds, running, age }, slack) {
    const sent = memory()?.sentPositions.get(roomID);
    return sent?.seconds === seconds && sent.running === running && -age >= sent.from / 1000 - slack && -age <= sent.to / 1000 + slack;
}

/**
 * Adds or takes back my reaction to a comment.
 * @param {string} roomID
 * @param {{ commentID: string, emoji: string, on: boolean }} reaction
 */
export function react(roomID, reaction) {
    const { commentID, emoji } = reaction;
    return add({ kind: "reaction", roomID, reaction }, 0, ({ reaction: other }) => other?.commentID === commentID && other.emoji === emoji);
}

/**
 * Moves the read marker, never back.
 * @param {string} roomID
 * @param {{ id: string, number: number }} comment
 */
export async function markRead(roomID, { id, number }) {
    const copy = memory();
    const room = copy?.rooms.get(roomID)?.body ?? copy?.first.rooms.get(roomID);
    if (!copy || !room || number <= room.readNumber) return;
    const higher = pending(copy).some(entry => entry.roomID === roomID && (entry.mark?.number ?? 0) >= number);
    if (higher) return;
    const mark = { commentID: id, number, unreadCount: unreadAbove(copy, room, number) ?? room.unreadCount };
    await add({ kind: "read", roomID, mark }, markerDelay, entry => entry.kind === "read");
}

/**
 * Changes a comment that was never sent, or was refused. A refused one stays refused until `retry`.
 * @param {string} id
 * @param {{ content?: string, seconds?: number, literal?: boolean, quote?: null }} change
 */
export function changeComment(id, change) {
    return alter(id, async (stores, entry) => {
        if (entry.comment) await stores.put("outbox", { ...entry, comment: { ...entry.comment, ...change } });
    });
}

/**
 * Takes out a comment that was never sent, or was refused.
 * @param {string} id
 */
export function removeComment(id) {
    return alter(id, (stores, entry) => stores.remove("outbox", entry.id));
}

/**
 * Sends a refused write again.
 * @param {number} writeID
 */
export async function retry(writeID) {
    await refused(writeID, (stores, { problem, ...entry }) => stores.put("outbox", { ...entry, attempts: 0, due: 0 }));
    await flush();
}

/** @param {number} writeID */
export async function discard(writeID) {
    await refused(writeID, (stores, entry) => stores.remove("outbox", entry.id));
}

/** All that waits or was refused. */
export function writes() {
    return (memory()?.entries ?? []).filter(entry => entry.answered === undefined);
}

/** The number of writes that a person would miss: not of read markers and positions. */
export function unsent() {
    return writes().filter(entry => entry.kind !== "read" && entry.kind !== "position").length + (memory()?.unsentMoves ?? 0);
}

/** Whether what waits outlasts the page. */
export function isKept() { return memory()?.database.isPersistent ?? true; }

/** Sends at once what waits. */
export async function flush() {
    const copy = memory();
    if (!copy || !writes().some(entry => !entry.problem)) return;
    try {
        await copy.sender?.wake();
    } catch (error) {
        // Signing out has erased the outbox meanwhile.
        if (memory() === copy) throw error;
    }
}

/**
 * @param {string} roomID
 * @param {"watched" | "unwatched"} kind
 */
async function mark(roomID, kind) {
    const copy = memory();
    const room = copy?.rooms.get(roomID)?.body ?? copy?.first.rooms.get(roomID);
    if (!copy || !room) return;
    const isMark = (/** @type {Copy.Entry} */ entry) => entry.kind === "watched" || entry.kind === "unwatched";
    const sent = pending(copy).findLast(entry => entry.roomID === roomID && isMark(entry) && entry.attempts > 0);
    const isWatched = sent ? sent.kind === "watched"
        : room.members.some(member => member.user.id === copy.userID && member.watchedAt !== undefined);
    await add(isWatched === (kind === "watched") ? { roomID } : { kind, roomID }, 0, isMark);
}

/**
 * Adds a write, in place of those on its room that were never sent.
 * @param {Partial<Copy.Entry> & { roomID: string }} entry without a kind nothing is added.
 * @param {number} [delay] in milliseconds.
 * @param {(entry: Copy.Entry) => boolean} [isReplaced]
 */
async function add(entry, delay = 0, isReplaced = () => false) {
    const copy = memory();
    if (!copy) return;
    await write(copy, async stores => {
        /** @type {Copy.Entry[]} */
        const present = await stores.all("outbox");
        const replaced = present.filter(other => other.roomID === entry.roomID && other.attempts === 0 && !other.problem && isReplaced(other));
        for (const other of replaced) await stores.remove("outbox", other.id);
        if (!entry.kind) return;
        const writtenAt = new Date(copy.now).toISOString();
        // A marker that moves on waits no longer than the one before.
        const due = Math.min(...replaced.map(other => other.due), Date.now() + delay);
        await stores.put("outbox", { writtenAt, ...entry, attempts: 0, due });
    });
    copy.sender?.send();
}

/**
 * Changes the entry of a comment, unless it may have arrived.
 * @param {string} commentID
 * @param {(stores: Copy.Stores, entry: Copy.Entry) => Promise<unknown>} change
 * @returns {Promise<boolean>} whether it was changed.
 */
async function alter(commentID, change) {
    const copy = memory();
    return copy !== undefined && write(copy, async stores => {
        /** @type {Copy.Entry[]} */
        const entries = await stores.all("outbox");
        const entry = entries.find(other => other.comment?.id === commentID && (other.attempts === 0 || other.problem));
        if (entry) await change(stores, entry);
        return entry !== undefined;
    });
}

/**
 * @param {number} writeID
 * @param {(stores: Copy.Stores, entry: Copy.Entry) => Promise<unknown>} change
 */
async function refused(writeID, change) {
    const copy = memory();
    if (!copy) return;
    await write(copy, async stores => {
        const entry = await stores.get("outbox", writeID);
        if (entry?.problem) await change(stores, entry);
    });
}

/**
 * Writes into the outbox, and shows it here and in the other tabs.
 * @template T
 * @param {Copy.Memory} copy
 * @param {(stores: Copy.Stores) => Promise<T>} body
 */
async function write(copy, body) {
    const result = await copy.database.transaction(["outbox"], "readwrite", body);
    await read(copy);
    copy.post("outbox");
    return result;
}

/**
 * A new UUID of version 7, which begins with its time, so that ids sort in the order of creation.
 * @param {number} now in milliseconds.
 */
function uuid(now) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    for (let place = 0; place < 6; place++) bytes[place] = Math.floor(now / 2 ** (40 - 8 * place)) % 256;
    bytes[6] = 0x70 | (bytes[6] & 0x0F);
    bytes[8] = 0x80 | (bytes[8] & 0x3F);
    const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
