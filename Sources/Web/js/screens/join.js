// The screen of a link to join: who invites to which community, and the form of the new account. And what comes before the
// sign-in for others who are new: which community it is, and a new account where sign-up is open.
import { call, loaded, replica, session, signing } from "../client.js";
import { el, fill, set } from "../dom.js";
import { phrase, phraseAround } from "../phrases.js";
import { actionButton, field, form, valueOf } from "../parts/controls/form.js";
import { incomplete, linkParts, pastedLink } from "../parts/account/link-parts.js";
import { called, disc } from "../parts/controls/person.js";
import { failure, skeleton } from "../parts/controls/states.js";
import { picture, poster } from "../parts/watch/room-row.js";
import { communityHead, head, isCode, showState } from "./enter.js";

/** @typedef {import("../parts/frame/frame.js").Context} Context */
/** @typedef {import("../types/wire.js").InvitePreview} InvitePreview */
/** @typedef {import("../types/wire.js").TenantInfo} TenantInfo */

/** Loads the form of a new account. */
const forms = () => loaded(import("../parts/account/sign-up.js"));

/**
 * What Davenport is, for somebody who gets this role in a community with these features.
 * @param {readonly string[]} features
 * @param {string} role
 */
function whatItIs(features, role) {
    const isOfClass = ["student", "teacher"].includes(role);
    const things = Object.entries({ watch: "watch", ...(isOfClass && { class: "learn" }), play: "play" })
        .flatMap(([feature, verb]) => features.includes(feature) ? verb : []);
    return phrase("account.join.what", { what: things.join("-") });
}

/** @type {import("../parts/frame/frame.js").Screen} */
export default function join(context) {
    const node = el("div", { class: "enter" });
    begin(context, node);
    return node;
}

/**
 * `/join#SLUG/CODE`, `/join#CODE` or `/join/CODE`, which becomes `/join#CODE` at once.
 * @param {Context} context
 * @param {HTMLElement} node
 */
async function begin(context, node) {
    context.title(phrase("account.join.page"));
    if (context.params.code) history.replaceState({}, "", `/join#${context.params.code}`);
    const { code, slug } = linkParts(location.hash);
    const person = session.current();
    if (person) {
        const me = replica.me();
        return showState(context, node, "ready", head(phrase("account.join.signedIn")),
            ...signedIn(me ? called(me) : person.username));
    }
    fill(node, skeleton(3));
    try {
        const named = slug ? { tenant: slug } : {};
        const [invite, tenant, { signUpForm }] = await Promise.all([
            call("lookUpInvite", { body: { code }, ...named }), call("showTenant", named),
            forms(),
        ]);
        const form = signUpForm({ code, slug: invite.tenant.slug, community: tenant.name, page: pageAfter(invite) }, invite.role);
        joinForm(context, node, invite, tenant, form);
    } catch (problem) {
        if (isCode(problem, "invite_invalid") || isCode(problem, "tenant_not_found") || isCode(problem, "invalid")
            || isCode(problem, "tenant_required")) {
            await unusable(context, node, { code, slug });
        } else {
            showState(context, node, "error", failure(problem, () => begin(context, node)));
        }
    }
}

/**
 * What somebody reads who is signed in already, with the way out.
 * @param {string} name
 * @param {string} [about] what they can do with the account that they have
 */
function signedIn(name, about = phrase("account.join.askMember")) {
    return [el("p", {}, phraseAround("account.join.signedInAs", { person: el("bdi", {}, name) })),
        el("p", { class: "small soft" }, about),
        el("div", { class: "line" },
            el("a", { class: "button button-main", href: "/" },
                phraseAround("account.join.continue", { person: el("bdi", {}, name) })),
            actionButton(phrase("account.signOut"), async (button) => {
                await (await loaded(import("../parts/account/your-data.js"))).signOut(button);
            }))];
}

/** The number of letters and digits in an invite's code. */
const codeLength = 24;

/**
 * Why a code can't be used, as far as the code itself says. Its letters are random, so nothing else can be read from them.
 * @param {string} code
 */
export function codeFault(code) {
    const { length } = Array.from(code.normalize("NFKC").replace(/[^\p{L}\p{N}]/gu, ""));
    if (length === codeLength) return phrase("account.join.over");
    return length < codeLength ? incomplete : phrase("account.join.tooLong");
}

