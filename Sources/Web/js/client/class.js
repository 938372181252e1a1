// What the pages of a class read and change besides.

import { davenport } from "../client.js";
import { Assignments, Uploads } from "../davenport/class.js";

export { actions, ends, isMinuteOver, pointsIn } from "../davenport/class.js";
/** @typedef {import("../davenport/class/assignments.js").Shown} Shown */
/** @typedef {import("../davenport/rules/actions.js").Action} Action */

const part = davenport.use(Assignments);
export const assignments = part.assignments.bind(part);
export const follow = part.follow.bind(part);
export const loadAssignments = part.loadAssignments.bind(part);
export const markRead = part.markRead.bind(part);
export const sideOf = part.sideOf.bind(part);
export const teaches = part.teaches.bind(part);
export const toReview = part.toReview.bind(part);

const uploads = davenport.use(Uploads);
export const fetchFile = uploads.fetchFile.bind(uploads);
export const discardFile = uploads.discardFile.bind(uploads);
export const sendFile = uploads.sendFile.bind(uploads);
