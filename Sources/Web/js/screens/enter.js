// The screen while signed out: sign in, or create an account.
import { hasPasskeys, loaded, session, signing } from "../client.js";
import { el, fill, icon } from "../dom.js";
import { phrase, phraseAround } from "../first-phrases.js";
import { match } from "../routes.js";
import { actionButton, field, form, valueOf } from "../parts/controls/form.js";
import { communitySign } from "../parts/controls/person.js";
import { failure, skeleton } from "../parts/controls/states.js";

/** @typedef {import("../parts/frame/frame.js").Context} Context */
/** @typedef {import("../types/wire.js").TenantInfo} TenantInfo */

/**
 * The time from the form to when the browser offers passkeys at the field for the address, in milliseconds. A first visit loads
 * nothing of that before its first page.
 */
const lateness = 2000;
/** Ends what it offers there. */
let offering = new AbortController();

/** Loads what comes before the sign-in, which people who have an account here don't need. */
const steps = () => loaded(import("./join.js"));

/** @type {import("../parts/frame/frame.js").Screen} */
export default function enter(context) {
    const node = el("div", { class: "enter" });
    context.title(phrase("enter.signIn"));
    begin(context, node);
    return node;
}

/**
 * @param {Context} context
 * @param {HTMLElement} node
 */
async function begin(context, node) {
    const kept = session.keptTenant();
    if (kept) signIn(context, node, kept);
    else fill(node, skeleton(3));
    try {
        if (!kept && !session.preference("slug") && !hostHasCommunity()) return await ask(context, node);
        const tenant = await session.tenant();
        if (!kept || JSON.stringify(kept) !== JSON.stringify(tenant)) signIn(context, node, tenant);
    } catch (problem) {
        const isUnknown = isCode(problem, "tenant_required") || isCode(problem, "tenant_not_found");
        if (isUnknown) await ask(context, node).catch((found) => showFailure(context, node, found, () => begin(context, node)));
        else if (!kept) showFailure(context, node, problem, () => begin(context, node));
    }
}

/**
 * Asks for the community.
 * @param {Context} context
 * @param {HTMLElement} node
 */
const ask = async (context, node) => (await steps()).askCommunity(context, node, (tenant) => signIn(context, node, tenant));

/**
 * @param {Context} context
 * @param {HTMLElement} node
 * @param {unknown} problem
 * @param {() => void} again
 */
const showFailure = (context, node, problem, again) => showState(context, node, "error", failure(problem, again));

/**
 * Whether the host of this page names a community, as the server says in the page. Browsers would log the API's refusal as an
 * error on the console.
 */
export const hostHasCommunity = () => document.documentElement.dataset.community !== "no";

/**
 * Shows a state of a page that leads into a community, unless it has been left: its head, and beside or below it the rest,
 * with what all of it is called.
 * @param {Context} context
 * @param {HTMLElement} node
 * @param {import("../parts/frame/frame.js").State} state
 * @param {import("../dom.js").Parts} head
 * @param {...import("../dom.js").Parts} rest
 */
export function showState(context, node, state, head, ...rest) {
    if (context.signal.aborted) return;
    fill(node, head, rest.length > 0 && el("div", { class: "enter-body" }, ...rest,
        el("p", { class: "small soft product" }, icon("watch"), phrase("enter.product"))));
    context.state(state);
    context.settled();
}

/**
 * The head of a page that leads into a community, before it is known which.
 * @param {import("../dom.js").Parts} heading
 * @param {...import("../dom.js").Parts} below
 */
export const head = (heading, ...below) => el("header", { class: "enter-head dim" },
    el("span", { class: "lamp", "aria-hidden": "true" }), el("h1", {}, heading), ...below, scene());

/**
 * The head of a page that leads into a community: its sign, the heading, and what the community says of itself.
 * @param {TenantInfo} tenant
 * @param {import("../dom.js").Parts} heading
 * @param {import("../dom.js").Parts} below
 * @param {import("../dom.js").Parts} [beside] the sign
 */
export function communityHead(tenant, heading, below, beside) {
    const sign = communitySign({ ...tenant, pictureURL: undefined });
    // Without its picture the page is whole, so nothing waits for that.
    if (tenant.pictureURL) loaded(import("../parts/account/community-picture.js"))
        .then(({ showPicture }) => showPicture(sign, tenant.slug)).catch(() => {});
    return el("header", { class: "enter-head dim", vars: { tint: tenant.identityColor } },
        el("div", { class: "line" }, beside, sign), el("h1", {}, heading),
        tenant.description !== undefined && el("p", { class: "comment-text", dir: "auto" }, tenant.description), below, scene());
}

/** People along a timeline, as the page's HTML has them. */
const scene = () => document.querySelector("template")?.content.cloneNode(true);

/**
 * @param {Context} context
 * @param {HTMLElement} node
 * @param {TenantInfo} tenant
 */