/**
 * Says that a link can't be used, and of which community it is, and lets somebody correct its code.
 * @param {Context} context
 * @param {HTMLElement} node
 * @param {{code: string, slug: string | undefined}} link
 */
async function unusable(context, node, { code, slug }) {
    const community = await call("showTenant", slug ? { tenant: slug } : {}).catch(() => undefined);
    const typed = field(phrase("account.join.paste"), { name: "code", value: code, required: true,
        autocomplete: "off", autocapitalize: "none", spellcheck: false, lack: phrase("account.join.pasteLack") });
    if (code) typed.fault(codeFault(code));
    const again = form({ fields: [typed], action: phrase("account.again"), send: async () => {
        const link = pastedLink(typed.input.value);
        history.replaceState({}, "", `/join#${[link.slug ?? slug ?? [], link.code].flat().join("/")}`);
        await begin(context, node);
    } });
    const fault = code && codeFault(code) === incomplete ? "incomplete" : "unusable";
    const heading = community ? phraseAround("account.join.unusableTo", { fault, community: el("bdi", {}, community.name) })
        : phrase("account.join.unusable", { fault });
    showState(context, node, "error", head(heading),
        el("h2", {}, phrase("account.join.pasteTitle")), again, haveAccount(signInLink()));
}

/**
 * Leads somebody who has an account to the sign-in.
 * @param {HTMLElement} signIn
 */
const haveAccount = (signIn) => el("p", { class: "small soft" }, phraseAround("account.join.haveAccount", { signIn }));

const signInLink = () => el("a", { href: "/" }, phrase("account.signIn"));

/**
 * Where one stands after joining: in the first room of the invite, if it leads into any.
 * @param {Pick<InvitePreview, "rooms">} invite
 */
export const pageAfter = ({ rooms: [room] }) => room ? `/rooms/${room.id}` : "/";

/** The width of a poster where the invite leads into one room, and into several, in pixels. */
const [alone, among] = [160, 72];

/**
 * What somebody reads before they join: the rooms into which an invite leads, and what Davenport is.
 * @param {Pick<InvitePreview, "rooms" | "role">} invite
 * @param {readonly string[]} features of the community
 */
export function inviteWords({ role, rooms }, features) {
    const width = rooms.length === 1 ? alone : among;
    return {
        rooms: rooms.length > 0 && el("ul", { class: "invited-rooms", "aria-label": phrase("account.join.rooms") },
            ...rooms.map((room) => el("li", { class: "line" }, poster(room.title, room.poster, width),
                el("span", { class: "result-text" }, el("span", { class: "small" }, phrase("account.join.room")),
                    el("bdi", { class: "name" }, room.title))))),
        davenport: el("p", { class: "small soft" }, whatItIs(features, role)),
    };
}

/**
 * What somebody will be there, if that is more than a member.
 * @param {string} role
 */
const roleNote = (role) => ["teacher", "admin", "owner"].includes(role) && el("p", {}, phrase("account.join.duty", { role }));

/**
 * The light of a poster behind the words.
 * @param {Pick<InvitePreview, "rooms">} invite
 */
const glow = ({ rooms: [first] }) => first?.poster && el("div", { class: "enter-glow", "aria-hidden": "true" },
    picture(first.poster, { width: alone, height: alone * 1.5 }));

/**
 * @param {Context} context
 * @param {HTMLElement} node
 * @param {Pick<InvitePreview, "inviter" | "role" | "rooms">} invite
 * @param {import("../types/wire.js").TenantInfo} tenant
 * @param {HTMLElement} account the form of the new account
 */
function joinForm(context, node, invite, tenant, account) {
    const { inviter, role } = invite;
    const community = el("bdi", {}, tenant.name);
    const heading = inviter ? phraseAround("account.join.invited", { person: el("bdi", {}, inviter.username), community })
        : phraseAround("account.join.title", { community });
    context.title(phrase("account.join.title", { community: tenant.name }));
    const { rooms, davenport } = inviteWords(invite, tenant.features);
    const top = communityHead(tenant, heading, [!tenant.description && davenport, roleNote(role), rooms, glow(invite)],
        inviter && disc(inviter, { large: true }));
    // It is the friend who asks one in.
    if (inviter) set(top, { vars: { tint: inviter.identityColor } });
    showState(context, node, "ready", top,
        el("div", {}, el("h2", {}, phrase("account.join.welcome")), el("p", { class: "soft" }, phrase("account.join.almost"))),
        account, haveAccount(signInLink()),
        // One promise at the top is enough.
        tenant.description && davenport);
}

