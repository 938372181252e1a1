// An entry: what a room's page needs: its comments, where one is in its show or movie, and what that hides.

export { Comments } from "./room/comments.js";
export { hides } from "./rules/gate.js";
export { age, isRunning, second } from "./rules/position.js";
export { answered, beginning } from "./rules/replies.js";
