// The screen of a link that confirms an e-mail address: `/verify-email#CODE` or `/verify-email#SLUG/CODE`.
import { call, session } from "../client.js";
import { el } from "../dom.js";
import { takeLink } from "../parts/account/link-parts.js";
import { form } from "../parts/controls/form.js";
import { head, isCode, showState } from "./enter.js";

/** @param {import("../types/wire.js").VerifiedEmail["digest"]} digest */
function digestWords(digest) {
    if (digest !== "daily" && digest !== "weekly") return undefined;
    return el("p", { class: "small" }, digest === "daily" ? "At six each evening" : "Once a week",
        " a mail says what waits for you, if there is something new. Under You, Notifications, you can change that.");
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
        showState(context, node, state, head(title), ...parts, el("a", { href: "/" }, session.current() ? "Go on" : "Sign in"));
        const heading = node.querySelector("h1");
        if (!hadFocus || !heading) return;
        heading.tabIndex = -1;
        heading.focus();
    };
    const showUnusable = () => show("error", "This link can’t be used",
        el("p", {}, "A link works once, for 7 days, and until there is a newer one. Under You you can have another one sent."));

    context.title("Your e-mail address");
    if (code === "") showUnusable();
    // A program that reads mails opens links, too. A person presses the button.
    else showState(context, node, "ready", head("Is this your address?",
        el("p", { class: "soft" }, "Confirm that you read the mails of the address to which the link was sent.")), form({
        fields: [],
        action: "Confirm my address",
        send: async () => {
            try {
                const { email, username, tenant, digest } = await call("verifyEmail",
                    { body: { code }, ...(slug && { tenant: slug }) });
                const about = el("p", {}, el("bdi", {}, email), " is the address of ", el("bdi", {}, username), " in ",
                    el("bdi", {}, tenant.name), ".");
                show("ready", "Your address is confirmed", about, digestWords(digest));
            } catch (problem) {
                if (!["link_invalid", "tenant_not_found"].some((one) => isCode(problem, one))) throw problem;
                showUnusable();
            }
        },
    }));
    return node;
}
