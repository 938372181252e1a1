// The screen while signed out: sign in, create an account, or join by a link.
import { call, session } from "../client.js";
import { ownFile } from "../client/own-file.js";
import { el, fill } from "../dom.js";
import { signing } from "../client/signing.js";
import { go } from "../routes.js";
import { field, form, radios, valueOf } from "../parts/controls/form.js";
import { disc } from "../parts/controls/person.js";
import { failure, skeleton } from "../parts/controls/states.js";

/** @typedef {import("../parts/frame/frame.js").Context} Context */
/** @typedef {import("../types/wire.js").TenantInfo} TenantInfo */
/** @typedef {import("../types/wire.js").InvitePreview} InvitePreview */

const passwordRules = "At least 8 characters. Not a common one, and neither your username nor your e-mail address.";
const usernameRules = "2 to 30 letters, digits, “_”, “.” or “-”. Your friends find you by it. We make one from your name "
    + "if you leave it empty.";
/** @type {Record<string, string>} */
const roleNames = { member: "Member", student: "Student", teacher: "Teacher" };

/** @type {import("../parts/frame/frame.js").Screen} */
export default function enter(context) {
    const node = el("div", { class: "enter" });
    context.title("Sign in");
    if (location.pathname.startsWith("/join")) join(context, node);
    else begin(context, node);
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
    if (!kept && !session.preference("slug") && !await hostHasCommunity()) return askCommunity(context, node);
    try {
        const tenant = await session.tenant();
        if (!kept || JSON.stringify(kept) !== JSON.stringify(tenant)) signIn(context, node, tenant);
    } catch (problem) {
        if (isCode(problem, "tenant_required") || isCode(problem, "tenant_not_found")) askCommunity(context, node);
        else if (!kept) showState(context, node, "error", failure(problem, () => begin(context, node)));
    }
}

/**
 * Whether the host of this page names a community. The manifest has its name then; asking for the community itself would be an
 * error on the console.
 */
async function hostHasCommunity() {
    try {
        const manifest = JSON.parse(await ownFile("/manifest.webmanifest", "application/manifest+json"));
        return manifest.name !== "Davenport";
    } catch {
        return true;
    }
}

/**
 * @param {Context} context
 * @param {HTMLElement} node
 * @param {import("../parts/frame/frame.js").State} state
 * @param {...import("../dom.js").Parts} parts
 */
function showState(context, node, state, ...parts) {
    if (context.signal.aborted) return;
    fill(node, ...parts);
    context.state(state);
    context.settled();
}

/**
 * @param {string} heading
 * @param {...import("../dom.js").Parts} below
 */
const head = (heading, ...below) => el("header", { class: "enter-head" }, el("span", { class: "lamp", "aria-hidden": "true" }),
    el("h1", {}, heading), ...below);

/**
 * @param {Context} context
 * @param {HTMLElement} node
 */
function askCommunity(context, node) {
    const slug = field("Community",
        { name: "slug", required: true, autocomplete: "organization", autocapitalize: "none", spellcheck: false,
        hint: "Its short name, such as “sofa”. The person who invited you knows it." });
    showState(context, node, "ready", head("Which community?"), form({
        fields: [slug],
        action: "Continue",
        send: async () => signIn(context, node, await signing.chooseTenant(valueOf(slug)?.toLowerCase() ?? "")),
        explain: (problem) => problem.code === "tenant_not_found" ? "There is no community of this name." : undefined,
    }));
}

/**
 * @param {Context} context
 * @param {HTMLElement} node
 * @param {TenantInfo} tenant
 */
function signIn(context, node, tenant) {
    const email = field("E-mail",
        { name: "email", type: "email", required: true, autocomplete: "username", autocapitalize: "none", spellcheck: false });
    const password = field("Password", { name: "password", type: "password", required: true, autocomplete: "current-password" });
    context.title("Sign in");
    showState(context, node, "ready",
        head(tenant.name, about(tenant.features)),
        form({
            fields: [email, password],
            action: "Sign in",
            send: () => signing.signIn(valueOf(email) ?? "", password.input.value),
            explain: (problem) => problem.code === "invalid_credentials" ? "E-mail or password is wrong." : undefined,
        }),
        el("p", { class: "small soft" }, "Forgotten? Whoever runs ", el("bdi", {}, tenant.name), " can set a new one."),
        tenant.signup !== "open"
            && el("p", { class: "small soft" }, "New here? Somebody in ", el("bdi", {}, tenant.name),
                " can send you a link to join."),
        tenant.signup === "open" && el("p", { class: "line" }, "New here?",
            el("button", { class: "button", onclick: () => openSignUp(context, node, tenant) }, "Create account")),
        location.protocol === "http:" && !isLoopback() && el("p", { class: "small bad" }, "This page needs https: to sign in."));
}

/**
 * What one does here, for somebody who has only the address.
 * @param {readonly string[]} features
 */
const about = (features) => features.includes("watch")
    && el("p", { class: "soft" }, "Write along with what you watch. Your friends read it when they have watched it too.");

