// Rooms with their comments (docs/rules/rooms.md, comments.md, timeline.md), and the dashboard.

import { invalid, notFound, Refusal, text } from "./refusal.js";
import { compact, stub } from "./people.js";
import { detach } from "./pictures.js";

/** @typedef {import("./server.js").Handler} Handler */
/** @typedef {import("./server.js").Server} Server */
/** @typedef {import("./server.js").Call} Call */
/**
 * @typedef {{ joinedAt: string, isHost: boolean, watchedAt?: string, readNumber: number, position?: { seconds: number, running:
 * boolean, at: number } }} Member
 */
/**
 * @typedef {{ id: string, roomID: string, number: number, seconds: number, content: string, by: string, createdAt: string,
 * editedAt?: string, quote?: string, replyTo?: string, reactions: { emoji: string, userIDs: string[] }[],
 * request: string, pictures: import("./pictures.js").NewPicture[] }} StoredComment
 */
/**
 * @typedef {{ id: string, order: number, title: string, createdAt: string, lastActivityAt: string, completedAt?: string,
 * lastNumber: number, members: Map<string, Member>, former: Map<string, Member>, comments: Map<string, StoredComment>, request:
 * string, by: string, open: Set<string>, requests: Map<string, { at: string, isDeclined: boolean }> }} StoredRoom
 */

const week = 7 * 86_400_000;

/**
 * @param {Server} server
 * @param {string} hostID
 * @param {readonly string[]} others
 * @param {{ id?: string, title: string, request?: unknown }} options
 */
export function addRoom(server, hostID, others, { id, title, request }) {
    const now = server.time();
    /** @type {StoredRoom} */
    const room = {
        id: id ?? server.newID(), order: server.created += 1, title, createdAt: now, lastActivityAt: now, lastNumber: 0,
        members: new Map(), former: new Map(),
        comments: new Map(), request: JSON.stringify(request), by: hostID, open: new Set(), requests: new Map(),
    };
    for (const userID of new Set([hostID, ...others])) room.members.set(
        userID, { joinedAt: now, isHost: userID === hostID, readNumber: 0 },
    );
    server.rooms.set(room.id, room);
    server.note(room.members.keys(), { kind: "joined", id: room.id });
    return room;
}

/** @param {Server} server @param {StoredRoom} room */
export function removeRoom(server, room) {
    server.rooms.delete(room.id);
    server.deleted.add(room.id);
    for (const id of room.comments.keys()) {
        server.deleted.add(id);
        detach(server, id);
    }
    server.note(room.members.keys(), { kind: "room", id: room.id });
}

/** Takes somebody out of a room. @param {Server} server @param {StoredRoom} room @param {string} userID */
export function leave(server, room, userID) {
    const member = room.members.get(userID);
    if (!member) return;
    const members = [...room.members.keys()];
    room.members.delete(userID);
    room.open.delete(userID);
    room.former.set(userID, member);
    if (room.members.size === 0) removeRoom(server, room);
    // The longest-standing member is the next host.
    else if (member.isHost) [...room.members.values()][0].isHost = true;
    complete(server, room);
    server.note(members, { kind: "room", id: room.id });
}

/** Takes somebody in, again if need be. @param {Server} server @param {StoredRoom} room @param {string} userID */
export function join(server, room, userID) {
    if (room.members.has(userID)) return;
    const before = room.former.get(userID);
    room.members.set(userID, { readNumber: 0, watchedAt: before?.watchedAt, isHost: false, joinedAt: server.time() });
    complete(server, room);
    server.note([...room.members.keys()].filter(id => id !== userID), { kind: "room", id: room.id });
    server.note([userID], { kind: "joined", id: room.id });
}

/** Works out whether all have watched. @param {Server} server @param {StoredRoom} room */
function complete(server, room) {
    const isComplete = [...room.members.values()].every(member => member.watchedAt !== undefined);
    room.completedAt = isComplete ? room.completedAt ?? server.time() : undefined;
}

/** @param {Server} server @param {StoredRoom} room */
export const isArchived = (server, room) => room.completedAt !== undefined
    && Date.parse(room.completedAt) + week <= server.clock.time;

/** @param {Server} server @param {StoredRoom} room @param {string} userID */
export function shownRoom(server, room, userID) {
    const mine = /** @type {Member} */ (room.members.get(userID));
    const others = [...room.members].filter(([id]) => id !== userID);
    const unreadCount = [...room.comments.values()].filter(
        comment => comment.by !== userID && comment.number > mine.readNumber
    ).length;
    const attention = mine.watchedAt === undefined ? "watch" : unreadCount > 0 ? "read" : others.every(
        ([, one]) => one.watchedAt
    ) ? "discuss" : "wait";
    const { position } = mine;
    return compact({
        id: room.id, subject: { kind: "custom", title: room.title },
        members: [...room.members].map(
            ([id, { joinedAt, isHost, watchedAt }]) => ({ user: userStub(server, id), watchedAt, joinedAt, isHost })
        ),
        createdAt: room.createdAt, completedAt: room.completedAt,
        archivesAt: room.completedAt && server.time(Date.parse(room.completedAt) + week), lastActivityAt: room.lastActivityAt,
        commentCount: room.comments.size, unreadCount, readNumber: mine.readNumber, attention, archived: isArchived(server, room),
        muted: false,
        group: groupOf(room), subtitles: [],
        position: position && shownPosition(server, position),
    });
}

