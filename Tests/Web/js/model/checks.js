// What must hold once everything works again.

import { shownEntry, sees, shownAssignment } from "../stand-ins/server/class.js";
import { documents } from "../stand-ins/server/feed.js";
import { challengeOutline, shownPlay } from "../stand-ins/server/play.js";
import { shownComment } from "../stand-ins/server/comments.js";
import { isArchived, shownRoom } from "../stand-ins/server/rooms.js";
import { Realm } from "../stand-ins/realm.js";
import { notSent } from "./actions.js";
import { sizeOf } from "./page.js";

/** @typedef {import("./world.js").World} World */
/** @typedef {import("./page.js").Page} Page */

/** @param {World} world */
export async function checkAll(world) {
    /** @type {Map<string, { page: Page, rows: any, shown: string }>} */
    const ends = new Map();
    for (const page of world.open()) {
        if (page.person?.userID !== world.ada?.id) world.fault(`${page.name} isn't signed in at the end`);
        const rows = await read(world, page, world.ada?.id);
        const drafts = rows.drafts.filter((/** @type {any} */ draft) => isThere(world, String(draft.key)));
        // What Bea wrote waits until she signs in again, if her session ended without her.
        const others = await read(world, page, world.bea?.id);
        ends.set(page.device.name, { page, rows, shown: JSON.stringify([notSent(page), drafts, others.drafts, others.outbox]) });
    }
    for (const loss of world.ledger.losses(item => ends.get(item.device)?.shown.includes(item.token) ?? false)) world.fault(loss);
    for (const overtaking of world.ledger.overtakings()) world.fault(overtaking);
    for (const { page, rows, shown } of ends.values()) {
        checkOutbox(world, page, rows);
        checkCopy(world, page, rows);
        checkMoves(world, page, rows, shown);
        checkBytes(world, page, rows);
    }
    checkPictures(world);
    checkMarks(world, ends);
}

/**
 * What the database of a person on a device holds, by store.
 * @param {World} world
 * @param {Page} page
 * @param {string | undefined} userID
 */
async function read(world, { device }, userID) {
    const realm = new Realm(world.clock);
    /** @param {any} request @returns {Promise<any>} */
    const answer = request => new Promise(
        (resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); }
    );
    const db = await world.clock.settle(answer(device.disk.of(realm).open(`davenport-${userID}`)));
    /** @type {any} */
    const rows = {};
    for (const name of db.objectStoreNames) {
        const store = () => db.transaction(name).objectStore(name);
        const [keys, values] = [
            await world.clock.settle(answer(store().getAllKeys())), await world.clock.settle(answer(store().getAll())),
        ];
        rows[name] = keys.map((/** @type {any} */ key, /** @type {number} */ place) => ({ key, value: values[place] }));
    }
    db.close();
    return rows;
}

/** Whether the page on which a draft shows is still there. @param {World} world @param {string} place */
function isThere({ server, ada }, place) {
    const [kind, rest = ""] = place.split(":");
    const [id, commentID] = rest.split("/");
    const isMember = server.rooms.get(id)?.members.has(ada?.id ?? "");
    if (kind === "room") return isMember;
    if (kind === "edit") return isMember && server.rooms.get(id)?.comments.has(commentID);
    if (["message", "assignment", "mark"].includes(kind)) return server.assignments.has(id);
    return true;
}

/** Nothing waits any more. @param {World} world @param {Page} page @param {any} rows */
function checkOutbox(world, page, rows) {
    for (const { value } of rows.outbox ?? []) {
        if (!value.problem) world.fault(`${page.name} still has ${value.kind} ${JSON.stringify(value)} in its outbox`);
    }
}

/** What isn't sent has the bytes of its pictures. @param {World} world @param {Page} page @param {any} rows */
function checkBytes(world, page, rows) {
    const kept = new Set(rows.drafts.map((/** @type {any} */ { key }) => key));
    for (const { value } of [...rows.outbox, ...rows.drafts]) {
        for (const { id, alternative } of value.pictures ?? []) {
            if (!kept.has(`picture:${id}`)) world.fault(`${page.name} has lost the bytes of ${alternative}`);
        }
    }
}

/** Each picture of a comment is whole, and its own. @param {World} world */
function checkPictures(world) {
    const { server } = world;
    const comments = [...server.rooms.values()].flatMap(room => [...room.comments.values()]);
    for (const { fileID, alternative } of comments.flatMap(one => one.pictures)) {
        const { size } = server.files.get(fileID) ?? {};
        if (size !== sizeOf(alternative ?? "")) world.fault(`The picture ${alternative} has ${size} bytes on the server`);
    }
}

