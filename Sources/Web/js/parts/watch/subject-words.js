// What a room is about, in two lines.
import { episodeCode } from "./room-row.js";

/**
 * The line over the title ("Severance"), and the title ("S1 E5 · The Grim Barbarity of Optics and Design").
 * @param {import("../../types/wire.js").Subject} subject
 * @returns {{over: string, title: string, isPlain: boolean}}
 */
export function subjectWords(subject) {
    if (subject.kind === "tv") {
        const code = episodeCode(subject);
        return { over: subject.showTitle, title: subject.episodeTitle ? `${code} · ${subject.episodeTitle}` : code,
            isPlain: false };
    }
    return { over: subject.kind === "movie" ? "Movie" : "", title: subject.title, isPlain: true };
}
