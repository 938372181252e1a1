// The account: names, and how somebody signs in: e-mail address, password and passkeys.
import { call, hasPasskeys, replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { choice, field, form, valueOf } from "../controls/form.js";
import { laterPart } from "../controls/loaded-place.js";
import { say } from "../controls/states.js";
import { newPasswordField } from "./new-password-field.js";
import { confirmed, currentPassword, hasPassword } from "./confirmed.js";
import { foldedForm } from "./setting-row.js";
import { leaving } from "./your-data.js";

/** @typedef {import("../../types/wire.js").Me} Me */

/**
 * How somebody signs in: address, password and passkeys.
 * @param {AbortSignal} signal
 */
export function signingIn(signal) {
    return el("div", { class: "stack settings narrow" }, el("div", { class: "card list" },
        foldedForm({ label: "E-mail", about: addressWords, action: () => "Change e-mail address" }, email),
        session.keptTenant()?.email && confirmation(),
        foldedForm({
            label: "Password", about: () => hasPassword() ? "You sign in with it." : "You have none.",
            action: () => hasPassword() ? "Change password" : "Set a password", verb: () => hasPassword() ? "Change" : "Set",
            id: "change-password",
        }, password),
    ), hasPasskeys && passkeyPart(signal), el("div", { class: "card list" }, leaving()));
}

/** The row of the person's names, which opens their form. */
export const nameRow = () => foldedForm({ label: "Names", about: () => {
    const { givenName, familyName, username } = /** @type {Me} */ (replica.me());
    return [el("bdi", {}, [givenName, familyName].filter(Boolean).join(" ") || "Only your username"), " · ",
        el("bdi", {}, `@${username}`)];
}, action: () => "Change names" }, names);

/**
 * The person's passkeys. What shows them is loaded behind the page.
 * @param {AbortSignal} signal
 */
function passkeyPart(signal) {
    const place = laterPart(() => import("./passkeys.js"), ({ passkeyList }) => passkeyList(signal), 1);
    return el("section", { class: "card passkeys", "aria-labelledby": "passkeys" },
        el("div", { class: "setting-text" }, el("h2", { id: "passkeys" }, "Passkeys"),
            el("p", { class: "small soft" }, "With a passkey you sign in by your fingerprint, your face or your device’s PIN.")),
        place);
}

/** @param {() => void} close */
function names(close) {
    const me = /** @type {Me} */ (replica.me());
    const username = field("Username",
        { name: "username", value: me.username, required: true, autocomplete: "off", autocapitalize: "none", spellcheck: false,
            hint: "Friends find you by it, and mention you with it." });
    const given = field("Given name",
        { name: "givenName", value: me.givenName ?? "", maxLength: 60, autocomplete: "given-name" });
    const family = field("Family name",
        { name: "familyName", value: me.familyName ?? "", maxLength: 60, autocomplete: "family-name" });
    return form({
        draft: "profile",
        fields: [given, family, username],
        action: "Save",
        cancel: close,
        send: async (arrived) => {
            await replica.change("changeMe",
                { body: { username: valueOf(username), givenName: valueOf(given) ?? null,
                    familyName: valueOf(family) ?? null } });
            await arrived();
            say("Saved.");
            close();
        },
        explain: (problem) => problem.code === "username_taken" ? "This username is taken. Choose another one." : undefined,
    });
}

/**
 * Sends the link that confirms the person's address.
 * @returns {Promise<string>} what is said then.
 */
export async function sendConfirmation() {
    await call("requestEmailVerification");
    return "A mail with a link is on its way. The link works for 7 days.";
}

/** The address, and what is known of it. */
function addressWords() {
    const { email: address, emailState } = /** @type {Me} */ (replica.me());
    const words = !session.keptTenant()?.email || emailState === undefined ? ""
        : emailState === "verified" ? " is confirmed."
            : el("span", { class: "warn" }, emailState === "unreachable" ? " takes no mails. Change it, or confirm it again."
                : " isn’t confirmed yet.");
    return [el("bdi", {}, address), words];
}

/** A button that sends a link to the address, until it is confirmed. */
function confirmation() {
    const { emailState } = /** @type {Me} */ (replica.me());
    if (emailState === undefined || emailState === "verified") return undefined;
    return el("div", { class: "open-form follows" }, form({
        fields: [],
        action: "Confirm e-mail",
        weight: "minor",
        send: async () => say(await sendConfirmation()),
    }));
}

/** @param {() => void} close */
function email(close) {
    const address = field("E-mail",
        { name: "email", type: "email", value: replica.me()?.email, required: true, autocomplete: "email", autocapitalize: "none",
            spellcheck: false });
    const current = currentPassword();
    return changed({ draft: "email", fields: [address], current, close,
        send: (typed) => call("changeMe", { body: { email: valueOf(address), ...typed } }) });
}

/** @param {() => void} close */
function password(close) {
    const current = currentPassword();
    const next = newPasswordField("New password",
        { name: "newPassword", hint: "At least 8 characters." });
    // Somebody who knew the old password may have made some.
    const invites = choice("checkbox", "End my open invites too", { name: "endInvites" });
    const extra = [el("p", { class: "hint" }, "This signs you out on your other devices."), hasPassword() && invites.node];
    return changed({ fields: [next], current, isFirst: true, extra, close, send: (typed) => {
        const body = { ...typed, newPassword: next.input.value, endInvites: invites.input.checked };
        return call("changePassword", { body });
    } });
}

/**
 * A form that asks for the current password, or for a confirmation. `send` gets what was typed of the password, and `isFirst`
 * puts its field before the others.
 * @param {Pick<import("../controls/form.js").FormOptions, "fields" | "draft" | "extra"> & {
 *     send: (typed: {currentPassword?: string}) => Promise<unknown>, current: import("../controls/form.js").Field | undefined,
 *     close: () => void, isFirst?: boolean}} options
 */
function changed({ send, current, close, isFirst = false, fields, ...options }) {
    const own = current ? [current] : [];
    return form({
        ...options,
        fields: isFirst ? [...own, ...fields] : [...fields, ...own],
        action: "Save",
        cancel: close,
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
            current?.fault("This isn’t your current password.");
            current?.input.focus();
            return "Nothing was changed.";
        },
    });
}
