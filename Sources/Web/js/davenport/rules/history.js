// Reads the files in which other services give people their history: `WatchHistory` in Swift does the same.

import { OpenQuote, rowsOf } from "./csv.js";
import { folded } from "./text.js";
import { plays as traktPlays, showPlays, moviePlay } from "./trakt.js";
import { episodePlay, filmPlay } from "./tvtime.js";

/** @typedef {{ name: string, bytes: Uint8Array }} HistoryFile a file by its name without its folder, which says what it holds. */
/**
 * A play: the item for it and what the preview calls its show or film, or why there is no item. The reason is the rest of a
 * sentence about the play.
 * @typedef {{ item: Wire.HistoryItem, name: string } | { reason: string }} Play
 */
/** @typedef {{ item: Wire.HistoryItem, name: string }} Thing something that was watched, at its earliest play. */
/** @typedef {{ file: string, line: number, entry: number, reason: string }} LeftOut `line` and `entry` are counted from 1. */
/** @typedef {{ line: number, plays: Play[] }} Entry what a place in a file holds. */

/** A file that isn't what its name says, so that a part of a history would be missed unseen. */
export class HistoryFault extends Error {
    /**
     * @param {string} file
     * @param {string} reason the rest of a sentence that begins with the file's name.
     */
    constructor(file, reason) {
        super(`${file} ${reason}`);
        this.file = file;
        this.reason = reason;
    }
}

/** 1900-01-01T00:00:00Z, before which nothing can have been watched, in milliseconds. */
const earliest = -2_208_988_800_000;
/** What one request may have: items, and bytes besides those of its frame. */
const [mostItems, mostBytes] = [200, 64 * 1024 - 1024];

/**
 * Reads the files of Trakt and of TV Time, of whichever they are. Of Trakt's it reads `watched-history*.json`, or else
 * `watched-movies*.json` and `watched-shows*.json`; of TV Time's `tracking-prod-records-v2.csv` and `tracking-prod-records.csv`.
 * @param {readonly HistoryFile[]} files
 * @param {number} now in milliseconds. A play that lies ahead of it is left out.
 * @returns {{ things: Thing[], leftOut: LeftOut[], read: string[], others: string[] }} the things, earliest first; `others` are
 *     the files that hold no history.
 * @throws {HistoryFault}
 */
export function readHistory(files, now) {
    /** @type {Thing[]} */
    const things = [];
    /** @type {LeftOut[]} */
    const leftOut = [];
    /** @type {string[]} */
    const read = [];
    /** @type {string[]} */
    const others = [];
    for (const file of files) {
        const entries = entriesOf(file, files);
        (entries ? read : others).push(file.name);
        for (const [index, { line, plays }] of (entries ?? []).entries()) {
            for (const play of plays.map(one => possible(one, now))) {
                if ("item" in play) things.push(play);
                else leftOut.push({ file: file.name, line, entry: index + 1, reason: play.reason });
            }
        }
    }
    return { things: earliestOf(things), leftOut, read, others };
}

/**
 * Splits things into requests within the server's limits of number and size.
 * @param {readonly Thing[]} things
 */
export function requestsOf(things) {
    /** @type {Thing[][]} */
    const requests = [];
    let room = 0;
    for (const thing of things) {
        const size = new TextEncoder().encode(JSON.stringify(thing.item)).length + 1;
        if (requests.length === 0 || requests[requests.length - 1].length === mostItems || size > room) {
            requests.push([]);
            room = mostBytes;
        }
        requests[requests.length - 1].push(thing);
        room -= size;
    }
    return requests;
}

/**
 * What would be made of these things: how many episodes and films, from when to when, and each show with its episodes.
 * @param {readonly Thing[]} things
 */
export function outlineOf(things) {
    /** @type {Map<string, { name: string, episodes: number }>} */
    const shows = new Map();
    /** @type {string[]} */
    const films = [];
    for (const { item, name } of things) {
        if (!isEpisode(item)) {
            films.push(name);
            continue;
        }
        const show = shows.get(folded(name)) ?? { name, episodes: 0 };
        show.episodes += 1;
        shows.set(folded(name), show);
    }
    const times = things.map(({ item }) => item.watchedAt).sort();
    return {
        episodes: things.length - films.length, films: films.sort((one, other) => one.localeCompare(other)),
        shows: [...shows.values()].sort((one, other) => other.episodes - one.episodes || one.name.localeCompare(other.name)),
        first: times[0], last: times[times.length - 1],
        /** How many the server can't make without a catalogue. */
        needCatalogue: things.filter(({ item }) => !isSelfContained(item)).length,
    };
}

/** @param {Wire.HistoryItem} item */
const isEpisode = ({ subject, tvdbID }) => subject?.kind === "tv" || tvdbID !== undefined;

