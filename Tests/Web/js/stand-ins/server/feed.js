// GET /changes (docs/rules/sync.md): everything, page by page, and then what has changed.

import { sees, shownAssignment, shownEntry } from "./class.js";
import { shownMe } from "./people.js";
import { challengeOutline, shownPlay } from "./play.js";
import { invalid, Refusal } from "./refusal.js";
import { shownComment } from "./comments.js";
import { roomRequests } from "./room-requests.js";
import { isArchived, sections, shownRoom } from "./rooms.js";

/** @typedef {import("./server.js").Server} Server */
/** @typedef {import("./server.js").Person} Person */
/**
 * A change for one person: of a thing, or of a thread that they see from now on.
 * @typedef {{ revision: number, kind: string, id: string, parent?: string }} Note
 */
/**
 * Where a client is: within everything, at a place in its order, or behind a revision.
 * @typedef {{ userID: string, epoch: number, place: number[] | undefined, revision: number, sent: Record<string, string> }}
 * Cursor
 */
/** A request that is held back. @typedef {{ userID: string, session: string, end: () => void }} Poll */
/**
 * An answer that waits, in seconds, and what it is then.
 * @typedef {{ wait: number, again: () => import("./server.js").Done }} Waiting
 */
/** @typedef {{ place: number[], isFree?: boolean, add: (page: any) => void }} Unit */

/** @param {Server} server @param {Person} me */
function newPage(server, me) {
    const lists = () => ({ items: [], removed: [] });
    return /** @type {any} */ ({
        now: server.time(), next: "", more: false, rooms: lists(), comments: { ...lists(), complete: [] }, assignments: lists(),
        entries: { ...lists(), complete: [] }, challenges: lists(), plays: lists(),
    });
}

/** The documents as they are. @param {Server} server @param {Person} me */
export function documents(server, me) {
    return {
        me: shownMe(me), friends: {
            friends: [], incoming: [], outgoing: [],
        }, blocks: { items: [] }, notifications: { muted: [] }, mutes: server.mutesOf(me),
        dashboard: {
            sections: sections(server, me.id).map(({ group, rooms }) => ({ group, roomIDs: rooms.map(room => room.id) })),
        },
        roomRequests: roomRequests(server, me.id),
    };
}

/**
 * Everything that somebody sees, in an order that creations don't change.
 * @param {Server} server
 * @param {Person} me
 * @returns {Unit[]}
 */
function everything(server, me) {
    /** @type {Unit[]} */
    const units = [];
    const rooms = [...server.rooms.values()].filter(room => room.members.has(me.id)).sort(
        (one, other) => one.order - other.order
    );
    for (const room of rooms) {
        units.push({ place: [0, room.order, 0], add: page => page.rooms.items.push(shownRoom(server, room, me.id)) });
        if (isArchived(server, room)) continue;
        for (const comment of room.comments.values()) {
            units.push(
                { place: [0, room.order, comment.number], add: page => page.comments.items.push(shownComment(server, comment)) }
            );
        }
        units.push({ place: [0, room.order, Infinity], isFree: true, add: page => page.comments.complete.push(room.id) });
    }
    for (const assignment of server.assignments.values()) {
        if (!sees(server, assignment, me.id)) continue;
        units.push({
            place: [1, assignment.order, 0], add: page => page.assignments.items.push(shownAssignment(server, assignment, me.id)),
        });
        for (const entry of assignment.entries) {
            units.push(
                { place: [1, assignment.order, entry.number], add: page => page.entries.items.push(shownEntry(server, entry)) }
            );
        }
        units.push(
            { place: [1, assignment.order, Infinity], isFree: true, add: page => page.entries.complete.push(assignment.id) }
        );
    }
    for (const challenge of server.challenges.values()) {
        units.push({ place: [2, challenge.order, 0], add: page => page.challenges.items.push(challengeOutline(challenge)) });
    }
    for (const play of server.plays.values()) {
        if (play.by === me.id) units.push(
            { place: [3, play.order, 0], add: page => page.plays.items.push(shownPlay(server, play, true)) }
        );
    }
    return units;
}

/** Adds what a note is about, as it is now. @param {Server} server @param {Person} me @param {Note} note @param {any} page */
function add(server, me, { kind, id, parent = "" }, page) {
    const room = server.rooms.get(kind === "comment" ? parent : id);
    const isMember = room?.members.has(me.id);
    const assignment = server.assignments.get(kind === "entry" ? parent : id);
    const isMine = assignment && sees(server, assignment, me.id);
    switch (kind) {
        case "room": case "joined": {
            if (!room || !isMember) return void page.rooms.removed.push(id);
            page.rooms.items.push(shownRoom(server, room, me.id));
            if (kind === "room" || isArchived(server, room)) return;
            page.comments.items.push(...[...room.comments.values()].map(comment => shownComment(server, comment)));
            return void page.comments.complete.push(id);
        }
        case "comment": {
            if (!room || !isMember) return;
            const comment = room.comments.get(id);
            return void (comment ? page.comments.items.push(
                shownComment(server, comment)
            ) : page.comments.removed.push({ roomID: parent, id }));
        }
        case "assignment": case "assignmentJoined": {
            if (!assignment || !isMine) return void page.assignments.removed.push(id);
            page.assignments.items.push(shownAssignment(server, assignment, me.id));
            if (kind === "assignment") return;
            page.entries.items.push(...assignment.entries.map(entry => shownEntry(server, entry)));
            return void page.entries.complete.push(id);
        }
        case "entry": {
            const entry = isMine && assignment.entries.find(one => one.id === id);
            return void (entry && page.entries.items.push(shownEntry(server, entry)));
        }
        case "challenge": return void page.challenges.items.push(challengeOutline(server.challenges.get(id)));
        case "play": return void page.plays.items.push(shownPlay(server, server.plays.get(id), true));
    }
}

