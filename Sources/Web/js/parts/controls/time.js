// Times in words. Every `<time>` that `ago` makes is renewed once a minute.
import { el } from "../../dom.js";
import { locale, phrase } from "../../first-phrases.js";
import { replica } from "../../client.js";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const hours = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit" });
const clock = format(hours);
const clockOfZone = format({ ...hours, timeZoneName: "short" });
const weekday = format({ weekday: "long" });
const shortWeekday = format({ weekday: "short" });
const date = format({ day: "numeric", month: "short" });
const dateWithYear = format({ day: "numeric", month: "short", year: "numeric" });
const fullDate = format({ dateStyle: "full" });
/** @type {Record<number, string>} */
const nearDays = { [-1]: phrase("time.yesterday"), 0: phrase("time.today"), 1: phrase("time.tomorrow") };

/**
 * A function that formats times. The formatter is made at first use: the first tab needs none, and making one takes long.
 * @param {Intl.DateTimeFormatOptions} options
 */
function format(options) {
    /** @type {Intl.DateTimeFormat | undefined} */
    let made;
    return (/** @type {Date} */ at) => (made ??= new Intl.DateTimeFormat(locale, options)).format(at);
}

/**
 * The day of a time, with the year unless it is this one.
 * @param {Date} at
 */
export function dayText(at) {
    return (at.getFullYear() === new Date(replica.now()).getFullYear() ? date : dateWithYear)(at);
}

let own = { zone: /** @type {string | undefined} */ (undefined), clock };

/**
 * The hour by this device's clock: "18:00". Its zone is named where the person keeps another one: "18:00 CET".
 * @param {Date} at
 */
export function hourText(at) {
    const zone = replica.zone();
    if (zone !== own.zone) own = { zone, clock: zone ? format({ ...hours, timeZone: zone }) : clock };
    try {
        return (own.clock(at) === clock(at) ? clock : clockOfZone)(at);
    } catch {
        // This browser doesn't know the zone.
        return clock(at);
    }
}

/**
 * How many days ahead a time is: 1 tomorrow, -1 yesterday.
 * @param {Date} at
 */
export function daysAhead(at) {
    return Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date(replica.now()).setHours(0, 0, 0, 0)) / day);
}

/** @param {Date} at */
const namedDay = (at) => nearDays[daysAhead(at)] ?? phrase("time.weekdayAndDay", { weekday: shortWeekday(at), day: dayText(at) });

/**
 * A day: "today", "Saturday" within six days, "Sat 12 Dec".
 * @param {string} stamp
 */
export function nearDayText(stamp) {
    const at = new Date(stamp);
    const days = Math.abs(daysAhead(at));
    return days < 2 || days > 6 ? namedDay(at) : weekday(at);
}

/**
 * The same in a sentence: "today", "on Saturday", "on Sat 12 Dec".
 * @param {string} stamp
 */
export function onDayText(stamp) {
    const day = nearDayText(stamp);
    return Math.abs(daysAhead(new Date(stamp))) < 2 ? day : phrase("time.on", { day });
}

/**
 * A time as one says it: "today, 18:00", "tomorrow, 18:00", "Tue 1 Dec, 05:21".
 * @param {string} stamp
 */
export function dateText(stamp) {
    const at = new Date(stamp);
    return phrase("time.dayAndHour", { day: namedDay(at), hour: hourText(at) });
}

/**
 * The same; of today the hour alone.
 * @param {Date} at
 */
export const clockText = (at) => daysAhead(at) === 0 ? hourText(at) : dateText(at.toJSON());

/**
 * How long ago something was, in a list.
 * @param {string} stamp
 */
export const ago = (stamp) => timeNode(stamp, "short");

/**
 * The same in a sentence: "just now", "4 min ago", "on Monday".
 * @param {string} stamp
 */
export const agoInWords = (stamp) => timeNode(stamp, "words");

/**
 * @param {string} stamp
 * @param {"short" | "words"} form
 */
function timeNode(stamp, form) {
    return el("time", { datetime: stamp, data: { ago: form } }, textIn(form, new Date(stamp)));
}

// Under a pointer, a time says its day and hour. A room has hundreds, and most are never pointed at.
document.addEventListener("pointerover", ({ target }) => {
    const node = target instanceof Element ? target.closest("time[data-ago]:not([title])") : null;
    if (!(node instanceof HTMLElement)) return;
    const at = new Date(node.getAttribute("datetime") ?? "");
    node.title = phrase("time.dayAndHour", { day: fullDate(at), hour: hourText(at) });
});

/**
 * How long ago something was, as short as it is clear: "now", "4 min", "3 h", "Monday", "12 Nov". In words it fits into a
 * sentence.
 * @param {string} form
 * @param {Date} at
 */
function textIn(form, at) {
    const isInWords = form === "words";
    const passed = replica.now() - at.getTime();
    if (passed < minute) return phrase(isInWords ? "time.justNow" : "time.now");
    if (passed < hour) return phrase(isInWords ? "time.minutesAgo" : "time.minutes", { count: Math.floor(passed / minute) });
    if (passed < day) return phrase(isInWords ? "time.hoursAgo" : "time.hours", { count: Math.floor(passed / hour) });
    const text = passed < 6 * day ? weekday(at) : dayText(at);
    return isInWords ? phrase("time.on", { day: text }) : text;
}

setInterval(() => {
    for (const node of document.querySelectorAll("time[data-ago]")) {
        const text = textIn(node.getAttribute("data-ago") ?? "", new Date(node.getAttribute("datetime") ?? ""));
        if (node.textContent !== text) node.textContent = text;
    }
}, minute);
