// What the reader shares with other people: their rooms, and what they watched last there.
import { replica, session } from "../../client.js";
import { el } from "../../dom.js";
import { agoInWords } from "../controls/time.js";
import { subjectTitle } from "../watch/room-row.js";

/** @typedef {import("../../types/wire.js").UserStub} UserStub */
/** @typedef {import("../../types/wire.js").Room} Room */
/** @typedef {{user: UserStub, count: number, last: {room: Room, watchedAt: string} | undefined}} Shared */

/**
 * Everybody else in the reader's rooms, by id.
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
            found.set(user.id, { user, count: count + 1, last: isLater ? { room, watchedAt } : last });
        }
    }
    return found;
}

/**
 * The number of rooms in common.
 * @param {Shared | undefined} shared
 */
export const sharedCount = (shared) => shared && (shared.count === 1 ? "1 room together" : `${shared.count} rooms together`);

/**
 * What somebody watched last in a room in common. The title of an episode may spoil it, so it isn't named.
 * @param {Shared | undefined} shared
 */
export const lastWatched = (shared) => shared?.last && el("span", { class: "shared" }, "watched ",
    el("a", { href: `/rooms/${shared.last.room.id}` }, el("bdi", {}, subjectTitle(shared.last.room.subject))), " ",
    agoInWords(shared.last.watchedAt));
