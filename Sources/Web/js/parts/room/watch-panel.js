// The panel while I watch along: where I am, steps and the pause, when the next comment comes, and the way back to now.
import { el, fill } from "../../dom.js";
import { timestamp } from "../../client/timestamp.js";
import { positionFollower } from "./follow-position.js";

/**
 * When the next comment comes, without a word of it.
 * @param {number} left in seconds; Infinity where there is none
 */
export function nextText(left) {
    if (left === Infinity) return "No comment ahead";
    return left < 60 ? "Next comment in less than a minute" : `Next comment in ${Math.round(left / 60)} min`;
}

/** The panel that a room shows while somebody watches along. */
export class WatchPanel {
    /**
     * The seconds of the others' comments.
     * @type {readonly number[]}
     */
    seconds = [];

    /**
     * @param {import("./watch-position.js").WatchPosition} where
     * @param {HTMLElement} list the threads, which follow me
     * @param {AbortSignal} signal
     */
    constructor(where, list, signal) {
        this.where = where;
        this.now = positionFollower(list, signal);
        this.time = el("span", { class: "along-time figures" });
        this.end = el("span", { class: "small soft figures" });
        this.next = el("span", { class: "small soft" });
        this.back = el("button", { class: "text-button", hidden: true, onclick: () => this.toNow() }, "Back to now");
        const step = (/** @type {number} */ change, /** @type {string} */ text) => el("button", {
            class: "chip-step figures", "aria-label": `${text} seconds of watching`, onclick: () => this.step(change),
        }, text);
        /** The place of the pause. */
        this.controls = el("div", { class: "along-controls" }, step(-10, "−10"), step(10, "+10"));
        this.node = el("div", { class: "along-panel", hidden: true, role: "group", "aria-label": "Watching along" },
            el("span", { class: "along-now" }, this.time, this.end), this.controls,
            el("span", { class: "along-next" }, this.next, this.back));
    }

    /** @param {number} change in seconds */
    step(change) {
        this.where.goTo(Math.max(0, (this.where.second() ?? 0) + change), { soon: true });
    }

    /** Lets the list follow me again. */
    toNow() {
        this.now.start();
        this.update();
    }

    update() {
        const { node, now, seconds, where } = this;
        const second = where.second() ?? 0;
        node.hidden = !where.isRunning();
        now.show(node.hidden ? undefined : second);
        if (node.hidden) return;
        fill(this.time, timestamp(second));
        fill(this.end, where.runtime !== undefined && `of ${timestamp(where.runtime)}`);
        fill(this.next, nextText(Math.min(...seconds.filter((one) => one > second)) - second));
        this.back.hidden = !now.isHeld();
    }
}
