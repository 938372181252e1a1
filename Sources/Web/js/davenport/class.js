// An entry: what the pages of a class need: assignments with their entries, files on their way, and what an assignment allows.

export { Uploads } from "./api/uploads.js";
export { Assignments } from "./class/assignments.js";
export { actions, ends, isMinuteOver, pointsIn } from "./rules/actions.js";
