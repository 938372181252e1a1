// The screen of a link to a new password: `/new-password#CODE` or `/new-password#SLUG/CODE`.
import { asProblem, failure, say, skeleton } from "../parts/controls/states.js";
import { drafts, outbox, session, signing } from "../client.js";
import { passwordLinks } from "../client/password-links.js";
import { el, fill } from "../dom.js";
import { go } from "../routes.js";
import { reachable } from "../parts/account/ask-link.js";
import { incomplete, keepLink, takeLink } from "../parts/account/link-parts.js";
import { newPasswordField } from "../parts/account/new-password-field.js";
import { field, form, valueOf } from "../parts/controls/form.js";
import { head, isCode, showState } from "./enter.js";

/** @typedef {import("../parts/frame/frame.js").Context} Context */
/** @typedef {import("../types/app.js").Problem} Problem */
/**
 * The link while its page is open. It stands in the history's entry alone, so that a reload has it and nobody reads it in the
 * address. `isTried`: it was used, and no answer came.
 * @typedef {{code: string, slug: string | undefined, isTried?: boolean}} Link
 */

const rules = "At least 8 characters. Not a common one, and neither your username nor your e-mail address.";

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
        this.context.title("New password");
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
        const password = newPasswordField("New password", { name: "password", hint: rules });
        const account = form({
            fields: [password],
            extra: el("p", { class: "hint" }, "This signs you out on your other devices."),
            action: "Set password",
            send: () => this.use(password.input.value, tenant),
            explain: (problem) => isLost(problem)
                ? ["The connection broke. Your password may already be changed.", el("span", { class: "line" },
                    el("button", { class: "button button-small", onclick: () => this.showMaybeSet(password.input.value) },
                        "Sign in"))] : undefined,
        });
        // Password managers look here for the password's account.
        account.prepend(el("input",
            { name: "username", autocomplete: "username", value: username, readOnly: true, hidden: true }));
        showState(context, node, "ready",
            head("Choose a new password",
                el("p", { class: "soft" }, "for ", el("bdi", {}, username), ", in ", el("bdi", {}, tenant.name)),
                restoredEmail !== undefined && el("p", {}, "Your address is ", el("bdi", {}, restoredEmail),
                    " again once you have set it. Nobody else can sign in then.")),
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
            say(`Your password is set. You are signed in as ${username}.`);
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
    showUnusable(why = "This link was already used, has run out, or was replaced. Use the newest one.") {
        const { slug } = this.link;
        const { name, slug: own } = session.keptTenant() ?? {};
        const person = session.current();
        if (person && slug && own && slug !== own) {
            return this.show("error", "Sign out first", el("p", {}, "The link is of another community than ", el("bdi", {}, name),
                ", in which you are signed in here."), el("a", { class: "button", href: "/settings" }, "Open your settings"));
        }
        this.show("error", "This link can’t be used",
            el("p", {}, why), el("p", {}, "An owner or admin of your community can send you another one."),
            el("a", { href: "/" }, person ? "Go on" : "Sign in"));
    }

    /**
     * Says that the password may be set, where no answer came, and signs in with it.
     * @param {string} [typed] the password
     */
    showMaybeSet(typed = "") {
        const unanswered = (/** @type {string} */ todo) => el("p", {}, "Your password is probably changed. ",
            `${todo} If that fails, ask for a new link.`);
        const title = "Your password may be set";
        if (session.current()) {
            return this.show("ready", title, unanswered("Sign out, and sign in with the new one."),
                el("a", { class: "button", href: "/settings" }, "Open your settings"));
        }
        const email = field("E-mail",
            { name: "email", type: "email", required: true, autocomplete: "username", autocapitalize: "none",
                spellcheck: false });
        const password = field("Password",
            { name: "password", type: "password", required: true, autocomplete: "current-password", value: typed });
        this.show("ready", title, unanswered("Sign in with the new one."), form({
            fields: [email, password],
            action: "Sign in",
            send: async () => {
                await signing.signIn(valueOf(email) ?? "", password.input.value);
                go("/", { replace: true });
            },
            explain: (problem) => problem.code === "invalid_credentials" ? "E-mail or password is wrong." : undefined,
        }));
    }

    async showSuspended() {
        const tenant = session.keptTenant() ?? await session.tenant().catch(() => undefined);
        this.show("ready", "Your password is set",
            el("p", {}, "But your account is suspended, so you can’t sign in now. Ask an owner of ",
                el("bdi", {}, tenant?.name ?? "your community"), " about it.", ...reachable(tenant?.contact)),
            session.current() && el("a", { href: "/" }, "Go on"));
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
    const person = session.current();
    if (!person) return undefined;
    if (person.username === username) return el("p", {}, "You are signed in here, and stay so.");
    const isWaiting = outbox.unsent() > 0 || outbox.notSent().length > 0 || drafts.withWords().length > 0;
    return el("div", { class: "card stack-tight" },
        el("p", {}, "You are signed in here as ", el("bdi", {}, person.username), ". The link signs you in as ",
            el("bdi", {}, username), " instead."),
        isWaiting && el("p", {}, "What ", el("bdi", {}, person.username),
            " wrote and hasn’t sent yet waits in this browser for 30 days, until they sign in again."),
        el("a", { href: "/" }, "Go on as ", el("bdi", {}, person.username)));
}
