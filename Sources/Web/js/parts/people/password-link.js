// Makes a link with which a member sets a new password, for those who run the community. The link is shown once.
import { call, replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { sheet } from "../controls/dialog.js";
import { actionButton } from "../controls/form.js";
import { asProblem } from "../controls/states.js";
import { dateText } from "../controls/time.js";
import { linkToSend, mayBeMade } from "./link-to-send.js";

/** @typedef {Wire.User} User */
/** @typedef {{id: string, role?: Wire.Role, bot?: boolean}} Member */

/**
 * Whether somebody changes and suspends a member (rule 2.2).
 * @param {Member | undefined} me
 * @param {Member} member
 */
export function mayChange(me, { id, role }) {
    if (!me || id === me.id) return false;
    return me.role === "owner" || (me.role === "admin" && role !== undefined && role !== "owner" && role !== "admin");
}

/**
 * Whether the server lets somebody make a link for a member (rule 2.23).
 * @param {Member | undefined} me
 * @param {Member} member
 * @param {Wire.PasswordLinkMakers | undefined} makers who may make links in the community
 */
export function mayMakeLink(me, member, makers = "admins") {
    const isMaker = makers === "admins" || (makers === "owners" && me?.role === "owner");
    return isMaker && !member.bot && mayChange(me, member);
}

/**
 * A button that leads to a link, if the person may make one.
 * @param {User} user
 */
export function passwordLinkButton(user) {
    if (!mayMakeLink(replica.me(), user, session.keptTenant()?.passwordLinks)) return undefined;
    const button = el("button", { class: "button", onclick: () => openMaker(user, button) }, phrase("people.passwordLink.open"));
    return el("div", { class: "line" }, button);
}

/**
 * Says what a link does, and makes it.
 * @param {User} user
 * @param {HTMLElement} opener
 */
function openMaker(user, opener) {
    const who = () => el("bdi", {}, user.username);
    const lost = el("p", { class: "bad", role: "alert" });
    const make = actionButton(phrase("people.passwordLink.make"), async () => {
        fill(lost);
        try {
            showLink(await call("makePasswordLink", { path: { userID: user.id } }));
        } catch (problem) {
            if (!mayBeMade(asProblem(problem))) throw problem;
            fill(lost, phrase("people.passwordLink.lost"));
            return;
        }
        return phrase("people.passwordLink.ready");
    }, { class: "button button-main" });
    const body = el("div", { class: "stack" },
        el("p", {}, ...phraseAround("people.passwordLink.about", { person: who() })),
        el("p", {}, ...phraseAround("people.passwordLink.notified", { person: who() }), " ",
            ...phraseAround("people.passwordLink.signedOut", { person: who() })),
        user.suspended && el("p", {}, ...phraseAround("people.passwordLink.suspended", { person: who() })),
        lost, make);
    const close = sheet(phrase("people.passwordLink.title", { username: user.username }), body, { opener });

    /** @param {Wire.PasswordLink} link */
    function showLink({ code, url, expiresAt }) {
        const link = url ?? `${location.origin}/new-password#${session.keptTenant()?.slug ?? ""}/${code}`;
        const text = phraseAround("people.passwordLink.send", { person: who(), time: dateText(expiresAt) });
        const sending = linkToSend(link, text, () => close());
        fill(body, sending.node);
        sending.focus();
    }
}
