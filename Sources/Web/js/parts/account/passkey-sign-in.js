// Signing in with a passkey: by a button, and by what the browser offers at the field for the e-mail address.
import { passkeys } from "../../client/passkeys.js";
import { fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { asProblem, say, sentence } from "../controls/states.js";

/** @type {Partial<Record<import("../../client/passkeys.js").NoCredential, string>>} */
const reasons = { unusable: phrase("account.passkey.unusable") };

/**
 * Signs in with a passkey that somebody chooses in the browser's dialog.
 * @param {HTMLElement} note where it is said that nobody is signed in.
 */
export async function signIn(note) {
    fill(note);
    const found = await passkeys.signIn();
    if (typeof found !== "string") return undefined;
    const said = reasons[found] ?? phrase("account.passkey.cancelled");
    fill(note, said);
    return said;
}

/**
 * Lets the browser offer passkeys until the signal. A passkey that the server doesn't take ends it: the browser might choose the
 * same one again.
 * @param {AbortSignal} until
 * @param {HTMLElement} note where it is said why nobody is signed in.
 */
export async function offer(until, note) {
    try {
        await passkeys.offer(until);
    } catch (problem) {
        const said = sentence(asProblem(problem));
        fill(note, said);
        say(said);
    }
}
