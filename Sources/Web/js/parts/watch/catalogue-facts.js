// What the catalogue says of the show or movie of a room.
import { el } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { lookUpSubject } from "./catalogue.js";
import { dayText } from "../controls/time.js";

/**
 * What the catalogue says of a room's show or movie; nothing if it doesn't have it.
 * @param {import("../../types/app.js").ShownRoom} room
 */
export async function catalogueFacts(room) {
    const answer = await lookUpSubject(room.subject);
    if (!answer) return [];
    const aired = "airDate" in answer && answer.airDate ? dayText(new Date(`${answer.airDate}T12:00:00`))
        : "year" in answer && answer.year;
    const length = answer.runtime && phrase("watch.facts.minutes", { minutes: answer.runtime });
    const facts = [aired, length].filter(Boolean).join(" · ");
    const cast = "cast" in answer ? answer.cast : [];
    return [
        facts && el("p", { class: "small soft" }, facts),
        answer.overview && el("p", { class: "small", dir: "auto" }, answer.overview),
        cast.length > 0 && el("details", {}, el("summary", { class: "small" }, phrase("watch.facts.cast")),
            el("ul", { class: "cast" },
                ...cast.map(({ character, name }) => el("li", {}, character ? phraseAround("watch.facts.plays",
                    { name: el("bdi", {}, name), character: el("bdi", {}, character) }) : el("bdi", {}, name))))),
        attribution(answer),
    ];
}

/**
 * Names the catalogue, and says if its answer is an old one.
 * @param {{attribution: string, stale?: boolean}} answer
 */
export function attribution(answer) {
    return el("p", { class: "tiny soft" }, answer.attribution, answer.stale && ` ${phrase("watch.facts.old")}`);
}
