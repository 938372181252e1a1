// How often an e-mail says what waits for somebody.
import { replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { actionButton, form, radios } from "../controls/form.js";
import { say } from "../controls/states.js";
import { sendConfirmation } from "./account.js";

/** @typedef {NonNullable<import("../../types/wire.js").Me["digest"]>} Digest */

/** A form for digests; undefined in a community that sends no e-mail. */
export function digestForm() {
    const me = replica.me();
    if (!me || !session.keptTenant()?.email) return undefined;
    /** @type {string} What no account has chosen is the usual. */
    let chosen = me.digest ?? "usual";
    const saved = el("p", { class: "small good" });
    const choices = radios("Summary by e-mail", [["usual", "Every evening, unless a device gets notifications"],
        ["daily", "Every evening"], ["weekly", "Every week"], ["off", "Never"]], chosen, (value) => {
        chosen = value;
        fill(saved);
    });
    return el("div", { class: "card stack-tight" }, form({
        fields: [],
        action: "Save",
        weight: "minor",
        extra: [choices,
            me.emailState === "verified" ? el("p", { class: "hint" }, "At six in the evening, if there is something new.")
                : unconfirmed(me.email),
            saved],
        send: async () => {
            await replica.change("changeMe", { body: { digest: chosen === "usual" ? null : /** @type {Digest} */ (chosen) } });
            fill(saved, "Saved.");
            say("Saved.");
        },
    }));
}

/**
 * Says that an address gets no summary yet, with a button that sends the link that confirms it.
 * @param {string} address
 */
function unconfirmed(address) {
    const about = el("p", { class: "small" }, "First confirm ", el("bdi", {}, address), ".");
    return el("div", { class: "stack-tight" }, about, actionButton("Send confirmation", async () => {
        const sent = await sendConfirmation();
        fill(about, sent);
        return sent;
    }));
}
