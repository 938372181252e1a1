// Something that wasn't sent: why, and what its author can do with it.
import { el } from "../../dom.js";
import { outbox, setThrown } from "../../client.js";
import { copyText } from "../controls/copy.js";
import { undoable } from "../controls/undo.js";
import { phrase } from "../../phrases.js";
import { reasonOf } from "./reasons.js";

/** @typedef {import("../../types/app.js").NotSent} NotSent */

/**
 * Why something wasn't sent.
 * @param {Pick<NotSent, "kind" | "problem">} thing
 */
export function reason({ kind, problem }) {
    return [el("p", { class: "small bad" }, reasonOf(kind, problem)),
        problem?.requestID && el("p", { class: "tiny soft" }, phrase("notSent.request", { id: problem.requestID }))];
}

/**
 * Why something wasn't sent, with the buttons for what its author can do.
 * @param {Pick<NotSent, "id" | "kind" | "text" | "canRetry" | "problem">} thing
 * @param {{edit?: () => void, thrown?: () => void}} actions `thrown` is called once it is thrown away for good
 */
export function refusal({ id, kind, text, canRetry, problem }, { edit, thrown } = {}) {
    function throwAway() {
        setThrown(id, true);
        undoable({
            said: phrase("notSent.thrown"),
            run: async () => {
                await outbox.discard(id);
                thrown?.();
                setThrown(id, false);
            },
            undo: () => setThrown(id, false),
        });
    }
    return el("div", { class: "refusal" },
        ...reason({ kind, problem }),
        el("div", { class: "line" },
            text && button(phrase("notSent.copy"), () => copyText(text, phrase("notSent.copied"))),
            edit && button(phrase("notSent.edit"), edit),
            canRetry && button(phrase("notSent.retry"), () => outbox.retry(id)),
            button(phrase("notSent.throw"), throwAway)));
}

/**
 * @param {string} label
 * @param {() => void} onclick
 */
const button = (label, onclick) => el("button", { class: "button button-small", onclick }, label);
