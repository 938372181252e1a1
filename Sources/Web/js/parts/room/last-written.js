// Where in the show or film each member last wrote: that is all that one knows of where somebody else is.
import { timestamp } from "../../client/timestamp.js";
import { called } from "../controls/person.js";

/** @typedef {import("../../types/app.js").ShownRoom["members"][number]} Member */

/** So many people are named. */
const named = 2;

/**
 * The second of each member's last comment, by the member's id; nobody who has written at no second.
 * @param {readonly Member[]} members
 * @param {readonly import("../../types/app.js").ShownComment[]} comments
 */
export function lastWritten(members, comments) {
    /** @type {Map<string, number>} */
    const found = new Map();
    const ids = new Set(members.map(({ user }) => user.id));
    for (const { author, folded, seconds } of comments) {
        if (folded || seconds === 0 || !author || !ids.has(author.id)) continue;
        found.set(author.id, Math.max(seconds, found.get(author.id) ?? 0));
    }
    return found;
}

/**
 * Where those wrote last who haven't watched: "Cem wrote at 41:00, Bea at 5:00.", the furthest first. Nothing where nobody did.
 * @param {readonly Member[]} members
 * @param {ReadonlyMap<string, number>} written as `lastWritten` gives it
 */
export function writtenWords(members, written) {
    const places = members.flatMap(({ user, watchedAt }) => watchedAt || !written.has(user.id) ? []
        : { user, at: written.get(user.id) ?? 0 }).sort((one, other) => other.at - one.at).slice(0, named);
    const parts = places.map(({ user, at }, place) => `${called(user)}${place === 0 ? " wrote" : ""} at ${timestamp(at)}`);
    return parts.length === 0 ? "" : `${parts.join(", ")}.`;
}
