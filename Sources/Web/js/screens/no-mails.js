// The screen of the link that ends mails to an address: `/no-mails#CODE`.
import { call } from "../client.js";
import { el } from "../dom.js";
import { takeLink } from "../parts/account/link-parts.js";
import { form } from "../parts/controls/form.js";
import { head, isCode, showState } from "./enter.js";

/** What mail programs send, too (RFC 8058). */
const body = new Blob(["List-Unsubscribe=One-Click"], { type: "application/x-www-form-urlencoded" });

const invites = {
    question: "No more invites?",
    consequence: "No community on this server sends an invite to your address then.",
    done: "You get no more invites",
    after: "If you want one after all, ask your friend for a link.",
};
const digests = {
    question: "No more mails about what waits for you?",
    consequence: "You still hear of changes to your account by e-mail.",
    done: "You get no more of these mails",
    after: "Under You, Notifications, you can have them again.",
};

/** @type {import("../parts/frame/frame.js").Screen} */
export default function noMails(context) {
    const { code } = takeLink();
    const words = code.startsWith("digests.") ? digests : invites;
    const node = el("div", { class: "enter" });
    context.title("No more mails");
    /**
     * @param {import("../parts/frame/frame.js").State} state
     * @param {string} title
     * @param {string} words
     */
    const show = (state, title, words) => showState(context, node, state, head(title), el("p", { role: "status" }, words));
    showState(context, node, "ready", head(words.question,
        el("p", { class: "soft" }, words.consequence)), form({
        fields: [],
        action: "Stop these mails",
        send: async () => {
            try {
                await call("stopMails", { path: { stopCode: code }, body });
                show("ready", words.done, words.after);
            } catch (problem) {
                if (!["link_invalid", "invalid", "not_found"].some((one) => isCode(problem, one))) throw problem;
                show("error", "This link can’t be used", "Open the whole link that stands in the mail.");
            }
        },
    }));
    return node;
}
