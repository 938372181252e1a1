// Notifications in this browser.

import { davenport } from "../client.js";
import { Push } from "../davenport/push.js";
import { browserPush } from "./browser-push.js";

/** @typedef {import("../davenport/push.js").State} State */

/** The notifications of this browser. */
export const push = davenport.use(Push, browserPush);
