// Signing in and out.

import { davenport } from "../client.js";
import { Signing } from "../davenport/signing.js";

export { Unsent } from "../davenport/signing.js";

/** Signing in, joining and signing out. */
export const signing = davenport.use(Signing);
