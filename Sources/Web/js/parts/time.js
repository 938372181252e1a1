// Times in words. Every `<time>` that `ago` makes is renewed once a minute.
import { el } from "../dom.js";
import * as replica from "../replica.js";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long" });
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dateWithYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const whole = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short" });

/**
 * How long ago something was, as short as it is clear: "now", "4 min", "3 h", "Monday", "12 Nov".
 * @param {Date} at
 */
function agoText(at) {
    const passed = replica.now() - at.getTime();
    if (passed < minute) return "now";
    if (passed < hour) return `${Math.floor(passed / minute)} min`;
    if (passed < day) return `${Math.floor(passed / hour)} h`;
    if (passed < 6 * day) return weekday.format(at);
    return dayText(at);
}

/** @param {Date} at */
export function dayText(at) {
    return (at.getFullYear() === new Date(replica.now()).getFullYear() ? date : dateWithYear).format(at);
}

/** @param {Date} at */
export const weekdayText = (at) => weekday.format(at);

/** @param {Date} at */
export function clockText(at) {
    return replica.now() - at.getTime() < day ? clock.format(at) : `${dayText(at)}, ${clock.format(at)}`;
}

/** @param {string} stamp */
export function ago(stamp) {
    const at = new Date(stamp);
    return el("time", { datetime: stamp, title: whole.format(at), data: { ago: true } }, agoText(at));
}

setInterval(() => {
    for (const node of document.querySelectorAll("time[data-ago]")) {
        const text = agoText(new Date(node.getAttribute("datetime") ?? ""));
        if (node.textContent !== text) node.textContent = text;
    }
}, minute);
