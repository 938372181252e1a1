// How somebody shows that it's them before they change how they sign in: by the password in the same form, or in a dialog.
import { hasPasskeys, loaded, replica } from "../../client.js";
import { phrase } from "../../phrases.js";
import { field } from "../controls/form.js";
import { asProblem } from "../controls/states.js";

/** Whether the person has a password. Everybody had one whose account was kept by an earlier version. */
export const hasPassword = () => replica.me()?.hasPassword !== false;

/**
 * The field for the current password; undefined for somebody without one. Where there are passkeys it may be left empty: then the
 * dialog asks for one.
 */
export function currentPassword() {
    if (!hasPassword()) return undefined;
    return field(phrase("account.field.currentPassword"), { name: "currentPassword", type: "password", required: !hasPasskeys,
        autocomplete: "current-password", ...(hasPasskeys && { hint: phrase("account.confirm.empty") }) });
}

/**
 * Runs a request. Where the server wants to know first that it's the person, asks them to confirm it and runs the request again.
 * @template T
 * @param {() => Promise<T>} run
 * @param {HTMLElement | null} [opener] what has the focus after the dialog.
 * @returns {Promise<T | false>} what the request gave; false if they didn't confirm.
 */
export async function confirmed(run, opener) {
    try {
        return await run();
    } catch (problem) {
        if (asProblem(problem).code !== "confirm_first") throw problem;
        const { confirmation } = await loaded(import("./confirm.js"));
        return await confirmation(opener) && run();
    }
}
