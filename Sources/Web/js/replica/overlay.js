// What is shown of rooms: the server's state, with the writes of the outbox applied to it.

import { isArchived } from "./page.js";

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
    let { readNumber, unreadCount } = room;
    let members = room.members.map(member => {
        const user = memory.people.get(member.user.id) ?? member.user;
        return user === member.user ? member : { ...member, user };
    });
    for (const { kind, writtenAt, mark } of writes) {
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
        ...room, members, readNumber, unreadCount, mine, watched, archived: isArchived(room, memory.now),
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
