// Signing in and out, and deleting the account.

import { davenport } from "../client.js";
import { Signing } from "../davenport/signing.js";

export { Unsent } from "../davenport/signing.js";

/** Signing in, joining and signing out. */
export const signing = davenport.use(Signing);
