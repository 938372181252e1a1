// What the reader shares with other people: their rooms, and what they watched last there.
import { replica, session } from "../../client.js";
import { el } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { called } from "../controls/person.js";
import { agoInWords } from "../controls/time.js";
import { actionOf, isAhead, newText, othersOf, poster, subjectTitle } from "../watch/room-row.js";

/** @typedef {import("../../types/wire.js").UserStub} UserStub */
/** @typedef {import("../../types/wire.js").Room} Room */
/**
 * @typedef {{user: UserStub, count: number, last: {room: Room, watchedAt: string} | undefined, next: Room | undefined}} Shared
 *     `last`: what they watched last; `next`: what they, a friend, have watched and the reader can watch now,
 *     best what the reader is in the middle of, or else a room with them that has something to read
 */

/**
 * Everybody else in the reader's rooms, by id. What is next with one friend isn't it with another one.
 * @returns {Map<string, Shared>}
 */
export function sharedRooms() {
    const own = session.current()?.userID;
    /** @type {Map<string, Shared>} */
    const found = new Map();
    for (const room of replica.rooms()) {
        for (const { user, watchedAt } of room.members.filter((member) => member.user.id !== own)) {
            const { count, last } = found.get(user.id) ?? { count: 0, last: undefined };
            const isLater = watchedAt !== undefined && (!last || Date.parse(watchedAt) > Date.parse(last.watchedAt));
            found.set(user.id, { user, count: count + 1, last: isLater ? { room, watchedAt } : last, next: undefined });
        }
    }
    const open = new Set(replica.rooms().filter((room) => room.attention === "watch" && !isAhead(room))
        .sort((one, other) => Number(Boolean(other.position)) - Number(Boolean(one.position))));
    const unread = new Set(replica.rooms().filter(({ attention }) => attention === "read"));
    for (const friend of othersOf(replica.friends()?.friends ?? [])) {
        const shared = found.get(friend.id);
        const next = [...open].find(({ members }) => members.some(({ user, watchedAt }) => user.id === friend.id && watchedAt))
            ?? [...unread].find(({ members }) => members.some(({ user }) => user.id === friend.id));
        if (!shared || !next) continue;
        shared.next = next;
        open.delete(next);
        unread.delete(next);
    }
    return found;
}

/**
 * The number of rooms in common.
 * @param {Shared | undefined} shared
 */
export const sharedCount = (shared) => shared
    && el("span", {}, phrase("people.rooms", { count: shared.count }));

/**
 * What somebody has watched in a room in common, and where the reader is: what the reader can watch now, or else the last. The
 * title of an episode may spoil it, so it isn't named.
 * @param {Shared | undefined} shared
 */
export function lastWatched(shared) {
    const room = shared?.next ?? shared?.last?.room;
    if (!room) return undefined;
    const { members, subject } = room;
    const { user, watchedAt } = members.find((member) => member.user.id === shared?.user.id) ?? {};
    // Where one can watch it, the button beside it leads there.
    const title = el("bdi", {}, subjectTitle(subject));
    const link = shared?.next ? el("span", { class: "name" }, title) : el("a", { href: `/rooms/${room.id}` }, title);
    return sharedLine(poster(subject.kind === "tv" ? subject.showTitle : subject.title, room.poster, 56), link, " ",
        el("span", { class: "soft" }, user && watchedAt && phraseAround("people.watched.ago", {
            name: el("bdi", {}, called(user)), ago: agoInWords(watchedAt) }), " ", ownStanding(room)));
}

/**
 * In place of what somebody has watched, so that the lists' columns agree.
 * @param {string} words
 */
export const nothingShared = (words) =>
    el("span", { class: "shared" }, el("span", { class: "soft" }, words));

/**
 * @param {Node} picture
 * @param {...import("../../dom.js").Parts} words
 */
const sharedLine = (picture, ...words) => el("span", { class: "shared" }, picture, el("span", {}, ...words));

/**
 * Where the reader is in what somebody else has watched: why there is a button to watch it, or none.
 * @param {Room} room
 */
function ownStanding(room) {
    if (room.attention === "read") return newText(room);
    if (isAhead(room)) return phrase("people.watched.ahead");
    const minutes = Math.ceil((room.position?.seconds ?? 0) / 60);
    if (actionOf(room) === "goOn" && minutes > 0) return phrase("people.watched.at", { minutes });
    if (room.attention === "watch") return phrase("people.watched.notYet");
    const own = session.current()?.userID;
    return room.members.some(({ user, watchedAt }) => user.id === own && watchedAt) && phrase("people.watched.too");
}