/** The copy is what the server has. @param {World} world @param {Page} page @param {any} rows */
function checkCopy(world, page, rows) {
    const { server } = world;
    const me = /** @type {any} */ (world.ada);
    const items = rows.items.map((/** @type {any} */ { value }) => value);
    const of = (/** @type {string} */ collection) => items.filter((/** @type {any} */ item) => item.collection === collection);
    const mine = [...server.rooms.values()].filter(room => room.members.has(me.id));
    const assigned = [...server.assignments.values()].filter(one => sees(server, one, me.id));
    const compare = (/** @type {string} */ name, /** @type {any[]} */ expected) => {
        const [here, there] = [of(name).map((/** @type {any} */ item) => item.body), expected].map(
            list => Object.fromEntries(list.map((/** @type {any} */ one) => [one.id, plain(one)]))
        );
        for (const id of new Set([...Object.keys(here), ...Object.keys(there)])) {
            if (here[id] === there[id]) continue;
            world.fault(`${page.name} has another copy of ${name} ${id}: ${difference(here[id], there[id])}`);
        }
    };
    compare("rooms", mine.map(room => shownRoom(server, room, me.id)));
    compare(
        "comments",
        mine.filter(room => !isArchived(server, room)).flatMap(
            room => [...room.comments.values()].map(one => shownComment(server, one))
        ),
    );
    compare("assignments", assigned.map(one => shownAssignment(server, one, me.id)));
    compare("entries", assigned.flatMap(one => one.entries.map(entry => shownEntry(server, entry))));
    compare("challenges", [...server.challenges.values()].map(challengeOutline));
    // A play is over from `closesAt` on, whether or not that was returned.
    const isClosed = (/** @type {any} */ play) => Date.parse(play.closesAt) < world.clock.time;
    for (const { body } of of("plays")) if (isClosed(body)) Object.assign(
        body, { over: true, overAt: body.overAt ?? body.endsAt },
    );
    compare("plays", [...server.plays.values()].filter(play => play.by === me.id).map(play => shownPlay(server, play, true)));
    for (
        const item of [...of("rooms"), ...of("assignments")]
    ) if (!(item.complete > 0)) world.fault(`${page.name} isn't complete in ${item.id}`);
    const kept = Object.fromEntries(rows.documents.map((/** @type {any} */ { key, value }) => [key, plain(value.body)]));
    for (const [name, document] of Object.entries(documents(server, me))) {
        if (kept[name] !== plain(document)) world.fault(
            `${page.name} has another ${name}: ${kept[name]} where the server has ${plain(document)}`
        );
    }
    const shown = page.davenport.replica.rooms().map(room => room.id).sort();
    if (String(shown) !== String(mine.map(room => room.id).sort())) world.fault(`${page.name} shows the rooms ${shown}`);
    for (const { key, value } of rows.answers) checkAnswer(world, page, key, value);
}

/** Where two texts part. @param {string} [here] @param {string} [there] */
function difference(here = "nothing", there = "nothing") {
    const place = Math.max(0, [...here].findIndex((letter, index) => letter !== there[index]) - 30);
    return `…${here.slice(place, place + 120)} where the server has …${there.slice(place, place + 120)}`;
}

/** A kept answer is one. @param {World} world @param {Page} page @param {any} key @param {any} value */
function checkAnswer(world, page, key, value) {
    if (
        !Array.isArray(value.answer?.items) || value.answer.items.some((/** @type {any} */ item) => typeof item?.id !== "string")
    ) {
        world.fault(`${page.name} keeps ${JSON.stringify(value)} for ${key}`);
    }
}

/** A value as it is compared: the time of a position depends on when it was read. @param {any} value */
function plain(value) {
    const isObject = (/** @type {any} */ part) => typeof part === "object" && part !== null && !Array.isArray(part);
    return JSON.stringify(value, (name, part) => {
        if (!isObject(part)) return part;
        return name === "position" ? { seconds: part.seconds } : Object.fromEntries(Object.entries(part).sort(byName));
    });
}

/** @param {[string, unknown]} one @param {[string, unknown]} other */
const byName = ([one], [other]) => one < other ? -1 : 1;

/**
 * Each move that was played is on the server or shown.
 * @param {World} world
 * @param {Page} page
 * @param {any} rows
 * @param {string} shown
 */
function checkMoves(world, page, rows, shown) {
    for (const move of world.moves) {
        if (move.device !== page.device.name || move.isVoid) continue;
        const play = world.server.plays.get(move.playID);
        if (play?.moves.some((/** @type {any} */ one) => one.cubelet === move.cubelet)) continue;
        if (!shown.includes(move.playID)) world.fault(
            `The move of cubelet ${move.cubelet} at ${move.at} in ${move.playID} on ${move.device} is lost`
        );
    }
}

/**
 * The last mark of watched that somebody made in a room holds.
 * @param {World} world
 * @param {Map<string, { page: Page, shown: string }>} ends
 */
function checkMarks(world, ends) {
    for (const [roomID, { device, isWatched, isVoid }] of world.wishes) {
        const member = world.server.rooms.get(roomID)?.members.get(world.ada?.id ?? "");
        const isShown = ends.get(device)?.shown.includes(roomID);
        if (isVoid || isShown || !member || world.reordered.has(roomID)) continue;
        if ((member.watchedAt !== undefined) !== isWatched) world.fault(
            `The mark ${isWatched ? "watched" : "unwatched"} in ${roomID} on ${device} is lost`
        );
    }
}
