// The dialog in which somebody confirms that it's them, with their password or a passkey.
import { call, hasPasskeys } from "../../client.js";
import { answers } from "../../client/answers.js";
import { passkeys } from "../../client/passkeys.js";
import { el, fill } from "../../dom.js";
import { sheet } from "../controls/dialog.js";
import { actionButton, field, form } from "../controls/form.js";
import { hasPassword } from "./confirmed.js";

/** @type {Partial<Record<import("../../client/passkeys.js").NoCredential, string>>} */
const reasons = { unusable: "This browser can’t use a passkey here." };

/**
 * Asks somebody to confirm that it's them. The server remembers it for 5 minutes.
 * @param {HTMLElement | null} [opener] what has the focus afterwards.
 * @returns {Promise<boolean>} whether they did.
 */
export function confirmation(opener = null) {
    return new Promise((resolve) => {
        let isDone = false;
        const body = el("div", { class: "stack" });
        const close = sheet("Confirm that it’s you", body, { opener, onClose: () => resolve(isDone) });
        fillBody(body, () => {
            isDone = true;
            close();
        });
    });
}

/**
 * @param {HTMLElement} body
 * @param {() => void} done
 */
function fillBody(body, done) {
    const place = el("div", {});
    const why = el("p", {}, "This keeps others from changing how you sign in. You won’t be asked again for 5 minutes.");
    if (hasPassword()) {
        fill(body, why, passwordForm(done), place);
        if (hasPasskeys) offerPasskey(place, done);
    } else if (hasPasskeys) {
        fill(body, why, passkeyPart(done, "button button-main"));
    } else {
        fill(body, el("p", {}, "You have no password, and this browser has no passkeys. Go on where you have your passkey."));
    }
    const first = body.querySelector("input, button");
    if (first instanceof HTMLElement) first.focus();
}

/** @param {() => void} done */
function passwordForm(done) {
    const password = field("Password",
        { name: "currentPassword", type: "password", required: true, autocomplete: "current-password" });
    return form({
        fields: [password],
        action: "Confirm",
        send: async () => {
            await call("confirm", { body: { currentPassword: password.input.value } });
            done();
        },
        explain: (problem) => {
            if (problem.code !== "wrong_password") return undefined;
            password.fault("This isn’t your password.");
            password.input.focus();
            return "Nothing is confirmed.";
        },
    });
}

/**
 * Offers a passkey to somebody who has one. Without an answer there is the password.
 * @param {HTMLElement} place
 * @param {() => void} done
 */
async function offerPasskey(place, done) {
    const found = await answers.read("listPasskeys").catch(() => undefined);
    if (found && found.answer.passkeys.length > 0) fill(place, passkeyPart(done, "button"));
}

/**
 * @param {() => void} done
 * @param {string} style of the button.
 */
function passkeyPart(done, style) {
    const note = el("p", { class: "small" });
    const button = actionButton("Use a passkey", async () => {
        fill(note);
        const missing = await passkeys.confirm();
        if (missing === undefined) return done();
        const said = reasons[missing] ?? "Nothing is confirmed. You can try again.";
        fill(note, said);
        return said;
    }, { class: style });
    return el("div", { class: "stack-tight" }, button, note);
}
