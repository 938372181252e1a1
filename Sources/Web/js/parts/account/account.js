// The account: username, names, e-mail address and password.
import { call, replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { choice, field, form, valueOf } from "../controls/form.js";
import { say } from "../controls/states.js";

/** @typedef {import("../../types/wire.js").Me} Me */

/** @param {Me} me */
export function accountForms(me) {
    return el("section", { class: "block", "aria-labelledby": "account" }, el("h2", { id: "account" }, "Account"),
        el("div", { class: "card" }, names(me)),
        session.keptTenant()?.email && addressState(me),
        folded("Change e-mail address", () => email(me)),
        folded("Change password", password, "change-password"));
}

/**
 * A button that opens a form. The form is created when it opens.
 * @param {string} label
 * @param {() => {node: HTMLElement, done: (close: () => void) => void}} make
 * @param {string} [id]
 */
function folded(label, make, id = "") {
    const place = el("div", { id });
    const open = el("button", { class: "button" }, label);
    const close = () => {
        fill(place, open);
        open.focus();
    };
    open.addEventListener("click", () => {
        const { node, done } = make();
        done(close);
        fill(place, el("div", { class: "card stack-tight" }, el("h3", {}, label), node));
        place.querySelector("input")?.focus();
    });
    fill(place, open);
    return place;
}

/** @param {Me} me */
function names(me) {
    const username = field("Username",
        { name: "username", value: me.username, required: true, autocomplete: "off", autocapitalize: "none", spellcheck: false });
    const given = field("Given name",
        { name: "givenName", value: me.givenName ?? "", maxLength: 60, autocomplete: "given-name" });
    const family = field("Family name",
        { name: "familyName", value: me.familyName ?? "", maxLength: 60, autocomplete: "family-name" });
    const saved = el("p", { class: "small good" });
    const node = form({
        draft: "profile",
        fields: [username, given, family],
        action: "Save",
        extra: saved,
        send: async () => {
            fill(saved);
            await replica.change("changeMe",
                { body: { username: valueOf(username), givenName: valueOf(given) ?? null,
                    familyName: valueOf(family) ?? null } });
            fill(saved, "Saved.");
            say("Saved.");
        },
        explain: (problem) => problem.code === "username_taken" ? "This username is taken. Choose another one." : undefined,
    });
    node.addEventListener("input", () => fill(saved));
    return node;
}

/**
 * What is known of the address, with a button that sends a link to it until it is confirmed.
 * @param {Me} me
 */
function addressState({ email: address, emailState }) {
    if (emailState === undefined) return undefined;
    const words = emailState === "verified" ? " is confirmed."
        : emailState === "unreachable" ? " takes no mails. Change it, or try it with a link." : " isn’t confirmed yet.";
    const about = el("p", { class: "small" }, el("bdi", {}, address), words);
    if (emailState === "verified") return about;
    return el("div", {}, about, form({
        fields: [],
        action: "Send me a link",
        weight: "minor",
        send: async () => {
            await call("requestEmailVerification");
            say("A mail with a link is on its way. The link works for 7 days.");
        },
    }));
}

/** @param {Me} me */
function email(me) {
    const address = field("E-mail",
        { name: "email", type: "email", value: me.email, required: true, autocomplete: "email", autocapitalize: "none",
            spellcheck: false });
    const current = field("Current password",
        { name: "currentPassword", type: "password", required: true, autocomplete: "current-password" });
    return changed({ draft: "email", fields: [address, current], current,
        send: () => call("changeMe", { body: { email: valueOf(address), currentPassword: current.input.value } }) });
}

function password() {
    const current = field("Current password",
        { name: "currentPassword", type: "password", required: true, autocomplete: "current-password" });
    const next = field("New password", { name: "newPassword", type: "password", required: true, autocomplete: "new-password",
        hint: "At least 8 characters. Everywhere else you are signed out." });
    // Somebody who knew the old password may have made some.
    const invites = choice("checkbox", "End my open invites too", { name: "endInvites" });
    return changed({ fields: [current, next], current, extra: invites.node, send: () => {
        const body = { currentPassword: current.input.value, newPassword: next.input.value, endInvites: invites.input.checked };
        return call("changePassword", { body });
    } });
}

/**
 * A form that asks for the current password.
 * @param {Pick<import("../controls/form.js").FormOptions, "fields" | "draft" | "extra">
 *     & {send: () => Promise<unknown>, current: import("../controls/form.js").Field}} options
 */
function changed({ send, current, ...options }) {
    let close = () => {};
    const node = form({
        ...options,
        action: "Save",
        cancel: () => close(),
        send: async () => {
            await send();
            await replica.refresh();
            say("Saved.");
            close();
        },
        explain: (problem) => {
            if (problem.code === "email_taken") return "This e-mail address has an account already.";
            if (problem.code !== "wrong_password") return undefined;
            current.fault("This isn't your current password.");
            current.input.focus();
            return "Nothing was changed.";
        },
    });
    return { node, done: (/** @type {() => void} */ run) => { close = run; } };
}
