// The list of somebody's passkeys, in which they add and remove them.
import { call, session } from "../../client.js";
import { answers } from "../../client/answers.js";
import { passkeys } from "../../client/passkeys.js";
import { el, fill, sync } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { ask } from "../controls/dialog.js";
import { actionButton } from "../controls/form.js";
import { asOf, asProblem, sentence } from "../controls/states.js";
import { agoInWords, dayText } from "../controls/time.js";
import { confirmed } from "./confirmed.js";

/** @typedef {Wire.Operations["listPasskeys"]["answer"]["passkeys"][number]} Passkey */

/** @type {Record<import("../../client/passkeys.js").NoCredential, string>} */
const reasons = {
    cancelled: phrase("account.passkeys.notAdded"),
    exists: phrase("account.passkeys.exists"),
    unusable: phrase("account.passkeys.unusable"),
};
/** Whether the server knows who keeps a passkey, and has named it so. */
const isNamed = (/** @type {string} */ name) => name !== "Passkey";

/**
 * The list of the person's passkeys, with the buttons that add and remove one.
 * @param {AbortSignal} signal
 */
export function passkeyList(signal) {
    const list = el("ul", { class: "list", hidden: true });
    const about = el("div", {});
    const note = el("p", { class: "small" });
    const add = actionButton(phrase("account.passkeys.add"), (button) => addOne(note, again, button));
    const remove = async (/** @type {Passkey} */ passkey, /** @type {HTMLElement} */ button) => {
        try {
            return await removeOne(passkey, note, button);
        } finally {
            // Also without an answer: it may be gone, and the button with it.
            await again();
            if (document.activeElement === document.body) add.querySelector("button")?.focus();
        }
    };
    const { stop, again } = answers.watch("listPasskeys", {}, ({ answer, at, problem }) => {
        const items = answer?.passkeys ?? [];
        list.hidden = items.length === 0;
        sync(list, items, ({ id }) => id, (passkey) => line(passkey, remove));
        fill(about, problem && (answer ? asOf(at) : el("p", { class: "small soft" }, sentence(problem))));
    });
    signal.addEventListener("abort", stop);
    return el("div", { class: "stack-tight" }, list, about, add, note);
}

/**
 * @param {HTMLElement} note what is said where none was added.
 * @param {() => Promise<void>} again shows the list anew.
 * @param {HTMLElement} button
 */
async function addOne(note, again, button) {
    fill(note);
    try {
        const added = await confirmed(() => passkeys.add(), button);
        if (added === false) return undefined;
        if (typeof added !== "string") return phrase("account.passkeys.added", { name: added.name });
        fill(note, reasons[added]);
        return reasons[added];
    } finally {
        // Also without an answer: it may be there.
        await again();
    }
}

/**
 * @param {Passkey} passkey
 * @param {HTMLElement} note what is said where it can't be removed.
 * @param {HTMLElement} button
 * @returns {Promise<string | undefined>} what is said; undefined if nothing was done.
 */
async function removeOne({ id, name }, note, button) {
    fill(note);
    const text = phraseAround("account.passkeys.removeText", { kind: isNamed(name) ? "named" : "unnamed",
        name: el("bdi", {}, name), community: el("bdi", {}, session.keptTenant()?.name ?? "") });
    if (!await ask({ title: phrase("account.passkeys.removeTitle"), text, action: phrase("account.passkeys.remove"),
        opener: button })) return undefined;
    try {
        const isDone = await confirmed(() => call("removePasskey", { path: { passkeyID: id } }), button) !== false;
        return isDone ? phrase("account.passkeys.removed") : undefined;
    } catch (problem) {
        if (asProblem(problem).code !== "last_passkey") throw problem;
        const said = phrase("account.passkeys.lastOne");
        fill(note, said);
        return said;
    }
}

/**
 * @param {Passkey} first
 * @param {(passkey: Passkey, button: HTMLElement) => Promise<string | undefined>} remove
 */
function line(first, remove) {
    const about = el("span", { class: "small soft" });
    const node = el("li", { data: { passkey: first.id } }, el("div", { class: "setting" },
        el("div", { class: "setting-text" }, el("bdi", { class: "name" }, first.name), about),
        actionButton(phrase("account.passkeys.remove"), (button) => remove(first, button),
            { class: "button button-plain", about: first.name })));
    return {
        node,
        /** @param {Passkey} passkey */
        update: ({ createdAt, lastUsedAt, isBackedUp }) => fill(about, phraseAround("account.passkeys.line", {
            day: dayText(new Date(createdAt)), use: lastUsedAt ? "used" : "never", ago: lastUsedAt ? agoInWords(lastUsedAt) : "",
            kept: isBackedUp ? "often" : "once",
        })),
    };
}