function isLoopback() {
    return /^(localhost|.*\.localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
}

/**
 * @param {Context} context
 * @param {HTMLElement} node
 * @param {TenantInfo} tenant
 */
function openSignUp(context, node, tenant) {
    const role = tenant.features.includes("class") ? "student" : "member";
    context.title("Create account");
    // What this browser kept of the community may be older than the choice.
    const roles = tenant.signupRoles ?? [];
    showState(context, node, "ready", head(tenant.name, roles.length === 0 && el("p", {}, `You join as ${role}.`)),
        signUpForm(undefined, role, roles),
        el("button", { class: "button", onclick: () => signIn(context, node, tenant) }, "Sign in"));
    node.querySelector("input")?.focus();
}

/**
 * @param {{code: string, slug: string | undefined} | undefined} invite
 * @param {string} usual The role of the invite, or else the one that people get who choose none.
 * @param {readonly string[]} [roles] The roles to choose from.
 */
function signUpForm(invite, usual, roles = []) {
    const known = roles.filter((role) => role in roleNames);
    let role = known.length === 0 || known.includes(usual) ? usual : known[0];
    const username = field("Username",
        { name: "username", autocomplete: "nickname", autocapitalize: "none", spellcheck: false, hint: usernameRules });
    const email = field("E-mail",
        { name: "email", type: "email", required: true, autocomplete: "username", autocapitalize: "none", spellcheck: false,
        hint: "For signing in. Nobody else sees it." });
    const password = field("Password",
        { name: "password", type: "password", required: true, autocomplete: "new-password", hint: passwordRules });
    const given = field("Given name", { name: "givenName", autocomplete: "given-name", maxLength: 60 });
    const family = field("Family name", { name: "familyName", autocomplete: "family-name", maxLength: 60 });
    const birthday = field("Birthday",
        { name: "birthday", type: "date", max: "9999-12-31", autocomplete: "bday",
            hint: "Teachers are 18 or older. Nobody else sees it." });
    const names = el("details", { class: "more-fields" }, el("summary", {}, "Add your name, if you like"), given.node,
        family.node);
    const fields = [username, email, password, ...([usual, ...known].includes("teacher") ? [birthday] : [])];
    const choose = (/** @type {string} */ chosen) => {
        role = chosen;
        birthday.node.hidden = role !== "teacher";
        birthday.input.required = role === "teacher";
    };
    choose(role);
    return form({
        fields,
        extra: [known.length > 0 && radios("You join as", known.map((one) => [one, roleNames[one]]), role, choose), names],
        action: "Create account",
        send: async () => {
            await signing.signUp({
                username: valueOf(username), email: valueOf(email) ?? "", password: password.input.value,
                givenName: valueOf(given), familyName: valueOf(family),
                    birthday: role === "teacher" ? valueOf(birthday) : undefined,
                ...(invite ? { invite: invite.code }
                    : known.length > 0 ? { role: /** @type {"member" | "student" | "teacher"} */ (role) } : {}),
            }, invite?.slug);
            go("/", { replace: true });
        },
        explain: (problem) => {
            if (problem.code === "email_taken") return "This e-mail address has an account already. Sign in with it.";
            if (problem.code === "username_taken") return "This username is taken. Choose another one.";
            if (problem.code === "invite_invalid") return "This link can't be used any more. Ask for a new one.";
            return undefined;
        },
    });
}

/**
 * `/join#SLUG/CODE`, `/join#CODE` or `/join/CODE`, which becomes `/join#CODE` at once.
 * @param {Context} context
 * @param {HTMLElement} node
 */
async function join(context, node) {
    context.title("Join");
    if (context.params.code) history.replaceState({}, "", `/join#${context.params.code}`);
    const parts = decodeURIComponent(location.hash.slice(1)).split("/").filter(Boolean);
    const code = parts.at(-1) ?? "";
    const slug = parts.length > 1 ? parts[0] : undefined;
    if (session.current()) {
        showState(context, node, "ready", head("You are signed in already"),
            el("p", {}, "Sign out first if you want to join with another account."),
                el("a", { class: "button button-main", href: "/" }, "Go on"));
        return;
    }
    fill(node, skeleton(3));
    try {
        const invite = await call("lookUpInvite", { body: { code }, ...(slug ? { tenant: slug } : {}) });
        joinForm(context, node, invite, code);
    } catch (problem) {
        if (isCode(problem, "invite_invalid") || isCode(problem, "tenant_not_found") || isCode(problem, "invalid")
            || isCode(problem, "tenant_required")) {
            showState(context, node, "error", head("This link can't be used"),
                el("p", {}, "It has been used, withdrawn or has expired. Ask for a new one."), el("a", { href: "/" }, "Sign in"));
        } else {
            showState(context, node, "error", failure(problem, () => join(context, node)));
        }
    }
}

/**
 * @param {Context} context
 * @param {HTMLElement} node
 * @param {InvitePreview} invite
 * @param {string} code
 */
function joinForm(context, node, invite, code) {
    const { inviter, tenant, role } = invite;
    const heading = inviter ? [el("bdi", {}, inviter.username), " invites you to ", el("bdi", {}, tenant.name)]
        : ["Join ", el("bdi", {}, tenant.name)];
    context.title(`Join ${tenant.name}`);
    showState(context, node, "ready",
        el("header", { class: "enter-head" },
            inviter ? disc(inviter, { large: true }) : el("span", { class: "lamp", "aria-hidden": "true" }),
                el("h1", {}, ...heading),
            el("p", { class: "soft" },
                ["member", "student"].includes(role) ? "Choose how you are called here."
                    : `You join as ${role}. Choose how you are called here.`)),
        signUpForm({ code, slug: tenant.slug }, role),
        el("p", { class: "small soft" }, "You have an account here? ", el("a", { href: "/" }, "Sign in")));
}

/**
 * @param {unknown} problem
 * @param {string} code
 */
const isCode = (problem, code) => problem instanceof Error && Reflect.get(problem, "code") === code;
