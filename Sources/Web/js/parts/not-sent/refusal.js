// Something that wasn't sent: why, and what its author can do with it.
import { el } from "../../dom.js";
import { outbox } from "../../client.js";
import { copyText } from "../controls/copy.js";
import { undoable } from "../controls/undo.js";
import { reasonOf } from "./reasons.js";
import { setThrown } from "./things.js";

/**
 * @param {Pick<import("./things.js").NotSent, "id" | "kind" | "text" | "canRetry" | "problem">} thing
 */
export function refusal({ id, kind, text, canRetry, problem }) {
    function throwAway() {
        setThrown(id, true);
        undoable({
            said: "Thrown away.",
            run: async () => {
                await outbox.discard(id);
                setThrown(id, false);
            },
            undo: () => setThrown(id, false),
        });
    }
    return el("div", { class: "refusal" },
        el("p", { class: "small bad" }, reasonOf(kind, problem)),
        problem?.requestID && el("p", { class: "tiny soft" }, `Request ${problem.requestID}`),
        el("div", { class: "line" },
            text && el("button", { class: "button button-small", onclick: () => copyText(text, "Copied.") }, "Copy"),
            canRetry && el("button", { class: "button button-small", onclick: () => outbox.retry(id) }, "Try again"),
            el("button", { class: "button button-small", onclick: throwAway }, "Throw away")));
}
