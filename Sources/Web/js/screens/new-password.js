// The screen of a link to a new password: `/new-password#CODE` or `/new-password#SLUG/CODE`.
import { asProblem, failure, say, skeleton } from "../parts/controls/states.js";
import { drafts, outbox, session, signing } from "../client.js";
import { passwordLinks } from "../client/password-links.js";
import { el, fill } from "../dom.js";
import { phrase, phraseAround } from "../phrases.js";
import { go } from "../routes.js";
import { reachable } from "../parts/account/ask-link.js";
import { incomplete, keepLink, takeLink } from "../parts/account/link-parts.js";
import { newPasswordField, shortest } from "../parts/account/new-password-field.js";
import { field, form, valueOf } from "../parts/controls/form.js";
import { head, isCode, showState } from "./enter.js";

/** @typedef {import("../parts/frame/frame.js").Context} Context */
/** @typedef {import("../types/app.js").Problem} Problem */
/**
 * The link while its page is open. It stands in the history's entry alone, so that a reload has it and nobody reads it in the
 * address. `isTried`: it was used, and no answer came.
 * @typedef {{code: string, slug: string | undefined, isTried?: boolean}} Link
 */

/** Whether the session of a link begins, which shows the page anew before it is left. */
let isEntering = false;

/** @type {import("../parts/frame/frame.js").Screen} */
export default function newPassword(context) {
    const page = new NewPasswordPage(context);
    page.begin();
    return page.node;
}

class NewPasswordPage {
    node = el("div", { class: "enter" });

    /** @param {Context} context */
    constructor(context) {
        this.context = context;
        this.link = takeLink();
    }

    begin() {
        this.context.title(phrase("account.new.page"));
        if (isEntering) fill(this.node, skeleton(3));
        else if (this.link.code === "") this.showUnusable(incomplete);
        else this.lookUp();
    }

    async lookUp() {
        const { context, link: { code, slug, isTried }, node } = this;
        fill(node, skeleton(3));
        try {
            this.ask(await passwordLinks.lookUp(code, slug));
        } catch (problem) {
            const isOver = ["link_invalid", "invalid", "tenant_required", "tenant_not_found"].some((one) => isCode(problem, one));
            if (!isOver) showState(context, node, "error", failure(problem, () => this.lookUp()));
            else if (isTried) this.showMaybeSet();
            else this.showUnusable();
        }
    }

    /** @param {Wire.PasswordLinkPreview} account */
    ask({ username, tenant, restoredEmail }) {
        const { context, node } = this;
        const password = newPasswordField(phrase("account.field.newPassword"),
            { name: "password", hint: phrase("account.new.rules", { count: shortest }) });
        const account = form({
            fields: [password],
            extra: el("p", { class: "hint" }, phrase("account.password.others")),
            action: phrase("account.new.set"),
            send: () => this.use(password.input.value, tenant),
            explain: (problem) => isLost(problem)
                ? [phrase("account.new.lost"), el("span", { class: "line" },
                    el("button", { class: "button button-small", onclick: () => this.showMaybeSet(password.input.value) },
                        phrase("account.signIn")))] : undefined,
        });
        // Password managers look here for the password's account.
        account.prepend(el("input",
            { name: "username", autocomplete: "username", value: username, readOnly: true, hidden: true }));
        showState(context, node, "ready",
            head(phrase("account.new.title"),
                el("p", { class: "soft" }, phraseAround("account.new.whose", { username: el("bdi", {}, username),
                    community: el("bdi", {}, tenant.name) })),
                restoredEmail !== undefined && el("p", {}, phraseAround("account.new.address",
                    { address: el("bdi", {}, restoredEmail) }))),
            alreadyHere(username), account);
    }

    /**
     * @param {string} password
     * @param {Wire.PasswordLinkPreview["tenant"]} tenant
     */
    async use(password, { slug }) {
        const { link } = this;
        const wasTried = link.isTried ?? false;
        keepLink({ ...link, isTried: true });
        isEntering = true;
        try {
            const { username } = await passwordLinks.use({ code: link.code, password }, slug);
            if (isHere()) go("/", { replace: true });
            say(phrase("account.new.done", { username }));
        } catch (thrown) {
            const problem = asProblem(thrown);
            // The server has looked at the link before it found a fault of the password.
            const isTried = isLost(problem) || problem.status >= 500 || (wasTried && problem.status !== 422);
            this.link = { ...link, isTried };
            if (isHere()) keepLink(this.link);
            if (problem.code === "suspended") await this.showSuspended();
            else if (problem.code !== "link_invalid") throw problem;
            else if (wasTried) this.showMaybeSet(password);
            else this.showUnusable();
        } finally {
            isEntering = false;
        }
    }

