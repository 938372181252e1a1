// Timestamps within a show or movie, as people write them: `15:43`, `1:02:03`, `75:00` (TimestampText.swift).

import { isBlank, trimmed } from "./text.js";

/** The last second that a comment may have: one day has 86,400. */
export const lastSecond = 86_399;

/**
 * Splits a timestamp from the head of a comment. White space and text must follow it; any other head is part of the text.
 * @param {string} content
 * @returns {{ seconds: number, content: string } | undefined}
 */
export function cut(content) {
    const end = content.search(/\p{White_Space}/u);
    const found = end < 0 ? undefined : seconds(content.slice(0, end));
    if (found === undefined) return undefined;
    const rest = trimmed(content.slice(end));
    return isBlank(rest) ? undefined : { seconds: found, content: rest };
}

/**
 * `943` is `15:43`, `3723` is `1:02:03`, `7` is `0:07`. A value outside of a day is clamped.
 * @param {number} seconds
 */
export function text(seconds) {
    const clamped = Math.min(Math.max(seconds, 0), lastSecond);
    const [hours, minutes, rest] = [Math.floor(clamped / 3600), Math.floor(clamped / 60) % 60, padded(clamped % 60)];
    return hours > 0 ? `${hours}:${padded(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/**
 * Parses a text that is a timestamp and nothing else. Digits and colons may be full-width, as Japanese and Chinese input
 * methods write them. Minutes have one to three digits; after hours, they are two digits from 00 to 59.
 * @param {string} text
 * @returns {number | undefined}
 */
export function seconds(text) {
    const narrow = text.replace(/[\uFF10-\uFF1A]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xFEE0));
    const match = /^(?:(\d{1,2}):([0-5]\d)|(\d{1,3})):([0-5]\d)$/.exec(narrow);
    if (!match) return undefined;
    const [, hours, minutes, alone, rest] = match;
    const total = (hours === undefined ? Number(alone) * 60 : Number(hours) * 3600 + Number(minutes) * 60) + Number(rest);
    return total <= lastSecond ? total : undefined;
}

/** @param {number} number */
function padded(number) {
    return String(number).padStart(2, "0");
}
