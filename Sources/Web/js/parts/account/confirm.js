// The dialog in which somebody confirms that it's them, with their password or a passkey.
import { call, hasPasskeys } from "../../client.js";
import { answers } from "../../client/answers.js";
import { passkeys } from "../../client/passkeys.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { sheet } from "../controls/dialog.js";
import { actionButton, field, form } from "../controls/form.js";
import { hasPassword } from "./confirmed.js";

/** @type {Partial<Record<import("../../client/passkeys.js").NoCredential, string>>} */
const reasons = { unusable: phrase("account.confirm.unusable") };

/**
 * Asks somebody to confirm that it's them. The server remembers it for 5 minutes.
 * @param {HTMLElement | null} [opener] what has the focus afterwards.
 * @returns {Promise<boolean>} whether they did.
 */
export function confirmation(opener = null) {
    return new Promise((resolve) => {
        let isDone = false;
        const body = el("div", { class: "stack" });
        const close = sheet(phrase("account.confirm.title"), body, { opener, onClose: () => resolve(isDone) });
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
    const why = el("p", {}, phrase("account.confirm.why"));
    if (hasPassword()) {
        fill(body, why, passwordForm(done), place);
        if (hasPasskeys) offerPasskey(place, done);
    } else if (hasPasskeys) {
        fill(body, why, passkeyPart(done, true));
    } else {
        fill(body, el("p", {}, phrase("account.confirm.neither")));
    }
    const first = body.querySelector("input, button");
    if (first instanceof HTMLElement) first.focus();
}

/** @param {() => void} done */
function passwordForm(done) {
    const password = field(phrase("account.field.password"),
        { name: "currentPassword", type: "password", required: true, autocomplete: "current-password" });
    return form({
        fields: [password],
        action: phrase("account.confirm.confirm"),
        send: async () => {
            await call("confirm", { body: { currentPassword: password.input.value } });
            done();
        },
        explain: (problem) => {
            if (problem.code !== "wrong_password") return undefined;
            password.fault(phrase("account.confirm.wrong"));
            password.input.focus();
            return phrase("account.confirm.nothing");
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
    if (found && found.answer.passkeys.length > 0) fill(place, passkeyPart(done));
}

/**
 * @param {() => void} done
 * @param {boolean} [isMain] whether nothing else is offered
 */
function passkeyPart(done, isMain = false) {
    const note = el("p", { class: "small" });
    const button = actionButton(phrase("account.confirm.passkey"), async () => {
        fill(note);
        const missing = await passkeys.confirm();
        if (missing === undefined) return done();
        const said = reasons[missing] ?? phrase("account.confirm.cancelled");
        fill(note, said);
        return said;
    }, { class: `button ${isMain ? "button-main" : ""}` });
    return el("div", { class: "stack-tight" }, button, note);
}
