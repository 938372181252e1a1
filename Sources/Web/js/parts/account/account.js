// The account: username, names, e-mail address, password and passkeys.
import { call, hasPasskeys, loaded, replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { choice, field, form, valueOf } from "../controls/form.js";
import { failure, say } from "../controls/states.js";
import { newPasswordField } from "./new-password-field.js";
import { confirmed, currentPassword, hasPassword } from "./confirmed.js";

/** @typedef {import("../../types/wire.js").Me} Me */

/**
 * The forms with which a person changes their account. Each opens by a button.
 * @param {Me} me
 * @param {AbortSignal} signal
 */
export function accountForms(me, signal) {
    return el("section", { class: "block", "aria-labelledby": "account" }, el("h2", { id: "account" }, "Account"),
        el("div", { class: "card" }, names(me)),
        session.keptTenant()?.email && addressState(me),
        folded(() => "Change e-mail address", () => email(me)),
        folded(() => hasPassword() ? "Change password" : "Set a password", password, "change-password"),
        hasPasskeys && passkeyCard(signal));
}

/** Closes the form that is open: only one is, so that the page has one main action. */
let closeOpen = () => {};

/**
 * A button that opens a form. The form is created when it opens.
 * @param {() => string} label what it says now; a form may change that.
 * @param {() => {node: HTMLElement, done: (close: () => void) => void}} make
 * @param {string} [id]
 */
function folded(label, make, id = "") {
    const place = el("div", { id });
    const open = el("button", { class: "button" }, label());
    const close = () => {
        fill(open, label());
        fill(place, open);
        open.focus();
    };
    open.addEventListener("click", () => {
        closeOpen();
        closeOpen = () => fill(place, open);
        const { node, done } = make();
        done(close);
        fill(place, el("div", { class: "card stack-tight" }, el("h3", {}, label()), node));
        place.querySelector("input")?.focus();
    });
    fill(place, open);
    return place;
}

/**
 * The person's passkeys. What shows them is loaded behind the page.
 * @param {AbortSignal} signal
 */
function passkeyCard(signal) {
    const place = el("div", {});
    const load = async () => {
        try {
            const { passkeyList } = await loaded(import("./passkeys.js"));
            if (!signal.aborted) fill(place, passkeyList(signal));
        } catch (problem) {
            fill(place, failure(problem, load));
        }
    };
    load();
    return el("div", { class: "card stack-tight" }, el("h3", {}, "Passkeys"),
        el("p", { class: "small soft" }, "With a passkey you sign in by your fingerprint, your face or your device’s PIN."),
        place);
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
        weight: "minor",
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
 * Sends the link that confirms the person's address.
 * @returns {Promise<string>} what is said then.
 */
export async function sendConfirmation() {
    await call("requestEmailVerification");
    return "A mail with a link is on its way. The link works for 7 days.";
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
        send: async () => say(await sendConfirmation()),
    }));
}

/** @param {Me} me */
function email(me) {
    const address = field("E-mail",
        { name: "email", type: "email", value: me.email, required: true, autocomplete: "email", autocapitalize: "none",
            spellcheck: false });
    const current = currentPassword();
    return changed({ draft: "email", fields: [address], current,
        send: (typed) => call("changeMe", { body: { email: valueOf(address), ...typed } }) });
}

function password() {
    const current = currentPassword();
    const next = newPasswordField("New password",
        { name: "newPassword", hint: "At least 8 characters." });
    // Somebody who knew the old password may have made some.
    const invites = choice("checkbox", "End my open invites too", { name: "endInvites" });
    const extra = [el("p", { class: "hint" }, "This signs you out on your other devices."), hasPassword() && invites.node];
    return changed({ fields: [next], current, isFirst: true, extra, send: (typed) => {
        const body = { ...typed, newPassword: next.input.value, endInvites: invites.input.checked };
        return call("changePassword", { body });
    } });
}

/**
 * A form that asks for the current password, or for a confirmation. `send` gets what was typed of the password, and `isFirst`
 * puts its field before the others.
 * @param {Pick<import("../controls/form.js").FormOptions, "fields" | "draft" | "extra"> & {
 *     send: (typed: {currentPassword?: string}) => Promise<unknown>, current: import("../controls/form.js").Field | undefined,
 *     isFirst?: boolean}} options
 */
function changed({ send, current, isFirst = false, fields, ...options }) {
    let close = () => {};
    const own = current ? [current] : [];
    const node = form({
        ...options,
        fields: isFirst ? [...own, ...fields] : [...fields, ...own],
        action: "Save",
        cancel: () => close(),
        send: async () => {
            const typed = current?.input.value;
            if (await confirmed(() => send(typed ? { currentPassword: typed } : {})) === false) return false;
            await replica.refresh();
            say("Saved.");
            close();
            return undefined;
        },
        explain: (problem) => {
            if (problem.code === "email_taken") return "This e-mail address has an account already.";
            if (problem.code !== "wrong_password") return undefined;
            current?.fault("This isn't your current password.");
            current?.input.focus();
            return "Nothing was changed.";
        },
    });
    return { node, done: (/** @type {() => void} */ run) => { close = run; } };
}
