// Comments of rooms with their reactions (docs/rules/comments.md, timeline.md).

import { compact } from "./people.js";
import { attach, detach, shownPicture } from "./pictures.js";
import { invalid, notFound, Refusal, text } from "./refusal.js";
import { entered, userStub } from "./rooms.js";

/** @typedef {import("./server.js").Handler} Handler */
/** @typedef {import("./server.js").Server} Server */
/** @typedef {import("./server.js").Call} Call */
/** @typedef {import("./rooms.js").StoredRoom} StoredRoom */
/** @typedef {import("./rooms.js").StoredComment} StoredComment */

/** @param {Server} server @param {StoredComment} comment */
export function shownComment(server, comment) {
    const { id, roomID, number, seconds, content, createdAt, editedAt, quote, replyTo } = comment;
    const pictures = comment.pictures.map(one => shownPicture(server, one));
    const reactions = comment.reactions.filter(one => one.userIDs.length > 0).map(one => ({ ...one, count: one.userIDs.length }));
    return compact({
        id, roomID, number, seconds, content, author: userStub(server, comment.by), createdAt, editedAt, quote, replyTo,
        reactions: reactions.length > 0 ? reactions : undefined, pictures: pictures.length > 0 ? pictures : undefined,
    });
}

/** @param {Server} server @param {Call} call */
function found(server, call) {
    const { room } = entered(server, call);
    const comment = room.comments.get(call.path.commentID);
    if (!comment) throw notFound();
    return { room, comment };
}

/** @param {Server} server @param {StoredRoom} room @param {StoredComment} comment */
function noteComment(server, room, comment) {
    server.note(room.members.keys(), { kind: "comment", id: comment.id, parent: room.id });
}

/** The text of a comment, which may be empty beside pictures. @param {any} content @param {boolean} isPictured */
const words = (content, isPictured) => isPictured && content.trim() === "" ? "" : text(content, "content", 4000);

/** @param {string} emoji */
const plain = emoji => emoji.replaceAll("\uFE0F", "");

/** @param {Server} server @param {Call} call @param {boolean} on */
function react(server, call, on) {
    const { room, comment } = found(server, call);
    const emoji = plain(call.path.emoji);
    let reaction = comment.reactions.find(one => one.emoji === emoji);
    if (!reaction) comment.reactions.push(reaction = { emoji, userIDs: [] });
    reaction.userIDs = [...reaction.userIDs.filter(id => id !== call.me.id), ...on ? [call.me.id] : []];
    noteComment(server, room, comment);
    return { status: 200, body: shownComment(server, comment) };
}

/** @type {Record<string, Handler>} */
export const comments = {
    listComments(server, call) {
        const { room } = entered(server, call);
        const limit = Number(call.query.limit ?? 50);
        const listed = [...room.comments.values()].sort((one, other) => one.seconds - other.seconds || one.number - other.number);
        const from = Number(call.query.after ?? 0);
        const items = listed.slice(from, from + limit).map(comment => shownComment(server, comment));
        return { status: 200, body: { items, ...(from + limit < listed.length && { next: String(from + limit) }) } };
    },
    createComment(server, call) {
        const { room } = entered(server, call);
        const { body, me } = call;
        const before = room.comments.get(body.id);
        if (before) {
            if (
                before.by !== me.id || before.request !== JSON.stringify(body)
            ) throw new Refusal(409, "id_taken", "This id is taken.");
            return { status: 200, body: shownComment(server, before) };
        }
        if (
            [...server.rooms.values()].some(other => other.comments.has(body.id))
        ) throw new Refusal(409, "id_taken", "This id is taken.");
        const content = words(body.content, body.pictures?.length > 0);
        const answered = room.comments.get(body.replyTo);
        if (body.replyTo && (!answered || answered.seconds > (body.seconds ?? 0))) throw invalid("replyTo", "can't be answered");
        const id = server.chosen(body.id);
        const pictures = attach(server, me.id, id, body.pictures ?? []);
        const comment = {
            id, roomID: room.id, number: room.lastNumber += 1, seconds: body.seconds ?? 0, content, by: me.id,
            createdAt: server.time(),
            ...(body.quote && { quote: body.quote }), ...(body.replyTo && { replyTo: body.replyTo }), reactions: [], pictures,
            request: JSON.stringify(body),
        };
        room.comments.set(id, comment);
        room.lastActivityAt = server.time();
        server.note(room.members.keys(), { kind: "room", id: room.id });
        noteComment(server, room, comment);
        return { status: 201, body: shownComment(server, comment) };
    },
    editComment(server, call) {
        const { room, comment } = found(server, call);
        if (comment.by !== call.me.id) throw new Refusal(403, "forbidden", "Only the author edits a comment.");
        const { content, seconds, quote, pictures } = call.body;
        const next = words(content ?? comment.content, (pictures ?? comment.pictures).length > 0);
        if (pictures) comment.pictures = attach(server, call.me.id, comment.id, pictures);
        comment.content = next;
        if (seconds !== undefined && seconds !== null) comment.seconds = seconds;
        if (quote === null) delete comment.quote;
        comment.editedAt = server.time();
        noteComment(server, room, comment);
        return { status: 200, body: shownComment(server, comment) };
    },
    deleteComment(server, call) {
        const { room, comment } = found(server, call);
        const isHost = room.members.get(call.me.id)?.isHost;
        if (comment.by !== call.me.id && !isHost) throw new Refusal(
            403, "forbidden", "Only the author and the host delete a comment.",
        );
        room.comments.delete(comment.id);
        detach(server, comment.id);
        server.deleted.add(comment.id);
        server.note(room.members.keys(), { kind: "room", id: room.id });
        noteComment(server, room, comment);
        return { status: 204 };
    },
    addReaction: (server, call) => react(server, call, true),
    removeReaction: (server, call) => react(server, call, false),
};
