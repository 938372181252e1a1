// Files of the server outside of its API.

import { browserPlatform } from "../browser-platform.js";
import { ownFile as fileOf } from "../davenport/own-file.js";

/** @type {(path: string, type: string) => Promise<string>} */
export const ownFile = (path, type) => fileOf(browserPlatform, path, type);
