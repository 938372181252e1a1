// How often an e-mail says what waits for somebody.
import { replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { actionButton, form, radios } from "../controls/form.js";
import { sendConfirmation } from "./account.js";
import { SavedAtOnce } from "./saved-at-once.js";

/** @typedef {NonNullable<import("../../types/wire.js").Me["digest"]>} Digest */

/** A form for digests; undefined in a community that sends no e-mail. */
export function digestForm() {
    const me = replica.me();
    if (!me || !session.keptTenant()?.email) return undefined;
    /** @type {string} What no account has chosen is the usual. */
    let chosen = me.digest ?? "usual";
    const saving = new SavedAtOnce();
    const choices = radios("Summary by e-mail", [["usual", "Every evening, unless a device gets notifications"],
        ["daily", "Every evening"], ["weekly", "Every week"], ["off", "Never"]], chosen, (value) => { chosen = value; });
    return el("div", { class: "card stack-tight switches" }, saving.follow(form({
        fields: [],
        action: "Save",
        extra: [choices,
            me.emailState === "verified" ? el("p", { class: "hint" }, "At six in the evening, if there is something new.")
                : unconfirmed(me.email)],
        send: () => saving.save(() => replica.change("changeMe",
            { body: { digest: chosen === "usual" ? null : /** @type {Digest} */ (chosen) } })),
    })));
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
