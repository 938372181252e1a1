// What the seconds of a room are called.
import { replica } from "../../client.js";
import { timestamp } from "../../client/timestamp.js";

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
export const theWhole = (roomID) => wholeName(roomID).toLowerCase().replace("whole", "the whole");

/**
 * The thread's name: its time, or "Whole episode".
 * @param {number} seconds
 * @param {string} roomID
 */
export const placeName = (seconds, roomID) => seconds === 0 ? wholeName(roomID) : timestamp(seconds);