/** @param {number[]} one @param {number[]} other */
function isAfter(one, other) {
    const place = one.findIndex((part, index) => part !== other[index]);
    return place >= 0 && one[place] > other[place];
}

/**
 * @param {Server} server
 * @param {Person} me
 * @param {Cursor} cursor
 * @param {number} limit
 */
function pageFrom(server, me, cursor, limit) {
    const page = newPage(server, me);
    const next = { ...cursor };
    let left = limit;
    const { place } = cursor;
    if (place) {
        for (const unit of everything(server, me).filter(one => isAfter(one.place, place))) {
            if (left === 0 && !unit.isFree) {
                page.more = true;
                break;
            }
            unit.add(page);
            next.place = unit.place;
            if (!unit.isFree) left -= 1;
        }
        if (!page.more) next.place = undefined;
    }
    if (!next.place) takeNotes(server, me, next, left, page);
    if (!page.more) {
        for (const [name, { document, text }] of Object.entries(documentTexts(server, me))) {
            if (cursor.sent[name] === text) continue;
            page[name] = document;
            next.sent = { ...next.sent, [name]: text };
        }
    }
    page.next = `c${server.cursors.size + 1}`;
    server.cursors.set(page.next, next);
    return page;
}

/**
 * The texts of the documents since the last change.
 * @type {WeakMap<Person, { revision: number, texts: Record<string, { document: any, text: string }> }>}
 */
const texts = new WeakMap();

/** @param {Server} server @param {Person} me */
function documentTexts(server, me) {
    const kept = texts.get(me);
    if (kept?.revision === server.revision) return kept.texts;
    const made = Object.fromEntries(
        Object.entries(documents(server, me)).map(([name, document]) => [name, { document, text: JSON.stringify(document) }])
    );
    texts.set(me, { revision: server.revision, texts: made });
    return made;
}

/** @param {Server} server @param {Person} me @param {Cursor} cursor @param {number} left @param {any} page */
function takeNotes(server, me, cursor, left, page) {
    const notes = (server.notes.get(me.id) ?? []).filter(note => note.revision > cursor.revision);
    const key = (/** @type {Note} */ { kind, id }) => `${kind.replace("Joined", "").replace("joined", "room")} ${id}`;
    // The last note of a thing brings it as it is. Whoever has joined gets everything.
    const last = new Map(notes.map(note => [key(note), note.revision]));
    const joined = new Set(notes.filter(({ kind }) => kind === "joined" || kind === "assignmentJoined").map(({ id }) => id));
    for (const note of notes) {
        const isLast = last.get(key(note)) === note.revision;
        if (isLast && left === 0) {
            page.more = true;
            break;
        }
        cursor.revision = note.revision;
        if (!isLast) continue;
        const kind = joined.has(note.id) ? { room: "joined", assignment: "assignmentJoined" }[note.kind] ?? note.kind : note.kind;
        add(server, me, { ...note, kind }, page);
        left -= 1;
    }
    // Changes for others alone.
    if (!page.more) cursor.revision = server.revision;
}

/** @param {any} page */
function isEmpty({ now, next, more, rooms, comments, assignments, entries, challenges, plays, ...rest }) {
    const lists = [rooms, comments, assignments, entries, challenges, plays];
    return Object.keys(rest).length === 0 && lists.every(
        list => list.items.length + list.removed.length + (list.complete?.length ?? 0) === 0
    );
}

/** @type {Record<string, import("./server.js").Handler>} */
export const feed = {
    listChanges(server, { me, query }) {
        const limit = Number(query.limit ?? 200);
        if (!(limit >= 1 && limit <= 500)) throw invalid("limit", "must be from 1 to 500");
        const { since } = query;
        if (since !== undefined && !/^c\d+$/.test(since)) throw invalid("since", "isn't a cursor");
        const known = since === undefined ? undefined : server.cursors.get(since);
        if (since !== undefined && (known?.userID !== me.id || known.epoch !== server.epoch)) {
            throw new Refusal(410, "resync_required", "Fetch everything anew.");
        }
        const cursor = known ?? { userID: me.id, epoch: server.epoch, place: [-1], revision: server.revision, sent: {} };
        const page = pageFrom(server, me, cursor, limit);
        const wait = Number(query.wait ?? 0);
        const headers = server.pollsAfter === undefined ? undefined : { "Retry-After": String(server.pollsAfter) };
        if (!(wait > 0) || headers || !isEmpty(page)) return { status: 200, body: page, headers };
        return { wait, again: () => ({ status: 200, body: pageFrom(server, me, cursor, limit) }) };
    },
};
