// The plays in TV Time's files. Their columns have changed over the years, and a file may have both the old one and the new one,
// of which one is empty.

import { episodes, filmOf, ids, nameless, numberIn, seasons, timeless, timeOf, titleOf, years } from "./plays.js";

/** @typedef {import("./history.js").Play} Play */
/** @typedef {Record<string, string | undefined>} Row */

/**
 * A row of episodes; undefined if it isn't a play.
 * @param {Row} row
 * @returns {Play | undefined}
 */
export function episodePlay(row) {
    if (!row.key?.startsWith("watch-episode-")) return undefined;
    const watchedAt = time(row);
    if (!watchedAt) return timeless;
    const tvdbID = number(row, ["s_id", "series_id"], ids);
    const season = number(row, ["season_number", "s_no"], seasons);
    const episode = number(row, ["episode_number", "ep_no"], episodes);
    if (tvdbID === undefined || season === undefined || episode === undefined) return nameless;
    return { name: titleOf(row.series_name) ?? `Show ${tvdbID} of TheTVDB`, item: { tvdbID, season, episode, watchedAt } };
}

/**
 * A row of films; undefined if it isn't a play.
 * @param {Row} row
 * @returns {Play | undefined}
 */
export function filmPlay(row) {
    if (row.type !== "watch") return undefined;
    const watchedAt = time(row);
    if (!watchedAt) return timeless;
    const title = titleOf(row.movie_name);
    return title ? filmOf(title, numberIn(row.release_date?.trim().slice(0, 4), years), watchedAt) : nameless;
}

/**
 * The number of the first of these columns that has one within the range.
 * @param {Row} row
 * @param {readonly string[]} columns
 * @param {readonly [number, number]} range
 */
function number(row, columns, range) {
    return columns.map(column => numberIn(row[column]?.trim(), range)).find(one => one !== undefined);
}

/**
 * The time of a row, as `2021-03-04 20:15:01`. It is in UTC, unless it says how far it is from it.
 * @param {Row} row
 */
function time({ created_at, updated_at }) {
    return [created_at, updated_at].map(text => {
        const found = text?.trim() ?? "";
        const zone = /(?:Z|[+-]\d\d:\d\d)$/.exec(found.slice(19))?.[0] ?? "Z";
        return timeOf(found.slice(0, 19).replaceAll(" ", "T") + zone);
    }).find(Boolean);
}
