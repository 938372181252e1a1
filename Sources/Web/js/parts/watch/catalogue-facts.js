// What the catalogue says of the show or movie of a room.
import { el } from "../../dom.js";
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
    const facts = [aired, answer.runtime && `${answer.runtime} min`].filter(Boolean).join(" · ");
    const cast = "cast" in answer ? answer.cast : [];
    return [
        facts && el("p", { class: "small soft" }, facts),
        answer.overview && el("p", { class: "small", dir: "auto" }, answer.overview),
        cast.length > 0 && el("details", {}, el("summary", { class: "small" }, "Cast"),
            el("ul", { class: "cast" },
                ...cast.map((one) => el("li", {}, el("bdi", {}, one.name),
                    one.character && [" as ", el("bdi", {}, one.character)])))),
        attribution(answer),
    ];
}

/**
 * Names the catalogue, and says if its answer is an old one.
 * @param {{attribution: string, stale?: boolean}} answer
 */
export function attribution(answer) {
    return el("p", { class: "tiny soft" }, answer.attribution, answer.stale && " The catalogue’s answer is an old one.");
}
