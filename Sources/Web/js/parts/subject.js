// What a room is about, in words.

/** @typedef {import("../types/wire.js").Subject} Subject */

/**
 * "S1 E5"
 * @param {{season: number, episode: number}} episode
 */
export const episodeCode = ({ season, episode }) => `S${season} E${episode}`;

/**
 * The line over the title ("Severance"), and the title ("S1 E5 · The Grim Barbarity of Optics and Design").
 * @param {Subject} subject
 * @returns {{over: string, title: string, isPlain: boolean}}
 */
export function words(subject) {
    if (subject.kind === "tv") {
        const code = episodeCode(subject);
        return { over: subject.showTitle, title: subject.episodeTitle ? `${code} · ${subject.episodeTitle}` : code, isPlain: false };
    }
    return { over: subject.kind === "movie" ? "Movie" : "", title: subject.title, isPlain: true };
}

/**
 * One line, for the document's title and announcements: "Severance S1 E5".
 * @param {Subject} subject
 */
export function short(subject) {
    return subject.kind === "tv" ? `${subject.showTitle} ${episodeCode(subject)}` : subject.title;
}
