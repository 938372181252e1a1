// The keys of other programs: addresses with a secret, by which a calendar or a player works for a person.
import { call } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill } from "../../dom.js";
import { ask } from "../controls/dialog.js";
import { actionButton } from "../controls/form.js";
import { asOf, failure, skeleton } from "../controls/states.js";
import { mayBeMade } from "../people/link-to-send.js";
import { phrase } from "../../phrases.js";

/** @typedef {Wire.Operations["listAccessKeys"]["answer"]["items"][number]} AccessKey */

/**
 * Makes a key. No other answer has its address.
 * @param {Wire.Operations["createAccessKey"]["body"]} body
 * @returns {Promise<string>} the whole address.
 */
export async function addressOfNewKey(body) {
    const { url } = await call("createAccessKey", { body });
    return new URL(url, location.origin).href;
}

/**
 * The sentence for why no key was made, where the server's own doesn't say it.
 * @param {import("../../types/app.js").Problem} problem
 * @param {() => void} again shows the list anew
 */
export function reasonOf(problem, again) {
    if (problem.code === "limit_reached") return phrase("connections.key.tooMany");
    if (!mayBeMade(problem)) return undefined;
    again();
    return phrase("connections.key.mayBeMade");
}

/**
 * The person's keys of a purpose, each with what it did last and a button that removes it.
 * @param {{purpose: string, title: string, nobody: string, gone: string, about: (key: AccessKey) => import("../../dom.js").Parts,
 *     signal: AbortSignal}} options `gone` is what ends with a key
 */
export function keyList({ purpose, title, nobody, gone, about, signal }) {
    const rows = el("ul", { class: "card list" });
    const rest = el("div", {});
    const { stop, again } = answers.watch("listAccessKeys", {}, ({ answer, at, state, problem }) => {
        const keys = (answer?.items ?? []).filter((key) => key.purpose === purpose);
        rows.hidden = keys.length === 0;
        fill(rows, ...keys.map((key) => row(key, about(key), gone, again)));
        fill(rest, !answer ? state === "error" ? failure(problem, again) : skeleton(1, again)
            : [state === "error" && asOf(at), keys.length === 0 && el("p", { class: "soft" }, nobody)]);
    });
    signal.addEventListener("abort", stop);
    const heading = el("h2", { id: `keys-${purpose}` }, title);
    // Where the focus is after a row has gone.
    heading.tabIndex = -1;
    const node = el("section", { class: "block settings", "aria-labelledby": heading.id }, heading, rows, rest);
    return { node, again };
}

/**
 * @param {AccessKey} key
 * @param {import("../../dom.js").Parts} about
 * @param {string} gone
 * @param {() => Promise<void>} again
 */
function row({ id, name, purpose }, about, gone, again) {
    const label = name ?? phrase("connections.key.unnamed");
    return el("li", { data: { key: id } }, el("div", { class: "setting" },
        el("div", { class: "setting-text" }, el("bdi", { class: "name" }, label), el("span", { class: "small soft" }, about)),
        actionButton(phrase("connections.key.remove"), async (button) => {
            const [title, action] = [phrase("connections.key.askRemove"), phrase("connections.key.remove")];
            if (!await ask({ title, text: gone, action, opener: button })) return undefined;
            await call("deleteAccessKey", { path: { keyID: id } });
            await again();
            document.getElementById(`keys-${purpose}`)?.focus();
            return phrase("connections.key.removed");
        }, { class: "button button-plain", about: label })));
}
