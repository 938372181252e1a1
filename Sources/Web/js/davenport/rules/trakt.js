// The plays in Trakt's files.

import { episodes, filmOf, ids, nameless, numberIn, seasons, timeless, timeOf, titleOf, years } from "./plays.js";

/** @typedef {import("./history.js").Play} Play */

/**
 * What an entry of the history holds: nothing if it isn't a play of an episode or a film.
 * @param {any} entry
 * @returns {Play[]}
 */
export function plays(entry) {
    if (entry?.type === "movie") return [movie(entry.movie, entry.watched_at)];
    if (entry?.type !== "episode") return [];
    const { season, number, title } = entry.episode ?? {};
    return [episode(entry.show, season, number, title, entry.watched_at)];
}

/**
 * An entry of the list of films.
 * @param {any} entry
 */
export const moviePlay = entry => movie(entry?.movie, entry?.last_watched_at);

/**
 * An entry of the list of shows. An episode without a time wasn't watched.
 * @param {any} entry
 * @returns {Play[]}
 */
export function showPlays(entry) {
    return list(entry?.seasons).flatMap(season => list(season?.episodes)
        .filter(one => typeof one?.last_watched_at === "string")
        .map(one => episode(entry.show, season.number, one.number, undefined, one.last_watched_at)));
}

/**
 * @param {unknown} value
 * @returns {any[]}
 */
const list = value => Array.isArray(value) ? value : [];

/**
 * @param {any} film
 * @param {unknown} time
 * @returns {Play}
 */
function movie(film, time) {
    const watchedAt = timeOf(time);
    if (!watchedAt) return timeless;
    const [id, title] = [numberIn(film?.ids?.tmdb, ids), titleOf(film?.title)];
    if (id !== undefined) {
        const subject = { kind: /** @type {const} */ ("movie"), movieID: id, ...title && { title } };
        return { name: title ?? `Film ${id} of TMDB`, item: { subject, watchedAt } };
    }
    return title ? filmOf(title, numberIn(film?.year, years), watchedAt) : nameless;
}

/**
 * @param {any} show
 * @param {unknown} seasonNumber
 * @param {unknown} number
 * @param {unknown} title
 * @param {unknown} time
 * @returns {Play}
 */
function episode(show, seasonNumber, number, title, time) {
    const watchedAt = timeOf(time);
    if (!watchedAt) return timeless;
    const [showID, showTitle, episodeTitle] = [numberIn(show?.ids?.tmdb, ids), titleOf(show?.title), titleOf(title)];
    const [season, one] = [numberIn(seasonNumber, seasons), numberIn(number, episodes)];
    if (showID === undefined && !showTitle || season === undefined || one === undefined) return nameless;
    const subject = { kind: /** @type {const} */ ("tv"), season, episode: one, ...showID !== undefined && { showID },
        ...showTitle && { showTitle }, ...episodeTitle && { episodeTitle } };
    return { name: showTitle ?? `Show ${showID} of TMDB`, item: { subject, watchedAt } };
}