function signIn(context, node, tenant) {
    const email = field(phrase("enter.email"),
        { name: "email", type: "email", required: true, autocomplete: "username webauthn", autocapitalize: "none",
            spellcheck: false, lack: phrase("enter.emailLack") });
    const password = field(phrase("enter.password"), { name: "password", type: "password", required: true,
        autocomplete: "current-password", lack: phrase("enter.passwordLack") });
    const passkey = hasPasskeys ? passkeySignIn(context.signal) : undefined;
    const { open, help } = forgotten(tenant, () => valueOf(email) ?? "");
    password.node.classList.add("field-beside-act");
    password.node.append(open);
    context.title(phrase("enter.signIn"));
    showState(context, node, "ready",
        communityHead(tenant, tenant.name, tenant.description === undefined && purpose(tenant.features)),
        help, el("h2", {}, phrase("enter.signIn")), form({
            fields: [email, password],
            action: phrase("enter.signIn"),
            send: () => {
                // The page behind the sign-in loads while the server checks the password. If it can't, the frame says so then.
                match(location.pathname, tenant.features)?.route.load().catch(() => {});
                offering.abort();
                return signing.signIn(valueOf(email) ?? "", password.input.value).catch((problem) => {
                    passkey?.offer();
                    if (isCode(problem, "invalid_credentials")) {
                        password.input.focus();
                        /** @type {HTMLInputElement} */ (password.input).select();
                    }
                    throw problem;
                });
            },
        }),
        passkey?.node,
        tenant.signup !== "open"
            && el("p", { class: "small soft" }, phraseAround("enter.byLink", { community: el("bdi", {}, tenant.name) })),
        tenant.signup === "open" && el("p", { class: "line" }, phrase("enter.newHere"),
            el("button", { class: "button", onclick: () => openSignUp(context, node, tenant) }, phrase("enter.createAccount"))),
        location.protocol === "http:" && !isLoopback() && el("p", { class: "small bad" }, phrase("enter.needsTLS")));
}

/**
 * A button that signs in with a passkey. From a moment later on the browser offers passkeys at the field for the address, too.
 * @param {AbortSignal} signal
 */
function passkeySignIn(signal) {
    const note = el("p", { class: "form-fault" });
    const load = () => loaded(import("../parts/account/passkey-sign-in.js"));
    const offer = () => {
        offering.abort();
        if (signal.aborted) return;
        const { signal: until } = offering = new AbortController();
        // Nobody has asked for it, so nothing says if it can't be loaded.
        setTimeout(() => until.aborted || load().then((module) => module.offer(until, note), () => {}), lateness);
    };
    offer();
    signal.addEventListener("abort", () => offering.abort());
    const button = actionButton(phrase("enter.passkey"), async () => {
        offering.abort();
        return load().then((module) => module.signIn(note)).finally(offer);
    });
    button.firstElementChild?.prepend(icon("face"));
    const or = el("p", { class: "or small soft" }, phrase("enter.or"));
    return { node: el("div", { class: "stack-tight" }, or, button, note), offer };
}

/**
 * What a community with these features is for, in a sentence for somebody who has only the address.
 * @param {readonly string[]} features
 */
const purpose = (features) => features.includes("watch")
    && el("p", { class: "soft" }, phrase("enter.purpose"));

/**
 * The button of somebody who has forgotten their password, and what stands in place of the sign-in then. Few people need it, so
 * it is loaded then.
 * @param {TenantInfo} tenant
 * @param {() => string} typed the e-mail address in the form of the sign-in.
 */
function forgotten(tenant, typed) {
    const back = el("button", { class: "text-button", onclick: () => {
        help.hidden = true;
        open.querySelector("button")?.focus();
    } }, phrase("enter.back"));
    const help = el("div", { class: "help stack", hidden: true });
    const open = actionButton(phrase("enter.forgot"), async () => {
        const { passwordHelp } = await loaded(import("../parts/account/ask-link.js"));
        // A form that is there takes the address over until it has one.
        if (!help.querySelector("input")?.value) fill(help, passwordHelp(tenant, typed()), back);
        help.hidden = false;
        help.querySelector("h2")?.focus();
    }, { class: "text-button" });
    return { open, help };
}

function isLoopback() {
    return /^(localhost|.*\.localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
}

/**
 * @param {Context} context
 * @param {HTMLElement} node
 * @param {TenantInfo} tenant
 */
async function openSignUp(context, node, tenant) {
    try {
        await (await steps()).showSignUp(context, node, tenant, () => signIn(context, node, tenant));
        offering.abort();
    } catch (problem) {
        showFailure(context, node, problem, () => openSignUp(context, node, tenant));
    }
}

/**
 * Whether a problem has this code.
 * @param {unknown} problem
 * @param {string} code
 */
export const isCode = (problem, code) => problem instanceof Error && Reflect.get(problem, "code") === code;
