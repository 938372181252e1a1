// The warnings that stand above every page until the person says that they have read them.
import { el, fill } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { Problem, replica, session } from "../../client.js";
import { actionButton } from "../controls/form.js";
import { reasonWords } from "../people/report-form.js";
import { say } from "../controls/states.js";

let shown = "";

/**
 * Shows the warnings that the person hasn't confirmed yet.
 * @param {HTMLElement} node
 * @param {readonly Wire.Warning[]} warnings
 */
export function showWarnings(node, warnings) {
    const key = JSON.stringify(warnings);
    if (key === shown) return;
    const isNew = key.length > shown.length;
    shown = key;
    const contact = session.keptTenant()?.contact;
    fill(node, ...warnings.map(({ id, kind, reason, text }) => {
        const title = phrase("frame.warning", { kind, reason: reasonWords[reason] });
        return el("div", { class: "notice", data: { warning: id } },
            el("div", { class: "setting-text" }, el("strong", { class: "bad" }, title),
                text && el("p", { class: "comment-text", dir: "auto" }, text),
                    contact && el("span", { class: "soft" },
                        phraseAround("frame.questions", { contact: el("bdi", {}, contact) }))),
            actionButton(phrase("frame.haveRead"), async () => {
                // Another device may have been faster.
                await replica.change("deleteWarning", { path: { warningID: id } }).catch((problem) => {
                    if (!(problem instanceof Problem) || problem.status !== 404) throw problem;
                    return replica.refresh();
                });
            }));
    }));
    if (isNew && warnings.length > 0) say(node.querySelector("strong")?.textContent ?? "");
}
