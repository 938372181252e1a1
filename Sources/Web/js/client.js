// The web client's own Davenport: what the screens read and change.

export * as answers from "./davenport/answers.js";
export * as drafts from "./davenport/drafts.js";
export * as live from "./davenport/live.js";
export * as outbox from "./davenport/outbox.js";
export * as replica from "./davenport/replica.js";
export * as session from "./davenport/session.js";
export { address, all, call, Problem, upload } from "./davenport/api.js";
