// The screen of a link to join: who invites to which community, and the form of the new account.
import { call, loaded, session } from "../client.js";
import { el, fill } from "../dom.js";
import { linkParts } from "../parts/account/link-parts.js";
import { disc } from "../parts/controls/person.js";
import { failure, skeleton } from "../parts/controls/states.js";
import { head, isCode, showState } from "./enter.js";

/** @typedef {import("../parts/frame/frame.js").Context} Context */
/** @typedef {import("../types/wire.js").InvitePreview} InvitePreview */

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
    context.title("Join");
    if (context.params.code) history.replaceState({}, "", `/join#${context.params.code}`);
    const { code, slug } = linkParts(location.hash);
    if (session.current()) {
        showState(context, node, "ready", head("You are signed in already"),
            el("p", {}, "Sign out first if you want to join with another account."),
                el("a", { class: "button button-main", href: "/" }, "Go on"));
        return;
    }
    fill(node, skeleton(3));
    try {
        const [invite, { signUpForm }] = await Promise.all([
            call("lookUpInvite", { body: { code }, ...(slug ? { tenant: slug } : {}) }),
            loaded(import("../parts/account/sign-up.js")),
        ]);
        joinForm(context, node, invite, signUpForm({ code, slug: invite.tenant.slug }, invite.role));
    } catch (problem) {
        if (isCode(problem, "invite_invalid") || isCode(problem, "tenant_not_found") || isCode(problem, "invalid")
            || isCode(problem, "tenant_required")) {
            showState(context, node, "error", head("This link can't be used"),
                el("p", {}, "It has been used, withdrawn or has expired. Ask for a new one."), el("a", { href: "/" }, "Sign in"));
        } else {
            showState(context, node, "error", failure(problem, () => begin(context, node)));
        }
    }
}

/**
 * @param {Context} context
 * @param {HTMLElement} node
 * @param {InvitePreview} invite
 * @param {HTMLElement} account the form of the new account
 */
function joinForm(context, node, invite, account) {
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
        account,
        el("p", { class: "small soft" }, "You have an account here? ", el("a", { href: "/" }, "Sign in")));
}
