// What a room is about, in two lines, and what its seconds are called.
import { replica } from "../../client.js";
import { timestamp } from "../../client/timestamp.js";
import { episodeCode } from "./room-row.js";

/**
 * The line over the title ("Severance"), and the title ("S1 E5 · The Grim Barbarity of Optics and Design").
 * @param {import("../../types/wire.js").Subject} subject
 * @returns {{over: string, title: string, isPlain: boolean}}
 */
export function subjectWords(subject) {
    if (subject.kind === "tv") {
        const code = episodeCode(subject);
        return { over: subject.showTitle, title: subject.episodeTitle ? `${code} · ${subject.episodeTitle}` : code,
            isPlain: false };
    }
    return { over: subject.kind === "movie" ? "Film" : "", title: subject.title, isPlain: true };
}

const wholes = /** @type {const} */ ({ tv: "Whole episode", movie: "Whole film", custom: "Whole thing" });

/**
 * What a comment without a time is about: "Whole episode".
 * @param {string} roomID
 */
export const wholeName = (roomID) => wholes[replica.room(roomID)?.subject.kind ?? "tv"];

/**
 * The same in a sentence: "the whole episode".
 * @param {string} roomID
 */
export const theWhole = (roomID) => `the ${wholeName(roomID).toLowerCase()}`;

/**
 * The thread's name: its time, or "Whole episode".
 * @param {number} seconds
 * @param {string} roomID
 */
export const placeName = (seconds, roomID) => seconds === 0 ? wholeName(roomID) : timestamp(seconds);
