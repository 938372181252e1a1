// What the catalogue has about a room's episode or movie.
import { session } from "../../client.js";
import { answers } from "../../client/answers.js";

/**
 * Whether it can know the subject: people can name others themselves.
 * @param {import("../../types/wire.js").Subject} subject
 */
export const isKnown = (subject) => subject.kind === "tv" ? subject.showID > 0 : subject.kind === "movie" && subject.movieID > 0;

/**
 * Undefined where there is no catalogue, or it can't know the subject.
 * @param {import("../../types/wire.js").Subject | undefined} subject
 */
export async function lookUpSubject(subject) {
    if (!session.keptTenant()?.catalogue || !subject || !isKnown(subject)) return undefined;
    if (subject.kind === "movie") return (await answers.read("lookUpMovie", { path: { movieID: subject.movieID } })).answer;
    if (subject.kind !== "tv") return undefined;
    const { showID, season, episode } = subject;
    return (await answers.read("lookUpEpisode", { path: { showID, season, episode } })).answer;
}
