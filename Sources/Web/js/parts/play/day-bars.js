// The points of the last days of a daily puzzle, as bars.
import { el } from "../../dom.js";
import { dayText } from "../controls/time.js";

/**
 * A bar for each day, the last one last, and none for a day without a play.
 * @param {readonly Wire.Challenge[]} challenges daily ones, the last one first
 */
export function dayBars(challenges) {
    const days = challenges.flatMap(({ day = "", mine }) => day
        ? [{ day: dayText(new Date(`${day}T12:00`)), score: mine?.score ?? 0 }] : []).reverse();
    const most = Math.max(1, ...days.map(({ score }) => score));
    const words = days.filter(({ score }) => score > 0).map(({ day, score }) => `${day}: ${score}`).join(", ");
    return el("div",
        { class: "day-bars figures", role: "img", "aria-label": `Points by day. ${words}`, vars: { days: days.length } },
        ...days.map(({ day, score }) => el("span", { class: "day", title: `${day}: ${score}` },
            score > 0 && el("span", { class: "tiny" }, score), el("span", { class: "day-bar", vars: { part: score / most } }))),
        el("span", { class: "tiny soft" }, days[0]?.day), el("span", { class: "tiny soft" }, days.at(-1)?.day));
}
