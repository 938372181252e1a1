// What the readers of a history share: numbers, titles and times as other services write them.

import { isBlank, trimmed } from "./text.js";

/** @typedef {import("./history.js").Play} Play */

/** @type {Play} */
export const timeless = { reason: "has no time that can be read" };
/** @type {Play} */
export const nameless = { reason: "names no episode or film that can be looked up" };
/** The years in which a film may have been released. */
export const years = /** @type {const} */ ([1870, 2200]);
export const seasons = /** @type {const} */ ([0, 9999]);
export const episodes = /** @type {const} */ ([0, 99_999]);
/** The numbers of the catalogue's providers. */
export const ids = /** @type {const} */ ([1, 2_147_483_647]);
const longestTitle = 200;

/**
 * A whole number within a range, also if it is written as a text; undefined for anything else.
 * @param {unknown} value
 * @param {readonly [number, number]} range
 */
export function numberIn(value, [lowest, highest]) {
    const number = typeof value === "number" ? value
        : typeof value === "string" && /^[+-]?\d+$/.test(value) ? Number(value) : NaN;
    return Number.isInteger(number) && number >= lowest && number <= highest ? number : undefined;
}

/**
 * A text as a title of the API; undefined if it can't be one. A title that is too long is cut.
 * @param {unknown} value
 */
export function titleOf(value) {
    if (typeof value !== "string") return undefined;
    const title = trimmed(Array.from(value).slice(0, longestTitle).join(""));
    // Other control characters than the spaces at its ends.
    return title === "" || isBlank(title) || /[\x00-\x1F\x7F-\x9F]/.test(title) ? undefined : title.normalize("NFC");
}

const stamp = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|([+-])(\d\d):(\d\d))$/;

/**
 * A time in RFC 3339 as the API writes it; undefined for another form, or a time that doesn't exist. The fraction is cut to
 * milliseconds. A leap second counts as the second after it.
 * @param {unknown} text
 */
export function timeOf(text) {
    const found = typeof text === "string" ? stamp.exec(text) : undefined;
    if (!found) return undefined;
    const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number);
    const [hours, minutes] = [Number(found[10] ?? 0), Number(found[11] ?? 0)];
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year === 0) return undefined;
    if (hour > 23 || minute > 59 || second > 60 || hours > 23 || minutes > 59) return undefined;
    const offset = (found[9] === "-" ? -1 : 1) * (hours * 60 + minutes);
    const fraction = Number((found[7] ?? "").padEnd(3, "0").slice(0, 3));
    date.setUTCHours(hour, minute - offset, second, fraction);
    return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date.toISOString() : undefined;
}

/**
 * A play of a film by its title, and by its year where that can be one.
 * @param {string} title
 * @param {number | undefined} year
 * @param {string} watchedAt
 * @returns {Play}
 */
export const filmOf = (title, year, watchedAt) => ({ name: title,
    item: year === undefined ? { subject: { kind: "custom", title }, watchedAt } : { title, year, watchedAt } });
