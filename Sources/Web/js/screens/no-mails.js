// The screen of the link that ends mails to an address: `/no-mails#CODE`.
import { call } from "../client.js";
import { el } from "../dom.js";
import { phrase } from "../phrases.js";
import { takeLink } from "../parts/account/link-parts.js";
import { form } from "../parts/controls/form.js";
import { head, isCode, showState } from "./enter.js";

/** What mail programs send, too (RFC 8058). */
const body = new Blob(["List-Unsubscribe=One-Click"], { type: "application/x-www-form-urlencoded" });

/** @type {import("../parts/frame/frame.js").Screen} */
export default function noMails(context) {
    const { code } = takeLink();
    const what = code.startsWith("digests.") ? "digests" : "invites";
    const node = el("div", { class: "enter" });
    context.title(phrase("account.noMails.page"));
    /**
     * @param {import("../parts/frame/frame.js").State} state
     * @param {string} title
     * @param {string} words
     */
    const show = (state, title, words) => showState(context, node, state, head(title), el("p", { role: "status" }, words));
    showState(context, node, "ready", head(phrase("account.noMails.title", { what }),
        el("p", { class: "soft" }, phrase("account.noMails.about", { what }))), form({
        fields: [],
        action: phrase("account.noMails.stop"),
        send: async () => {
            try {
                await call("stopMails", { path: { stopCode: code }, body });
                show("ready", phrase("account.noMails.done", { what }), phrase("account.noMails.after", { what }));
            } catch (problem) {
                if (!["link_invalid", "invalid", "not_found"].some((one) => isCode(problem, one))) throw problem;
                show("error", phrase("account.linkUnusable"), phrase("account.noMails.unusable"));
            }
        },
    }));
    return node;
}
