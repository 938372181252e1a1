// Takes over into memory what transactions of this tab or others have changed, and announces it.

import { announce, changed, changedAll } from "./memory.js";
import { apply, beginAnew, readState } from "./pages.js";

/** @typedef {import("./memory.js").Memory} Memory */
/** @typedef {import("../types/replica.js").Effect} Effect */
/** @typedef {import("../types/replica.js").State} State */
/** @typedef {import("../types/wire.js").Changes} Changes */

/**
 * Reads everything from disk again.
 * @param {Memory} copy
 */
export function reload(copy) {
    return copy.turn(() => readAll(copy));
}

/**
 * Reads everything again if another tab has written while this one couldn't hear of it.
 * @param {Memory} copy
 */
export async function catchUp(copy) {
    const { revision } = await copy.database.transaction(["cursor"], "readonly", readState);
    if (revision !== copy.state.revision) await reload(copy);
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
 * @param {Memory} copy
 * @param {Effect} effect
 */
export async function take(copy, effect) {
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
    changed(copy, [...Object.keys(effect.documents), ...effect.collections, ...commented.map(id => `comments:${id}`)], rooms);
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
