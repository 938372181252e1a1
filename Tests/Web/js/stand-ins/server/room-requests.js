// Requests to join rooms (docs/rules/rooms.md). In this community everybody is a friend of everybody.

import { compact } from "./people.js";
import { notFound } from "./refusal.js";
import { entered, isArchived, join, shownRoom, userStub } from "./rooms.js";

/** @typedef {import("./server.js").Handler} Handler */
/** @typedef {import("./server.js").Server} Server */
/** @typedef {import("./rooms.js").StoredRoom} StoredRoom */

/** @param {StoredRoom} room */
const subject = room => ({ kind: "custom", title: room.title });

/** The rooms that somebody may ask to join. @param {Server} server @param {string} userID */
function joinable(server, userID) {
    return [...server.rooms.values()].filter(room => room.open.size > 0 && !room.members.has(userID) && !isArchived(server, room));
}

/** The requests of a room that wait. @param {StoredRoom} room */
const waiting = room => [...room.requests].filter(([, request]) => !request.isDeclined);

/** @param {Server} server @param {StoredRoom} room */
function incoming(server, room) {
    return waiting(room).map(([id, { at }]) => ({ roomID: room.id, user: userStub(server, id), requestedAt: at }));
}

/** What concerns somebody. @param {Server} server @param {string} userID */
export function roomRequests(server, userID) {
    const rooms = [...server.rooms.values()];
    const mine = rooms.filter(room => room.members.has(userID));
    return {
        incoming: mine.flatMap(room => incoming(server, room)),
        outgoing: rooms.flatMap(room => {
            const request = room.requests.get(userID);
            return request ? [{ roomID: room.id, subject: subject(room), requestedAt: request.at }] : [];
        }),
        openRoomIDs: mine.filter(room => room.open.has(userID)).map(room => room.id),
    };
}

/** @param {Server} server @param {StoredRoom} room @param {string} userID */
const note = (server, room, userID) => server.note([...room.members.keys(), userID], { kind: "documents", id: "roomRequests" });

/** @type {Record<string, Handler>} */
export const requests = {
    listJoinableRooms: (server, { me }) => ({
        status: 200, body: { items: joinable(server, me.id).map(room => compact({
            id: room.id, subject: subject(room), memberCount: room.members.size,
            friends: [...room.open].map(id => userStub(server, id)), requestedAt: room.requests.get(me.id)?.at,
        })) },
    }),
    listRoomRequests: (server, { me }) => ({ status: 200, body: roomRequests(server, me.id) }),
    openRoom(server, call) {
        const { room } = entered(server, call);
        room.open.add(call.me.id);
        note(server, room, call.me.id);
        return { status: 204 };
    },
    closeRoom(server, call) {
        const { room } = entered(server, call);
        room.open.delete(call.me.id);
        note(server, room, call.me.id);
        return { status: 204 };
    },
    askToJoin(server, { me, path }) {
        const room = joinable(server, me.id).find(({ id }) => id === path.roomID);
        if (!room) throw notFound();
        const before = room.requests.get(me.id);
        if (!before) room.requests.set(me.id, { at: server.time(), isDeclined: false });
        note(server, room, me.id);
        const { at } = /** @type {{ at: string }} */ (room.requests.get(me.id));
        return { status: before ? 200 : 201, body: { roomID: room.id, subject: subject(room), requestedAt: at } };
    },
    withdrawRoomRequest(server, { me, path }) {
        const room = server.rooms.get(path.roomID);
        if (room?.requests.delete(me.id)) note(server, room, me.id);
        return { status: 204 };
    },
    listRequestsOfRoom: (server, call) => ({ status: 200, body: { items: incoming(server, entered(server, call).room) } }),
    acceptRoomRequest(server, call) {
        const { room } = entered(server, call);
        const { userID } = call.path;
        if (!room.members.has(userID)) {
            if (!waiting(room).some(([id]) => id === userID)) throw notFound();
            room.requests.delete(userID);
            join(server, room, userID);
        }
        return { status: 200, body: shownRoom(server, room, call.me.id) };
    },
    declineRoomRequest(server, call) {
        const { room } = entered(server, call);
        const request = room.requests.get(call.path.userID);
        if (request) room.requests.set(call.path.userID, { ...request, isDeclined: true });
        note(server, room, call.path.userID);
        return { status: 204 };
    },
};
