// Links with which somebody sets a new password.

import { davenport } from "../client.js";
import { PasswordLinks } from "../davenport/password-links.js";

/** Looks links up and uses them. */
export const passwordLinks = davenport.use(PasswordLinks);
