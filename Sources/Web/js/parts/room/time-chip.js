// The time chip: a slider for the second at which the next comment lands. It can be dragged, walked by keys, and typed into.
import { el, fill, mark } from "../../dom.js";
import { lastSecond, seconds, timestamp } from "../../client/timestamp.js";
import { say } from "../controls/states.js";

/** The vertical movement for one step, in pixels. */
const pixels = 4;
/**
 * The seconds of a step, by the pointer's distance to the right of where the drag began: the further, the finer. The first one
 * counts whose distance is reached, in pixels.
 * @type {{ distance: number, step: number }[]}
 */
const steps = [{ distance: 128, step: 1 }, { distance: 64, step: 5 }, { distance: -Infinity, step: 30 }];
/** A pointer that moves less than this taps, in pixels. */
const still = 8;
/**
 * The seconds by which keys move the chip.
 * @type {Record<string, number>}
 */
const keys = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 60, PageDown: -60 };

/**
 * @typedef {object} Around
 * @property {() => number} length of the timeline in seconds
 * @property {() => string} [whole] what 0:00 is called
 * @property {(second: number) => void} [follow] is called with each second that is shown, also during a drag
 * @property {(second: number, soon: boolean) => void} move is called with what was chosen; `soon`: another choice may follow at
 *     once
 */

/** A slider for a second of the timeline. */
export class TimeChip {
    second = 0;
    /** @type {{x: number, y: number, value: number, isMoved: boolean} | undefined} */
    drag = undefined;

    /** @param {Around} around */
    constructor({ length, move, whole = () => "Whole episode", follow = () => {} }) {
        this.follow = follow;
        this.length = length;
        this.whole = whole;
        this.move = move;
        /** What is done with a second that is typed. */
        this.choose = move;
        this.label = el("span", {});
        this.bubble = el("span", { class: "chip-bubble figures", hidden: true, "aria-hidden": "true" });
        this.slider = el("div", {
            class: "chip figures", role: "slider", tabIndex: 0, "aria-label": "Time", "aria-valuemin": 0,
            onpointerdown: (/** @type {PointerEvent} */ event) => this.grasp(event),
            onpointermove: (/** @type {PointerEvent} */ event) => this.pull(event),
            onpointerup: (/** @type {PointerEvent} */ { clientX }) => this.release(true, clientX),
            onpointercancel: () => this.release(false),
            onkeydown: (/** @type {KeyboardEvent} */ event) => this.walk(event),
        }, this.label, this.bubble);
        this.field = el("input", {
            class: "chip-field figures", hidden: true, "aria-label": "At, such as 15:43", inputmode: "numeric",
            autocomplete: "off", onblur: () => this.leave(),
            onkeydown: (/** @type {KeyboardEvent} */ event) => this.confirm(event),
        });
        const step = (/** @type {number} */ change, /** @type {string} */ text) => el("button",
            { class: "chip-step figures", "aria-label": `${text} seconds`, onclick: () => this.by(change) }, `${text}\u00A0s`);
        this.node = el("div", { class: "chip-line" }, step(-10, "−10"), this.slider, this.field, step(10, "+10"));
    }

    /** @param {number} second */
    show(second) {
        this.second = second;
        this.render();
    }

    render() {
        const { bubble, drag, label, slider } = this;
        const value = drag?.value ?? this.second;
        mark(slider, "aria-valuenow", value);
        mark(slider, "aria-valuemax", Math.max(this.length(), value));
        mark(slider, "aria-valuetext", value === 0 ? this.whole() : spoken(value));
        fill(label, value === 0 ? this.whole() : timestamp(value));
        fill(bubble, timestamp(value));
        bubble.hidden = !drag?.isMoved;
        this.follow(value);
    }

    /** @param {number} change in seconds */
    by(change) {
        this.move(clamped(this.second + change), true);
    }