/** @param {Wire.HistoryItem} item whose titles the server may take as they are. */
function isSelfContained({ subject }) {
    if (subject?.kind === "tv") return Boolean(subject.showTitle);
    return Boolean(subject?.title);
}

/**
 * The entries of a file; undefined if it isn't one that is read.
 * @param {HistoryFile} file
 * @param {readonly HistoryFile[]} files
 * @returns {Entry[] | undefined}
 */
function entriesOf(file, files) {
    const { name } = file;
    const hasHistory = files.some(one => one.name.startsWith("watched-history"));
    if (name.startsWith("watched-history")) return elementsOf(file, traktPlays);
    if (!hasHistory && name.startsWith("watched-movies")) return elementsOf(file, entry => [moviePlay(entry)]);
    if (!hasHistory && name.startsWith("watched-shows")) return elementsOf(file, showPlays);
    if (name === "tracking-prod-records-v2.csv") return rowsOfFile(file, episodePlay);
    return name === "tracking-prod-records.csv" ? rowsOfFile(file, filmPlay) : undefined;
}

/**
 * The elements of a file that is a JSON list.
 * @param {HistoryFile} file
 * @param {(element: any) => Play[]} playsOf
 * @returns {Entry[]}
 */
function elementsOf(file, playsOf) {
    const text = textOf(file, "isn’t a JSON list.");
    let elements;
    try {
        elements = JSON.parse(text);
    } catch {
        elements = undefined;
    }
    if (!Array.isArray(elements)) throw new HistoryFault(file.name, "isn’t a JSON list.");
    const lines = linesOfElements(text);
    return elements.map((element, index) => ({ line: lines[index] ?? 1, plays: playsOf(element) }));
}

/**
 * The rows of a CSV file after its first, which has the names of the columns.
 * @param {HistoryFile} file
 * @param {(row: Record<string, string>) => Play | undefined} playOf
 * @returns {Entry[]}
 */
function rowsOfFile(file, playOf) {
    const text = textOf(file, "isn’t UTF-8.");
    let rows;
    try {
        rows = rowsOf(text);
    } catch (error) {
        if (!(error instanceof OpenQuote)) throw error;
        throw new HistoryFault(file.name, `has a quote without its end, which begins on line ${error.line}.`);
    }
    const names = rows[0]?.values.map(one => one.trim()) ?? [];
    return rows.slice(1).map(({ line, values }) => {
        // The first of two columns of one name counts.
        const row = Object.fromEntries(names.map((name, index) => [name, values[index]]).reverse());
        const play = playOf(row);
        return { line, plays: play ? [play] : [] };
    });
}

/**
 * The text of a file, without a byte order mark.
 * @param {HistoryFile} file
 * @param {string} fault
 */
function textOf({ name, bytes }, fault) {
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        throw new HistoryFault(name, fault);
    }
}

/**
 * The line on which each element of a JSON list begins, from 1.
 * @param {string} text which is such a list.
 */
export function linesOfElements(text) {
    const lines = [];
    let [line, depth] = [1, 0];
    let isAwaited = false;
    for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|\n|[[\]{},]|[^\s"[\]{},]+/gs)) {
        if (token === "\n") line += 1;
        else if (token === ",") isAwaited ||= depth === 1;
        else if (token === "]" || token === "}") depth -= 1;
        else {
            if (isAwaited) lines.push(line);
            isAwaited = (token === "[" || token === "{") && depth === 0;
            if (token === "[" || token === "{") depth += 1;
        }
    }
    return lines;
}

/**
 * The same play, unless its time can't be: the server takes none before 1900, and none that lies ahead.
 * @param {Play} play
 * @param {number} now
 * @returns {Play}
 */
function possible(play, now) {
    if (!("item" in play)) return play;
    const at = Date.parse(play.item.watchedAt);
    if (at >= earliest && at <= Math.max(now, earliest)) return play;
    return { reason: `was watched at ${play.item.watchedAt}, which can’t be` };
}

/**
 * The earliest play of each different thing, earliest first.
 * @param {Thing[]} things
 */
function earliestOf(things) {
    const seen = new Set();
    return things.sort((one, other) => Date.parse(one.item.watchedAt) - Date.parse(other.item.watchedAt)).filter(({ item }) => {
        const key = keyOf(item);
        return !seen.has(key) && seen.add(key);
    });
}

/**
 * What an item is about, as a text that is equal for two items about one thing.
 * @param {Wire.HistoryItem} item
 */
function keyOf({ episode, season, subject, title, tvdbID, year }) {
    if (!subject) return JSON.stringify([tvdbID, season, episode, year, folded(title ?? "")]);
    if (subject.kind === "tv") {
        return JSON.stringify(["tv", subject.showID ?? folded(subject.showTitle ?? ""), subject.season, subject.episode]);
    }
    const id = subject.kind === "movie" ? subject.movieID : folded(subject.title);
    return JSON.stringify([subject.kind, id]);
}
