// The points of the last days of a daily puzzle, as bars.
import { el } from "../../dom.js";
import { dayText } from "../controls/time.js";
import { listed, phrase } from "../../phrases.js";

const place = (/** @type {string} */ day) => new Date(`${day}T12:00`);

/**
 * A bar for each day above its date, the last one last, and none for a day without a play. What can still be played is dashed.
 * @param {readonly Wire.Challenge[]} challenges daily ones, the last one first
 */
export function dayBars(challenges) {
    const days = challenges.flatMap(({ day = "", ended, mine }) => day
        ? [{ day: dayText(place(day)), number: place(day).getDate(), score: mine?.score ?? 0, isToday: !ended }] : []).reverse();
    const most = Math.max(1, ...days.map(({ score }) => score));
    const said = days.filter(({ score }) => score > 0).map(({ day, score }) => phrase("play.days.one", { day, points: score }));
    return el("div",
        { class: "day-bars figures", role: "img", vars: { days: days.length },
            "aria-label": phrase("play.days.all", { days: listed(said, "unit") }) },
        ...days.map(({ day, isToday, number, score }) => el("span",
            { class: "day", title: phrase("play.days.one", { day, points: score }), data: { today: isToday && score === 0 } },
            score > 0 && el("span", { class: "tiny" }, score), el("span", { class: "day-bar", vars: { part: score / most } }),
            el("span", { class: "tiny soft" }, number))));
}
