// How often an e-mail says what waits for somebody.
import { replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { radios } from "../controls/choices.js";
import { actionButton, form } from "../controls/form.js";
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
    const choices = radios(phrase("account.digest.title"), [["usual", phrase("account.digest.usual")],
        ["daily", phrase("account.digest.daily")], ["weekly", phrase("account.digest.weekly")],
        ["off", phrase("account.digest.off")]], chosen, (value) => { chosen = value; });
    return el("div", { class: "card stack-tight switches" }, saving.follow(form({
        fields: [],
        action: phrase("account.save"),
        extra: [choices,
            me.emailState === "verified" ? el("p", { class: "hint" }, phrase("account.digest.when"))
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
    const about = el("p", { class: "small" }, phraseAround("account.digest.unconfirmed", { address: el("bdi", {}, address) }));
    return el("div", { class: "stack-tight" }, about, actionButton(phrase("account.digest.confirm"), async () => {
        const sent = await sendConfirmation();
        fill(about, sent);
        return sent;
    }));
}
