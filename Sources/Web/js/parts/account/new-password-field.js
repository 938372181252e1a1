// The field of a new password, which says at once when it is too short.
import { field } from "../controls/form.js";
import { phrase } from "../../phrases.js";

/** The length of the shortest password, in characters. */
export const shortest = 8;

/** What a password must be. */
export const passwordRules = phrase("account.password.rules", { count: shortest });
/** How long a password must be. */
export const shortestPassword = phrase("account.password.short", { count: shortest });

/**
 * A field for a new password, which says at once when it is too short.
 * @param {string} label
 * @param {{name: string, hint: string}} options
 */
export const newPasswordField = (label, { name, hint }) => field(label, {
    name, hint, type: "password", required: true, autocomplete: "new-password",
    lack: phrase("account.password.lack", { count: shortest }),
    check: (text) => Array.from(text).length < shortest ? shortestPassword : undefined,
});
