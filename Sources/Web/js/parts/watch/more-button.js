// Shows more of a list.
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { whenNear } from "../controls/near-window.js";

/**
 * The button that shows more of a list: by a tap, or by scrolling to it.
 * @param {() => Promise<boolean>} load whether there is still more
 * @param {AbortSignal} signal
 */
export function moreButton(load, signal) {
    const fault = el("span", { class: "small bad", role: "alert" });
    const button = el("button", { class: "button" }, phrase("watch.archive.more"));
    const node = el("div", { class: "empty" }, button, fault);
    let isLoading = false;
    const run = async () => {
        if (isLoading) return;
        isLoading = true;
        fill(fault);
        try {
            if (!await load()) node.hidden = true;
        } catch (problem) {
            fill(fault, problem instanceof Error ? problem.message : "");
        }
        isLoading = false;
    };
    button.addEventListener("click", run);
    whenNear(node, signal, run);
    return node;
}
