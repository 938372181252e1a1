// The day, and the days that somebody has played in a row, as dots of the last week.
import { el } from "../../dom.js";
import { locale, phrase } from "../../phrases.js";

const day = 86_400_000;
const fullDay = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat(locale, { weekday: "narrow", timeZone: "UTC" });

/**
 * Which of the last seven days were played, today last.
 * @param {number} days in a row, up to today or yesterday
 * @param {boolean} isToday whether today is one of them
 */
export function playedDays(days, isToday) {
    return [6, 5, 4, 3, 2, 1, 0].map((ago) => isToday ? ago < days : ago > 0 && ago <= days);
}

/**
 * The day and the days in a row in words, with a dot for each day of the last week.
 * @param {number} days
 * @param {{day: string, isToday: boolean}} today its date, and whether it was played
 */
export function streak(days, { day: date, isToday }) {
    const at = Date.parse(`${date}T12:00:00Z`);
    return el("div", { class: "streak" }, el("div", {}, el("p", { class: "streak-date" }, fullDay.format(at)),
        el("p", { class: "soft" },
            phrase(days > 0 && !isToday ? "play.streak.open" : "play.streak.days", { count: days }))),
    el("ol", { class: "streak-days", "aria-hidden": "true" }, ...playedDays(days, isToday).map((isPlayed, place) => el("li",
        { class: isPlayed ? "played-day" : "", data: { today: place === 6 } }, weekday.format(at - (6 - place) * day)))));
}
