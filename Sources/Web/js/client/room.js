// What a room's page reads and changes besides.

import { davenport } from "../client.js";
import { Comments } from "../davenport/room.js";

export { age, answered, beginning, hides, isRunning, second } from "../davenport/room.js";
/** @typedef {import("../davenport/rules/gate.js").Reader} Reader */
/** @typedef {import("../davenport/rules/replies.js").Answered} Answered */

const part = davenport.use(Comments);
export const openRoom = part.openRoom.bind(part);
export const closeRoom = part.closeRoom.bind(part);
export const comments = part.comments.bind(part);
export const isWhole = part.isWhole.bind(part);
export const unread = part.unread.bind(part);
