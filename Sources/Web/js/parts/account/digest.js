// How often an e-mail says what waits for somebody.
import { replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { form, radios } from "../controls/form.js";
import { say } from "../controls/states.js";

/** @typedef {NonNullable<import("../../types/wire.js").Me["digest"]>} Digest */

/** A form for digests; undefined in a community that sends no e-mail. */
export function digestForm() {
    const me = replica.me();
    if (!me || !session.keptTenant()?.email) return undefined;
    /** @type {string} What no account has chosen is the usual. */
    let chosen = me.digest ?? "usual";
    const saved = el("p", { class: "small good" });
    const choices = radios("What waits for you, by e-mail", [["usual", "While no device notifies me"], ["daily", "Each evening"],
        ["weekly", "Each week"], ["off", "Never"]], chosen, (value) => {
        chosen = value;
        fill(saved);
    });
    return el("div", { class: "card stack-tight" }, form({
        fields: [],
        action: "Save",
        weight: "minor",
        extra: [choices,
            el("p", { class: "hint" }, me.emailState === "verified" ? "At six in the evening, if there is something new."
                : "Mails come once your address is confirmed, which you do under You."),
            saved],
        send: async () => {
            await replica.change("changeMe", { body: { digest: chosen === "usual" ? null : /** @type {Digest} */ (chosen) } });
            fill(saved, "Saved.");
            say("Saved.");
        },
    }));
}