    /**
     * Says that the link can't be used, and what to do.
     * @param {string} [why]
     */
    showUnusable(why = phrase("account.new.used")) {
        const { slug } = this.link;
        const { name, slug: own } = session.keptTenant() ?? {};
        const person = session.current();
        if (person && slug && own && slug !== own) {
            return this.show("error", phrase("account.new.signOutFirst"),
                el("p", {}, phraseAround("account.new.otherCommunity", { community: el("bdi", {}, name) })), settingsLink());
        }
        this.show("error", phrase("account.linkUnusable"),
            el("p", {}, why), el("p", {}, phrase("account.new.another")),
            el("a", { href: "/" }, phrase(person ? "account.goOn" : "account.signIn")));
    }

    /**
     * Says that the password may be set, where no answer came, and signs in with it.
     * @param {string} [typed] the password
     */
    showMaybeSet(typed = "") {
        const title = phrase("account.new.maybe");
        const about = el("p", {}, phrase("account.new.maybeAbout", { here: session.current() ? "yes" : "no" }));
        if (session.current()) return this.show("ready", title, about, settingsLink());
        const email = field(phrase("account.field.email"),
            { name: "email", type: "email", required: true, autocomplete: "username", autocapitalize: "none",
                spellcheck: false });
        const password = field(phrase("account.field.password"),
            { name: "password", type: "password", required: true, autocomplete: "current-password", value: typed });
        this.show("ready", title, about, form({
            fields: [email, password],
            action: phrase("account.signIn"),
            send: async () => {
                await signing.signIn(valueOf(email) ?? "", password.input.value);
                go("/", { replace: true });
            },
            explain: (problem) => problem.code === "invalid_credentials" ? phrase("account.new.wrong") : undefined,
        }));
    }

    async showSuspended() {
        const tenant = session.keptTenant() ?? await session.tenant().catch(() => undefined);
        this.show("ready", phrase("account.new.isSet"),
            el("p", {}, phraseAround("account.new.suspended", { known: tenant ? "yes" : "no",
                community: el("bdi", {}, tenant?.name) }), ...reachable(tenant?.contact)),
            session.current() && el("a", { href: "/" }, phrase("account.goOn")));
    }

    /**
     * Shows something else in place of what had the focus.
     * @param {import("../parts/frame/frame.js").State} state
     * @param {string} heading
     * @param {...import("../dom.js").Parts} parts
     */
    show(state, heading, ...parts) {
        const { context, node } = this;
        const hadFocus = node.contains(document.activeElement);
        showState(context, node, state, head(heading), ...parts);
        const title = node.querySelector("h1");
        if (!hadFocus || !title) return;
        title.tabIndex = -1;
        title.focus();
    }
}

const settingsLink = () => el("a", { class: "button", href: "/settings" }, phrase("account.openSettings"));

/** Whether the page is still the one of a link. */
const isHere = () => location.pathname.startsWith("/new-password");

/**
 * Whether no answer came to a request that was sent.
 * @param {Problem} problem
 */
const isLost = ({ isOffline, code }) => isOffline && code !== "not_loaded";

/**
 * Says who is signed in on this browser, and what becomes of it.
 * @param {string} username whose password is set
 */
function alreadyHere(username) {
    const here = session.current();
    if (!here) return undefined;
    if (here.username === username) return el("p", {}, phrase("account.new.here"));
    const person = () => el("bdi", {}, here.username);
    const isWaiting = outbox.unsent() > 0 || outbox.notSent().length > 0 || drafts.withWords().length > 0;
    return el("div", { class: "card stack-tight" },
        el("p", {}, phraseAround("account.new.hereAs", { person: person(), username: el("bdi", {}, username) })),
        isWaiting && el("p", {}, phraseAround("account.new.waits", { person: person() })),
        el("a", { href: "/" }, phraseAround("account.new.goOnAs", { person: person() })));
}
