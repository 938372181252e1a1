// What the seconds of a room are called.
import { replica } from "../../client.js";
import { timestamp } from "../../client/timestamp.js";
import { phrase } from "../../phrases.js";

/** @param {string} roomID */
const kindOf = (roomID) => replica.room(roomID)?.subject.kind ?? "tv";

/**
 * What a comment without a time is about: "Whole episode".
 * @param {string} roomID
 */
export const wholeName = (roomID) => phrase("watch.whole", { kind: kindOf(roomID) });

/**
 * The thread's name: its time, or "Whole episode".
 * @param {number} seconds
 * @param {string} roomID
 */
export const placeName = (seconds, roomID) => seconds === 0 ? wholeName(roomID) : timestamp(seconds);
