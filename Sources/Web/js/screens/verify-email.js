// The screen of a link that confirms an e-mail address: `/verify-email#CODE` or `/verify-email#SLUG/CODE`.
import { call, session } from "../client.js";
import { el } from "../dom.js";
import { phrase, phraseAround } from "../phrases.js";
import { takeLink } from "../parts/account/link-parts.js";
import { form } from "../parts/controls/form.js";
import { head, isCode, showState } from "./enter.js";

/** @param {import("../types/wire.js").VerifiedEmail["digest"]} digest */
function digestWords(digest) {
    if (digest !== "daily" && digest !== "weekly") return undefined;
    return el("p", { class: "small" }, phrase("account.verify.digest", { digest }));
}

/** @type {import("../parts/frame/frame.js").Screen} */
export default function verifyEmail(context) {
    const { code, slug } = takeLink();
    const node = el("div", { class: "enter" });
    /**
     * @param {import("../parts/frame/frame.js").State} state
     * @param {string} title
     * @param {...import("../dom.js").Parts} parts
     */
    const show = (state, title, ...parts) => {
        const hadFocus = node.contains(document.activeElement);
        showState(context, node, state, head(title), ...parts,
            el("a", { href: "/" }, phrase(session.current() ? "account.goOn" : "account.signIn")));
        const heading = node.querySelector("h1");
        if (!hadFocus || !heading) return;
        heading.tabIndex = -1;
        heading.focus();
    };
    const showUnusable = () => show("error", phrase("account.linkUnusable"),
        el("p", {}, phrase("account.verify.unusable")));

    context.title(phrase("account.verify.page"));
    if (code === "") showUnusable();
    // A program that reads mails opens links, too. A person presses the button.
    else showState(context, node, "ready", head(phrase("account.verify.title"),
        el("p", { class: "soft" }, phrase("account.verify.about"))), form({
        fields: [],
        action: phrase("account.verify.confirm"),
        send: async () => {
            try {
                const { email, username, tenant, digest } = await call("verifyEmail",
                    { body: { code }, ...(slug && { tenant: slug }) });
                const about = el("p", {}, phraseAround("account.verify.whose", { address: el("bdi", {}, email),
                    username: el("bdi", {}, username), community: el("bdi", {}, tenant.name) }));
                show("ready", phrase("account.verify.done"), about, digestWords(digest));
            } catch (problem) {
                if (!["link_invalid", "tenant_not_found"].some((one) => isCode(problem, one))) throw problem;
                showUnusable();
            }
        },
    }));
    return node;
}
