// What the catalogue has about a room's episode or movie.
import * as answers from "../answers.js";
import * as session from "../session.js";

/**
 * Undefined where there is no catalogue, or it can't know the subject.
 * @param {import("../types/wire.js").Subject | undefined} subject
 */
export async function lookUp(subject) {
    if (!session.keptTenant()?.catalogue) return undefined;
    if (subject?.kind === "movie" && subject.movieID > 0) return (await answers.read("lookUpMovie", { path: { movieID: subject.movieID } })).answer;
    if (subject?.kind !== "tv" || subject.showID < 0) return undefined;
    const { showID, season, episode } = subject;
    return (await answers.read("lookUpEpisode", { path: { showID, season, episode } })).answer;
}