    /** @param {PointerEvent} event */
    grasp({ button, clientX: x, clientY: y, pointerId }) {
        if (button !== 0) return;
        this.slider.setPointerCapture(pointerId);
        this.drag = { x, y, value: this.second, isMoved: false };
    }

    /** @param {PointerEvent} event */
    pull({ clientX, clientY }) {
        const { drag } = this;
        if (!drag) return;
        const right = clientX - drag.x;
        const count = Math.trunc((drag.y - clientY) / pixels);
        if (count === 0) return;
        const step = steps.find(({ distance }) => right >= distance)?.step ?? 0;
        drag.y -= count * pixels;
        drag.value = clamped(drag.value + count * step);
        drag.isMoved = true;
        this.render();
    }

    /**
     * @param {boolean} isTaken
     * @param {number} [x] where a pointer is lifted. One that hasn't moved taps.
     */
    release(isTaken, x) {
        const ended = this.drag;
        this.drag = undefined;
        if (ended?.isMoved && isTaken) this.move(ended.value, false);
        this.render();
        if (ended && !ended.isMoved && x !== undefined && Math.abs(x - ended.x) < still) this.open();
    }

    /** @param {KeyboardEvent} event */
    walk(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const step = keys[event.key];
        if (event.key === "Escape" && this.drag) this.release(false);
        else if (step) this.by(step * (event.shiftKey && Math.abs(step) === 1 ? 10 : 1));
        else if (event.key === "Home") this.move(0, true);
        else if (event.key === "End") this.move(this.length(), true);
        else if (event.key === "Enter" || event.key === " ") this.open();
        else if (/^\d$/.test(event.key)) this.open(event.key);
        else return;
        event.preventDefault();
    }

    /**
     * Opens the field.
     * @param {string} [text]
     * @param {(second: number) => void} [chosen] what is done with the second, instead of moving the chip.
     */
    open(text, chosen) {
        const { field, slider } = this;
        this.choose = chosen ?? this.move;
        slider.hidden = true;
        field.hidden = false;
        field.value = text ?? timestamp(this.second);
        mark(field, "aria-invalid", undefined);
        field.focus();
        // A digit that was typed is the beginning; any other text is to be replaced.
        if (!/^\d$/.test(text ?? "")) field.select();
    }

    /** @param {boolean} hasFocus whether the chip gets the focus. */
    close(hasFocus) {
        const { field, slider } = this;
        if (field.hidden) return;
        slider.hidden = false;
        field.hidden = true;
        if (hasFocus) slider.focus();
    }

    /** @param {KeyboardEvent} event */
    confirm(event) {
        const { field } = this;
        if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === "Escape") return this.close(true);
        const found = parsed(field.value);
        if (found === undefined) {
            mark(field, "aria-invalid", "true");
            return say("Write it as 15:43 or 1:02:03.");
        }
        this.close(true);
        this.choose(found, false);
    }

    /** Takes what was typed when the field loses the focus. */
    leave() {
        const { field, second } = this;
        const found = parsed(field.value);
        if (field.hidden || !document.hasFocus()) return;
        this.close(false);
        if (found !== undefined && found !== second) this.choose(found, false);
    }
}

const clamped = (/** @type {number} */ value) => Math.min(Math.max(value, 0), lastSecond);

/**
 * A second as it is typed. Keypads for numbers may have no colon: 1543 is 15:43, and 16 are minutes.
 * @param {string} text
 */
function parsed(text) {
    if (/^\d{1,2}$/.test(text.trim())) return Number(text) * 60;
    return seconds(text.trim()) ?? seconds(text.replace(/\D/g, "").replace(/\d(?=(?:\d\d)+$)/g, "$&:"));
}

/**
 * "15 minutes 43 seconds"
 * @param {number} second
 */
function spoken(second) {
    const parts = /** @type {const} */ ([[Math.floor(second / 3600), "hour"], [Math.floor(second / 60) % 60, "minute"],
        [second % 60, "second"]]);
    return parts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}${count === 1 ? "" : "s"}`).join(" ");
}
