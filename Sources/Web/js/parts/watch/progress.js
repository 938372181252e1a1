// How far one is: in a season, and in what one is in the middle of.
import { replica, session } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, refill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { lookUpSubject } from "./catalogue.js";
import { lengths, partOf } from "./room-row.js";

/** @typedef {import("../../types/app.js").ShownDashboard["sections"][number]} Section */

/** A season with more episodes shows no piece for each. */
const most = 40;

/**
 * The numbers of the episodes of seasons, by show and season, once they are known.
 * @type {Map<string, readonly number[]>}
 */
export const seasons = new Map();

/**
 * The season of a group's latest room; undefined where the group isn't one of a show.
 * @param {Section} section
 */
function latestSeason({ rooms: [latest] }) {
    if (latest?.subject.kind !== "tv") return undefined;
    const { season, showID } = latest.subject;
    return { season, showID, key: `${showID} ${season}` };
}

/**
 * Says how far one is in the latest season of a group: " · 2 of 9 watched", or, where its length isn't known, " · 4 watched ·
 * 1 to go". The strip has a piece for each episode of the season, which is filled as far as one is.
 * @param {Section} section
 * @param {HTMLElement} strip
 */
export function showSeason(section, strip) {
    const latest = latestSeason(section);
    /** @type {Map<number, boolean>} whether one has watched it, by episode */
    const episodes = new Map();
    /** @type {Map<number, number>} how far one is, by episode */
    const partsWatched = new Map();
    for (const room of replica.rooms()) {
        const { group, subject, watched } = room;
        if (group === section.group.id && subject.kind === "tv" && subject.season === latest?.season) {
            episodes.set(subject.episode, watched);
            partsWatched.set(subject.episode, partOf(room));
        }
    }
    const done = [...episodes.values()].filter(Boolean).length;
    const open = episodes.size - done;
    const all = seasons.get(latest?.key ?? "") ?? [];
    // What isn't of the season's episodes can't be counted among them.
    const isWhole = all.length > 1 && all.length <= most && [...episodes.keys()].every((one) => all.includes(one));
    refill(strip, [isWhole && all, ...episodes, ...partsWatched], () => isWhole
        ? all.map((one) => el("span", { data: { watched: episodes.get(one) }, vars: { part: partsWatched.get(one) ?? 0 } }))
        : []);
    const parts = isWhole ? [phrase("watch.progress.of", { count: done, all: all.length })]
        : [done > 0 && phrase("watch.progress.watched", { count: done }),
            open > 0 && phrase("watch.progress.open", { count: open })];
    return parts.filter(Boolean).map((part) => ` · ${part}`).join("");
}

/**
 * Reads the episodes of the seasons that one watches, and the lengths of what one is in the middle of.
 * @param {() => void} onRead
 */
export function readLengths(onRead) {
    for (const section of replica.dashboard()?.sections ?? []) {
        const latest = latestSeason(section);
        if (!latest || latest.showID <= 0 || seasons.has(latest.key) || !session.keptTenant()?.catalogue) continue;
        seasons.set(latest.key, []);
        const { season, showID } = latest;
        answers.read("lookUpSeason", { path: { showID, season } }).then(({ answer: { episodes } }) => {
            seasons.set(latest.key, episodes.map(({ episode }) => episode));
            onRead();
        }, () => { seasons.delete(latest.key); });
    }
    for (const { id, position, subject } of replica.rooms()) {
        if (!position || lengths.has(id)) continue;
        lookUpSubject(subject).then((answer) => {
            if (!answer?.runtime) return;
            lengths.set(id, answer.runtime);
            onRead();
        }, () => {});
    }
}
