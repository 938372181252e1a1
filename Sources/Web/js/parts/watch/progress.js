// How far one is: in a season, and in what one is in the middle of.
import { replica } from "../../client.js";
import { el, refill } from "../../dom.js";
import { phrase } from "../../first-phrases.js";
import { lookUpSubject } from "./catalogue.js";
import { lengths } from "./room-row.js";

/** @typedef {import("../../types/app.js").ShownDashboard["sections"][number]} Section */

/** A season with more episodes shows no piece for each. */
const most = 40;

/**
 * Says how far one is in the latest season of a group: " · 4 watched, 1 to go". The strip has a piece for each episode up to the
 * next one.
 * @param {Section} section
 * @param {HTMLElement} strip
 */
export function showSeason({ group, nextEpisode, rooms: [latest] }, strip) {
    const [season] = latest?.subject.kind === "tv" ? [latest.subject.season] : [];
    /** @type {Map<number, boolean>} whether one has watched it, by episode */
    const episodes = new Map();
    for (const { group: other, subject, watched } of replica.rooms()) {
        if (other === group.id && subject.kind === "tv" && subject.season === season) episodes.set(subject.episode, watched);
    }
    const done = [...episodes.values()].filter(Boolean).length;
    const open = episodes.size - done;
    const last = Math.max(...episodes.keys(), nextEpisode?.season === season ? nextEpisode?.episode ?? 0 : 0);
    refill(strip, [last, ...episodes], () => last > 1 && last <= most
        ? Array.from({ length: last }, (_, index) => el("span", { data: { watched: episodes.get(index + 1) } })) : []);
    return [done > 0 && ` · ${phrase("watch.progress.watched", { count: done })}`,
        open > 0 && ` · ${phrase("watch.progress.open", { count: open })}`].filter(Boolean).join("");
}

/**
 * Reads the lengths of what one is in the middle of.
 * @param {() => void} onRead
 */
export function readLengths(onRead) {
    for (const { id, position, subject } of replica.rooms()) {
        if (!position || lengths.has(id)) continue;
        lookUpSubject(subject).then((answer) => {
            if (!answer?.runtime) return;
            lengths.set(id, answer.runtime);
            onRead();
        }, () => {});
    }
}
