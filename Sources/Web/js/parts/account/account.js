// The account: names, and how somebody signs in: e-mail address, password and passkeys.
import { call, hasPasskeys, replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { choice } from "../controls/choices.js";
import { field, form, valueOf } from "../controls/form.js";
import { laterPart } from "../controls/loaded-place.js";
import { say } from "../controls/states.js";
import { phrase, phraseAround } from "../../phrases.js";
import { newPasswordField, shortestPassword } from "./new-password-field.js";
import { confirmed, currentPassword, hasPassword } from "./confirmed.js";
import { foldedForm } from "./setting-row.js";

/** @typedef {import("../../types/wire.js").Me} Me */

/**
 * How somebody signs in: address, password and passkeys.
 * @param {AbortSignal} signal
 */
export function signingIn(signal) {
    return el("div", { class: "stack settings narrow" }, el("div", { class: "card list" },
        foldedForm({ label: phrase("account.email.title"), about: addressWords,
            action: () => phrase("account.email.change") }, email),
        session.keptTenant()?.email && confirmation(),
        foldedForm({
            label: phrase("account.password.title"), about: () => phrase("account.password.about", { has: has() }),
            action: () => phrase("account.password.change", { has: has() }),
            verb: () => phrase("account.password.verb", { has: has() }), id: "change-password",
        }, password),
    ), hasPasskeys && passkeyPart(signal));
}

/** Whether the person has a password, as phrases take it. */
const has = () => hasPassword() ? "yes" : "no";

/** The row of the person's names, which opens their form. */
export const nameRow = () => foldedForm({ label: phrase("account.names.title"), about: () => {
    const { givenName: given, familyName: family, username } = /** @type {Me} */ (replica.me());
    const own = given && family ? phrase("account.names.both", { given, family }) : given || family;
    return phraseAround("account.names.about", { names: el("bdi", {}, own || phrase("account.names.none")),
        username: el("bdi", {}, `@${username}`) });
}, action: () => phrase("account.names.change") }, names);

/**
 * The person's passkeys. What shows them is loaded behind the page.
 * @param {AbortSignal} signal
 */
function passkeyPart(signal) {
    const place = laterPart(() => import("./passkeys.js"), ({ passkeyList }) => passkeyList(signal), 1);
    return el("section", { class: "card passkeys", "aria-labelledby": "passkeys" },
        el("div", { class: "setting-text" }, el("h2", { id: "passkeys" }, phrase("account.passkeys.title")),
            el("p", { class: "small soft" }, phrase("account.passkeys.about"))),
        place);
}

/** @param {() => void} close */
function names(close) {
    const me = /** @type {Me} */ (replica.me());
    const username = field(phrase("account.field.username"),
        { name: "username", value: me.username, required: true, autocomplete: "off", autocapitalize: "none", spellcheck: false,
            hint: phrase("account.names.username") });
    const given = field(phrase("account.field.given"),
        { name: "givenName", value: me.givenName ?? "", maxLength: 60, autocomplete: "given-name" });
    const family = field(phrase("account.field.family"),
        { name: "familyName", value: me.familyName ?? "", maxLength: 60, autocomplete: "family-name" });
    return form({
        draft: "profile",
        fields: [given, family, username],
        action: phrase("account.save"),
        cancel: close,
        send: async (arrived) => {
            await replica.change("changeMe",
                { body: { username: valueOf(username), givenName: valueOf(given) ?? null,
                    familyName: valueOf(family) ?? null } });
            await arrived();
            say(phrase("account.saved"));
            close();
        },
        explain: (problem) => problem.code === "username_taken" ? phrase("account.username.taken") : undefined,
    });
}

/**
 * Sends the link that confirms the person's address.
 * @returns {Promise<string>} what is said then.
 */
export async function sendConfirmation() {
    await call("requestEmailVerification");
    return phrase("account.email.sent");
}

/** The address, and what is known of it. */
function addressWords() {
    const { email: address, emailState } = /** @type {Me} */ (replica.me());
    if (!session.keptTenant()?.email || emailState === undefined) return el("bdi", {}, address);
    if (emailState === "verified") return phraseAround("account.email.verified", { address: el("bdi", {}, address) });
    return el("span", { class: "warn" }, phraseAround(emailState === "unreachable" ? "account.email.unreachable"
        : "account.email.unconfirmed", { address: el("bdi", { class: "soft" }, address) }));
}

/** A button that sends a link to the address, until it is confirmed. */
function confirmation() {
    const { emailState } = /** @type {Me} */ (replica.me());
    if (emailState === undefined || emailState === "verified") return undefined;
    return el("div", { class: "open-form follows" }, form({
        fields: [],
        action: phrase("account.email.confirm"),
        weight: "minor",
        send: async () => say(await sendConfirmation()),
    }));
}

/** @param {() => void} close */
function email(close) {
    const address = field(phrase("account.field.email"),
        { name: "email", type: "email", value: replica.me()?.email, required: true, autocomplete: "email", autocapitalize: "none",
            spellcheck: false });
    const current = currentPassword();
    return changed({ draft: "email", fields: [address], current, close,
        send: (typed) => call("changeMe", { body: { email: valueOf(address), ...typed } }) });
}

/** @param {() => void} close */
function password(close) {
    const current = currentPassword();
    const next = newPasswordField(phrase("account.field.newPassword"),
        { name: "newPassword", hint: shortestPassword });
    // Somebody who knew the old password may have made some.
    const invites = choice("checkbox", phrase("account.password.invites"), { name: "endInvites" });
    const extra = [el("p", { class: "hint" }, phrase("account.password.others")), hasPassword() && invites.node];
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
        action: phrase("account.save"),
        cancel: close,
        send: async () => {
            const typed = current?.input.value;
            if (await confirmed(() => send(typed ? { currentPassword: typed } : {})) === false) return false;
            await replica.refresh();
            say(phrase("account.saved"));
            close();
            return undefined;
        },
        explain: (problem) => {
            if (problem.code === "email_taken") return phrase("account.email.taken");
            if (problem.code !== "wrong_password") return undefined;
            current?.fault(phrase("account.password.wrong"));
            current?.input.focus();
            return phrase("account.nothingChanged");
        },
    });
}
