// The field of a new password, which says at once when it is too short.
import { field } from "../controls/form.js";

const shortest = 8;

/**
 * A field for a new password, which says at once when it is too short.
 * @param {string} label
 * @param {{name: string, hint: string}} options
 */
export const newPasswordField = (label, { name, hint }) => field(label, {
    name, hint, type: "password", required: true, autocomplete: "new-password",
    lack: `Choose a password of at least ${shortest} characters.`,
    check: (text) => Array.from(text).length < shortest ? `At least ${shortest} characters.` : undefined,
});
