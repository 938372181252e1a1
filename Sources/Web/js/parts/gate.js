// The gate: hides other people's comments until the user has watched or asks for everything.
import { el, fill, mark } from "../dom.js";
import { text as timestamp } from "../pure/timestamp.js";

/** @param {() => void} onOpen */
export function gate(onOpen) {
    const sentence = el("p", {}, "You haven't watched this yet.");
    const hint = el("p", { class: "small soft" });
    const node = el("div", { class: "gate", hidden: true }, sentence, hint,
        el("button", { class: "button", onclick: onOpen }, "Show everything"));
    let isLeading = false;
    return {
        node,
        /**
         * @param {boolean} isShut
         * @param {boolean} hasHidden
         */
        update(isShut, hasHidden) {
            node.hidden = !isShut;
            mark(node, "data-gate", isShut);
            if (isLeading) return;
            const others = hasHidden ? "What the others wrote is hidden until you have." : "The others see what you write when they have.";
            fill(hint, others, " Write along while you watch, with the time first: 15:43 that hallway!");
        },
        /**
         * Says where a link leads that is hidden.
         * @param {number} seconds
         */
        lead(seconds) {
            isLeading = true;
            fill(hint, `The link leads to ${seconds === 0 ? "General" : timestamp(seconds)}, which is hidden until you have watched.`);
            node.scrollIntoView({ block: "center" });
            node.querySelector("button")?.focus();
        },
    };
}
