// Passkeys in this browser.

import { davenport } from "../client.js";
import { Passkeys } from "../davenport/passkeys.js";
import { browserPasskeys } from "./browser-passkeys.js";

/** @typedef {import("../davenport/platform.js").NoCredential} NoCredential */

/** Makes and uses the passkeys of this browser. */
export const passkeys = davenport.use(Passkeys, browserPasskeys);