/**
 * Makes pictures of the page that an invite of somebody opens. Nothing of them can be used.
 * @param {import("../types/wire.js").UserStub | undefined} inviter
 */
export async function invitePictures(inviter) {
    const { signUpForm } = await forms();
    const still = () => {};
    const context = { params: {}, signal: new AbortController().signal, title: still, state: still, settled: still,
        details: still };
    return (/** @type {TenantInfo} */ tenant) => {
        const node = el("div", { class: "enter", inert: true });
        const role = usualRole(tenant.features);
        joinForm(context, node, { ...inviter && { inviter }, role, rooms: [] }, tenant,
            signUpForm({ code: "", slug: undefined, community: tenant.name }, role));
        return node;
    };
}

/**
 * The role of somebody who chooses none.
 * @param {readonly string[]} features of the community
 */
const usualRole = (features) => features.includes("class") ? "student" : "member";

/**
 * Asks which community somebody is of.
 * @param {Context} context
 * @param {HTMLElement} node
 * @param {(tenant: TenantInfo) => void} signIn
 */
export function askCommunity(context, node, signIn) {
    const slug = field(phrase("account.which.slug"),
        { name: "slug", required: true, autocomplete: "organization", autocapitalize: "none", spellcheck: false,
        hint: phrase("account.which.hint") });
    showState(context, node, "ready", head(phrase("account.which.title")), form({
        fields: [slug],
        action: phrase("account.which.continue"),
        send: async () => signIn(await signing.chooseTenant(valueOf(slug)?.toLowerCase() ?? "")),
        explain: (problem) => problem.code === "tenant_not_found" ? phrase("account.which.unknown") : undefined,
    }), el("p", { class: "small soft" }, phraseAround("account.which.begin",
        { begin: el("a", { href: "/begin" }, phrase("account.begin.title")) })));
}

/**
 * Shows the form of a new account.
 * @param {Context} context
 * @param {HTMLElement} node
 * @param {TenantInfo} tenant
 * @param {() => void} signIn
 */
export async function showSignUp(context, node, tenant, signIn) {
    const { signUpForm } = await forms();
    const role = usualRole(tenant.features);
    context.title(phrase("account.join.createPage"));
    // What this browser kept of the community may be older than the choice.
    const roles = tenant.signupRoles ?? [];
    showState(context, node, "ready",
        communityHead(tenant, tenant.name, false),
        el("h2", {}, phrase("account.join.create")), signUpForm(undefined, role, roles),
        haveAccount(el("button", { class: "button button-plain", onclick: signIn }, phrase("account.signIn"))));
    node.querySelector("input")?.focus();
}

/**
 * The screen that makes a community of one's own.
 * @type {import("../parts/frame/frame.js").Screen}
 */
export function newCommunity(context) {
    const node = el("div", { class: "enter" });
    context.title(phrase("account.begin.title"));
    showFounding(context, node);
    return node;
}

/**
 * @param {Context} context
 * @param {HTMLElement} node
 */
async function showFounding(context, node) {
    const person = session.current();
    const me = replica.me();
    if (person) {
        return showState(context, node, "ready", head(phrase("account.begin.signedIn")),
            ...signedIn(me ? called(me) : person.username, phrase("account.begin.stays")));
    }
    fill(node, skeleton(3));
    try {
        const { communityForm } = await loaded(import("../parts/account/founding.js"));
        showState(context, node, "ready",
            head(phrase("account.begin.title"), el("p", { class: "soft" }, phrase("account.begin.about"))), communityForm(),
            el("p", { class: "small soft" }, phraseAround("account.begin.haveAccount", { signIn: signInLink() })));
    } catch (problem) {
        showState(context, node, "error", failure(problem, () => showFounding(context, node)));
    }
}
