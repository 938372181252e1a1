// Times in words. Every `<time>` that `ago` makes is renewed once a minute.
import { el } from "../../dom.js";
import { replica } from "../../client.js";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const clock = format({ hour: "2-digit", minute: "2-digit" });
const weekday = format({ weekday: "long" });
const date = format({ day: "numeric", month: "short" });
const dateWithYear = format({ day: "numeric", month: "short", year: "numeric" });
const whole = format({ dateStyle: "full", timeStyle: "short" });

/**
 * A function that formats times. The formatter is made at first use: the first tab needs none, and making one takes long.
 * @param {Intl.DateTimeFormatOptions} options
 */
function format(options) {
    /** @type {Intl.DateTimeFormat | undefined} */
    let made;
    return (/** @type {Date} */ at) => (made ??= new Intl.DateTimeFormat("en-GB", options)).format(at);
}

/**
 * How long ago something was, as short as it is clear: "now", "4 min", "3 h", "Monday", "12 Nov".
 * @param {Date} at
 */
function agoText(at) {
    const passed = replica.now() - at.getTime();
    if (passed < minute) return "now";
    if (passed < hour) return `${Math.floor(passed / minute)} min`;
    if (passed < day) return `${Math.floor(passed / hour)} h`;
    if (passed < 6 * day) return weekday(at);
    return dayText(at);
}

/** @param {Date} at */
export function dayText(at) {
    return (at.getFullYear() === new Date(replica.now()).getFullYear() ? date : dateWithYear)(at);
}

/** @param {Date} at */
export const hourText = (at) => clock(at);

/** @param {Date} at */
export const weekdayText = (at) => weekday(at);

/** @param {Date} at */
export function clockText(at) {
    return Math.abs(replica.now() - at.getTime()) < day ? clock(at) : `${dayText(at)}, ${clock(at)}`;
}

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
    const at = new Date(stamp);
    return el("time", { datetime: stamp, title: whole(at), data: { ago: form } }, textIn(form, at));
}

/**
 * @param {string | undefined} form
 * @param {Date} at
 */
function textIn(form, at) {
    const text = agoText(at);
    if (form !== "words") return text;
    return text === "now" ? "just now" : /(min|h)$/.test(text) ? `${text} ago` : `on ${text}`;
}

setInterval(() => {
    for (const node of document.querySelectorAll("time[data-ago]")) {
        const text = textIn(node.getAttribute("data-ago") ?? "", new Date(node.getAttribute("datetime") ?? ""));
        if (node.textContent !== text) node.textContent = text;
    }
}, minute);