/** @param {Server} server @param {NonNullable<Member["position"]>} position */
function shownPosition(server, { seconds, running, at }) {
    const age = Math.floor((server.clock.time - at) / 1000);
    return { seconds, running: running && age <= 180, age: Math.min(age, 180) };
}

/** @param {Server} server @param {string} id */
export const userStub = (server, id) => stub(/** @type {any} */ (server.people.get(id)));
/** @param {StoredRoom} room */
const groupOf = room => `custom-${[...room.members.keys()].sort().map(id => id.slice(-3)).join("")}`;

/** The dashboard's sections: the active rooms by the set of their members. @param {Server} server @param {string} userID */
export function sections(server, userID) {
    const active = [...server.rooms.values()].filter(room => room.members.has(userID) && !isArchived(server, room));
    active.sort((one, other) => Date.parse(other.lastActivityAt) - Date.parse(one.lastActivityAt) || other.order - one.order);
    const ids = [...new Set(active.map(groupOf))];
    return ids.map(id => {
        const ofGroup = active.filter(room => groupOf(room) === id);
        const members = [...ofGroup[0].members.keys()].sort().map(member => userStub(server, member));
        return { group: { id, kind: "custom", title: "Custom", members }, rooms: ofGroup };
    });
}

/** The room of a request, and the caller's membership. @param {Server} server @param {Call} call */
export function entered(server, { me, path }) {
    const room = server.rooms.get(path.roomID);
    const mine = room?.members.get(me.id);
    if (!room || !mine) throw notFound();
    return { room, mine };
}

/** @type {Record<string, Handler>} */
export const rooms = {
    createRoom(server, { me, body }) {
        const { id, subject, memberIDs } = body;
        const before = id && server.rooms.get(id);
        if (before) {
            if (
                before.by !== me.id || before.request !== JSON.stringify(body)
            ) throw new Refusal(409, "id_taken", "This id is taken.");
            return { status: 200, body: shownRoom(server, before, me.id) };
        }
        const room = addRoom(
            server, me.id, memberIDs, { id: server.chosen(id), title: text(subject?.title, "subject.title", 200), request: body },
        );
        return { status: 201, body: shownRoom(server, room, me.id) };
    },
    listRooms: (server, { me }) => ({
        status: 200, body: {
            items: [...server.rooms.values()].filter(room => room.members.has(me.id)).map(room => shownRoom(server, room, me.id)),
        },
    }),
    showRoom: (server, call) => ({ status: 200, body: shownRoom(server, entered(server, call).room, call.me.id) }),
    deleteRoom(server, call) {
        const { room, mine } = entered(server, call);
        if (!mine.isHost) throw new Refusal(403, "forbidden", "Only the host deletes a room.");
        removeRoom(server, room);
        return { status: 204 };
    },
    leaveRoom(server, call) {
        leave(server, entered(server, call).room, call.me.id);
        return { status: 204 };
    },
    markWatched(server, call) {
        const { room, mine } = entered(server, call);
        const at = Date.parse(call.body?.watchedAt ?? server.time());
        if (!(at <= server.clock.time + 300_000)) throw invalid("watchedAt", "must not be in the future");
        if (mine.watchedAt === undefined) {
            mine.watchedAt = server.time(Math.min(at, server.clock.time));
            room.lastActivityAt = server.time();
        }
        delete mine.position;
        complete(server, room);
        server.note(room.members.keys(), { kind: "room", id: room.id });
        return { status: 200, body: shownRoom(server, room, call.me.id) };
    },
    unmarkWatched(server, call) {
        const { room, mine } = entered(server, call);
        delete mine.watchedAt;
        complete(server, room);
        server.note(room.members.keys(), { kind: "room", id: room.id });
        return { status: 200, body: shownRoom(server, room, call.me.id) };
    },
    markRead(server, call) {
        const { room, mine } = entered(server, call);
        const comment = room.comments.get(call.body.commentID);
        if (!comment) throw notFound();
        mine.readNumber = Math.max(mine.readNumber, comment.number);
        server.note([call.me.id], { kind: "room", id: room.id });
        return { status: 200, body: { unreadCount: shownRoom(server, room, call.me.id).unreadCount } };
    },
    setPosition(server, call) {
        const { room, mine } = entered(server, call);
        const { seconds, running } = call.body;
        if (!Number.isInteger(seconds) || seconds < 0 || seconds > 86_399) throw invalid("seconds", "must be from 0 to 86399");
        if (mine.watchedAt !== undefined) throw new Refusal(409, "watched", "You have watched it.");
        mine.position = { seconds, running, at: server.clock.time };
        server.note([call.me.id], { kind: "room", id: room.id });
        return { status: 200, body: shownRoom(server, room, call.me.id) };
    },
    showDashboard: (server, { me }) => ({
        status: 200, body: { sections: sections(server, me.id).map(
            ({ group, rooms: listed }) => ({ group, rooms: listed.map(room => shownRoom(server, room, me.id)) })
        ) },
    }),
};
