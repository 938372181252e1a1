// What a room is called and looks like, and what it asks for.
import { el } from "../../dom.js";
import { phrase } from "../../first-phrases.js";
import { replica, session } from "../../client.js";
import { called, namesInWords } from "../controls/person.js";

/** @typedef {import("../../types/wire.js").Room} Room */
/** @typedef {import("../../types/wire.js").MediaPicture} MediaPicture */
/** @typedef {import("../../types/wire.js").UserStub} UserStub */

/**
 * A poster in a place of fixed size, over the title's first letter on a colour of its own. An article doesn't count.
 * @param {string} title
 * @param {readonly MediaPicture[]} [widths]
 * @param {number} [width] in pixels
 */
export function poster(title, widths, width = 46) {
    const [, letter = ""] = /^\s*(?:(?:an?|the)\s+(?=\S))?[^\p{L}\p{N}]*(.)/iu.exec(title) ?? [];
    return el("span", { class: "poster", "aria-hidden": "true", vars: { hue: hueOf(title), wide: `${width}px` } },
        letter.toLocaleUpperCase("en"), picture(widths, { width, height: width * 1.5 }));
}

/**
 * The pictures of a room's show or film. Those of its group are newer than what the copy has of the room.
 * @param {Room} room
 * @returns {Pick<Room, "poster" | "still">}
 */
export const picturesOf = (room) => replica.dashboard()?.sections
    .find(({ group }) => group.poster && group.id === room.group)?.group ?? room;

/**
 * The hue of a title's own colour.
 * @param {string} title
 */
export const hueOf = (title) => Array.from(title).reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 360, 7);

/**
 * A picture of the catalogue from its provider's host, which leaves if it doesn't load.
 * @param {readonly MediaPicture[] | undefined} widths the narrowest first.
 * @param {{width: number, height: number}} size how large it is shown.
 */
export function picture(widths, size) {
    const [narrowest] = widths ?? [];
    if (!widths || !narrowest) return undefined;
    const image = el("img", {
        alt: "", ...size, loading: "lazy", decoding: "async", referrerPolicy: "no-referrer", crossOrigin: "anonymous",
        sizes: `${size.width}px`, srcset: widths.map(({ url, width }) => `${url} ${width}w`).join(", "), src: narrowest.url,
        onerror: () => {
            if (!image.crossOrigin) return image.remove();
            // The host doesn't let pages read its pictures. The worker keeps none of them, and they can be shown all the same.
            image.crossOrigin = null;
            image.src = narrowest.url;
        },
    });
    return image;
}

/**
 * Parts of a line, each of which wraps as a whole, with a dot between those that stand beside each other.
 * @param {import("../../dom.js").Parts[]} parts
 */
export const dotted = (parts) => parts.filter(Boolean).map((part) => el("span", {}, part, " "));

/**
 * These people without oneself, in the order of what they are called.
 * @param {readonly UserStub[]} people
 */
export const othersOf = (people) => people.filter(({ id }) => id !== session.current()?.userID)
    .sort((one, other) => called(one).localeCompare(called(other)));

/**
 * Which others have watched it.
 * @param {Room} room
 */
export const watchersOf = ({ members }) => othersOf(members.flatMap(({ user, watchedAt }) => watchedAt ? [user] : []));

/**
 * The same in words: "Bea and Cem have watched".
 * @param {Room} room
 */
export function watchedText(room) {
    const people = watchersOf(room);
    return phrase("watch.whoWatched", { count: people.length, names: namesInWords(people) });
}

/**
 * Who asked to join: "Cem asked to join".
 * @param {Room} room
 */
export function askingText({ id }) {
    const asking = (replica.roomRequests()?.incoming ?? []).filter(({ roomID }) => roomID === id);
    const names = namesInWords(asking.map(({ user }) => user));
    return asking.length > 0 && phrase("watch.asking", { names, count: asking.length });
}

/**
 * What a room asks to be done now; nothing where one waits or watches another one before.
 * @param {Room} room
 */
export const actionOf = (room) => room.attention === "read" ? "read"
    : room.attention === "watch" && !isAhead(room) ? room.position ? "goOn" : "watch" : undefined;

/**
 * The same in words: "Watch", "Go on", "Read".
 * @param {Room} room
 */
export const actionText = (room) => {
    const action = actionOf(room);
    return action && phrase("watch.action", { action });
};

/**
 * "4 new comments"
 * @param {Room} room
 */
export const newText = ({ unreadCount: count }) => phrase("watch.newComments", { count });

/**
 * The lengths in minutes of what one is in the middle of, by room, once they are known.
 * @type {Map<string, number>}
 */
export const lengths = new Map();

/**
 * Who wrote last in rooms with something to read, and what, once that is known: "Bea at 15:43: that hallway!"
 * @type {Map<string, {people: UserStub[], text: string}>}
 */
export const voices = new Map();

/**
 * How far one is: "11 of 43 min", "11 min in".
 * @param {Room} room
 */
export function stageText({ id, position }) {
    const minutes = Math.ceil((position?.seconds ?? 0) / 60);
    const length = lengths.get(id);
    return minutes > 0 && (length ? phrase("watch.minutesOf", { minutes, length }) : phrase("watch.minutesIn", { minutes }));
}

/**
 * The same as a part of the whole, 0 while that isn't known.
 * @param {Room} room
 */
export const partOf = ({ id, position }) => Math.min(1, (position?.seconds ?? 0) / 60 / (lengths.get(id) ?? Infinity));

/** @typedef {import("../../types/wire.js").Subject} Subject */

/**
 * What a room is about, without the title of an episode before which another one isn't watched yet: it may spoil that one.
 * @param {Room} room
 * @returns {Subject}
 */
export const shownSubject = (room) => room.subject.kind === "tv" && isAhead(room)
    ? { ...room.subject, episodeTitle: undefined } : room.subject;

/**
 * Whether an episode comes before that one isn't watched either.
 * @param {Room} room
 */
export const isAhead = ({ attention, group, subject }) => subject.kind === "tv" && attention === "watch"
    && replica.rooms().some((other) => other.group === group && other.attention === "watch" && isBefore(other.subject, subject));

/**
 * Whether an episode comes before another one of its show.
 * @param {Subject} one
 * @param {{season: number, episode: number}} other
 */
export const isBefore = (one, { season, episode }) => one.kind === "tv"
    && (one.season < season || (one.season === season && one.episode < episode));

/**
 * "S1 E5"
 * @param {{season: number, episode: number}} episode
 */
export const episodeCode = ({ season, episode }) => phrase("watch.episodeCode", { season, episode });

/**
 * One line, for the document's title and announcements: "Severance S1 E5".
 * @param {Subject} subject
 */
export function subjectTitle(subject) {
    return subject.kind === "tv" ? `${subject.showTitle} ${episodeCode(subject)}` : subject.title;
}
