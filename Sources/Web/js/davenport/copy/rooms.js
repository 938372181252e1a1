// Rooms as they are kept and as they are shown: with the writes that aren't confirmed yet, and people's newest names.

/**
 * The room in the form that the copy stores: the age of my position counts from 1970, and so stays true. The server answers
 * whole seconds, which have passed half a second ago on average.
 * @param {Wire.Room} room
 * @param {number} at the time of the answer by the server's clock.
 * @returns {Wire.Room}
 */
export function keptRoom({ position, ...room }, at) {
    return { ...room, ...(position && { position: { ...position, age: position.age + 0.5 - at / 1000 } }) };
}

/**
 * Whether a room or an assignment is archived by now: it archives itself without a change.
 * @param {Pick<Wire.Room, "archived" | "archivesAt">} room or an assignment.
 * @param {number} now by the server's clock.
 */
export function isArchived(room, now) {
    return room.archivesAt === undefined ? room.archived : Date.parse(room.archivesAt) <= now;
}

/**
 * A room as it is shown.
 * @param {Copy.Memory} copy
 * @param {Wire.Room} room
 * @param {readonly Copy.Entry[]} writes the pending ones on this room.
 * @returns {App.ShownRoom}
 */
export function shownRoom(copy, room, writes) {
    let { readNumber, unreadCount, position } = room;
    let members = room.members.map(member => {
        const user = copy.people.get(member.user.id) ?? member.user;
        return user === member.user ? member : { ...member, user };
    });
    for (const { kind, writtenAt, mark, position: set } of writes) {
        if (set) position = { ...set, age: -Date.parse(writtenAt) / 1000 };
        if (mark && mark.number > readNumber) {
            readNumber = mark.number;
            unreadCount = Math.min(unreadCount, unreadAbove(copy, room, mark.number) ?? mark.unreadCount);
        }
        if (kind === "watched" || kind === "unwatched") {
            members = members.map(({ watchedAt, ...member }) => {
                if (member.user.id !== copy.userID) return { ...member, watchedAt };
                return kind === "watched" ? { ...member, watchedAt: watchedAt ?? writtenAt } : member;
            });
        }
    }
    const mine = members.find(member => member.user.id === copy.userID);
    const others = members.filter(member => member !== mine);
    const haveWatched = others.every(member => member.watchedAt !== undefined);
    const watched = mine?.watchedAt !== undefined;
    return {
        ...room, members, readNumber, unreadCount, mine, watched,
        position: watched ? undefined : position, archived: isArchived(room, copy.now),
        attention: writes.length > 0 ? attention(watched, unreadCount, haveWatched) : room.attention,
        complete: (copy.rooms.get(room.id)?.complete ?? 0) > 0 || copy.open.get(room.id)?.listed !== undefined,
    };
}

/**
 * How many comments of others lie above a read marker; undefined if not all of the room's comments are at hand.
 * @param {Copy.Memory} copy
 * @param {Wire.Room} room
 * @param {number} number
 */
export function unreadAbove(copy, room, number) {
    const open = copy.open.get(room.id);
    const isWhole = (copy.rooms.get(room.id)?.complete ?? 0) > 0 || open?.listed;
    if (!open || !isWhole) return number >= room.commentCount ? 0 : undefined;
    const comments = [...new Map([...open.listed ?? [], ...open.stored]).values()];
    return comments.filter(comment => comment.number > number && comment.author?.id !== copy.userID).length;
}

/**
 * The group with its members' newest names.
 * @param {Copy.Memory} copy
 * @param {Wire.Group} group
 * @returns {Wire.Group}
 */
export function named(copy, group) {
    return { ...group, members: group.members.map(member => copy.people.get(member.id) ?? member) };
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
