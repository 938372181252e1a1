// The time chip: a slider for the second at which the next comment lands. It can be dragged, walked by keys, and opened: then a
// time can be typed, and steps and the whole episode stand beside it.
import { el, fill, mark } from "../../dom.js";
import { sign } from "../controls/signs.js";
import { lastSecond, seconds, timestamp } from "../../client/timestamp.js";
import { say } from "../controls/states.js";
import { locale, phrase } from "../../phrases.js";

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
 * @property {() => void} [chooseWhole] is called when that is chosen by its name
 * @property {(second: number) => void} [follow] is called with each second that is shown, also during a drag
 * @property {(second: number, soon: boolean) => void} move is called with what was chosen; `soon`: another choice may follow at
 *     once
 */

/** A slider for a second of the timeline. */
export class TimeChip {
    second = 0;
    isClock = false;
    isTyped = false;
    /** Whether a key or a button has moved it since it was shown. */
    isWalked = false;
    /** @type {{x: number, y: number, value: number, isMoved: boolean} | undefined} */
    drag = undefined;
    /**
     * Where a drag of the clock has ended. Nobody moves there before they say so.
     * @type {number | undefined}
     */
    offered = undefined;

    /** @param {Around} around */
    constructor({ length, move, whole = wholeEpisode, chooseWhole = () => move(0, false), follow = () => {} }) {
        this.follow = follow;
        this.length = length;
        this.whole = whole;
        this.move = (/** @type {number} */ second, /** @type {boolean} */ soon) => {
            this.offered = undefined;
            move(second, soon);
        };
        /** What is done with a second that is typed. */
        this.choose = this.move;
        this.label = el("span", {});
        this.bubble = el("span", { class: "chip-bubble figures", hidden: true, "aria-hidden": "true" });
        this.slider = el("div", {
            class: "chip figures", role: "slider", tabIndex: 0, "aria-label": phrase("room.time.name"), "aria-valuemin": 0,
            onpointerdown: (/** @type {PointerEvent} */ event) => this.grasp(event),
            onpointermove: (/** @type {PointerEvent} */ event) => this.pull(event),
            onpointerup: (/** @type {PointerEvent} */ { clientX }) => this.release(true, clientX),
            onpointercancel: () => this.release(false),
            onkeydown: (/** @type {KeyboardEvent} */ event) => this.walk(event),
        }, this.label, sign("choose"), this.bubble);
        this.field = el("input", {
            class: "chip-field figures", "aria-label": phrase("room.time.field"), inputmode: "numeric", autocomplete: "off",
            onkeydown: (/** @type {KeyboardEvent} */ event) => this.confirm(event), oninput: () => this.read(),
        });
        this.meaning = el("span", { class: "chip-meaning figures small soft" });
        const button = (/** @type {Record<string, any>} */ options, /** @type {string} */ text) => el("button", {
            // The field keeps the focus.
            onpointerdown: (/** @type {Event} */ event) => event.preventDefault(), ...options,
        }, text);
        const step = (/** @type {"back" | "on"} */ way, seconds = 10) => button({ class: "chip-step figures",
            "aria-label": phrase("room.time.bySeconds", { way, seconds }),
            onclick: () => this.by(way === "back" ? -seconds : seconds) }, phrase("room.time.step", { way, seconds }));
        this.all = button({ class: "chip-step chip-whole", onclick: () => {
            this.close(true);
            chooseWhole();
        } }, "");
        /** What opens above the words. */
        this.node = el("div", { class: "chip-line", hidden: true,
            onfocusout: (/** @type {FocusEvent} */ event) => this.leave(event.relatedTarget),
            onkeydown: (/** @type {KeyboardEvent} */ { key }) => key === "Escape" && this.close(true) },
        step("back"), this.field, step("on"), this.meaning, this.all);
    }

    /**
     * @param {number} second
     * @param {boolean} [isClock] whether it is the clock of where I am, on which 0:00 is a time, too
     * @param {boolean} [isTyped] whether the same time stands in the words beside it
     */
    show(second, isClock = false, isTyped = false) {
        const isTick = isClock && second === this.second + 1 && !this.isWalked;
        this.second = second;
        this.isClock = isClock;
        this.isTyped = isTyped;
        this.isWalked = false;
        if (!isClock) this.offered = undefined;
        // A screen reader that is on a clock which runs hears it once a minute.
        this.render(isTick && second % 60 > 0 && document.activeElement === this.slider);
    }

    /** The second to which the clock is dragged, or was; undefined while it shows where I am. */
    get proposed() {
        return this.isClock && this.drag?.isMoved ? this.drag.value : this.offered;
    }

    /** Shows where I am again. */
    drop() {
        this.offered = undefined;
        this.render();
    }

    render(isSilent = false) {
        const { bubble, drag, label, slider } = this;
        const value = drag?.value ?? this.offered ?? this.second;
        const isWhole = value === 0 && !this.isClock;
        if (!isSilent) {
            mark(slider, "aria-valuenow", value);
            mark(slider, "aria-valuemax", Math.max(this.length(), value));
            mark(slider, "aria-valuetext", isWhole ? this.whole() : spoken(value));
        }
        fill(label, isWhole ? this.whole() : this.isTyped ? phrase("room.time.lands", { time: timestamp(value) })
            : timestamp(value));
        fill(bubble, timestamp(value));
        bubble.hidden = !drag?.isMoved || this.isClock;
        this.follow(value);
    }

    /**
     * Goes on from what is typed, or else from the second.
     * @param {number} change in seconds
     */
    by(change) {
        const { choose, field, move, node, second } = this;
        const from = node.hidden ? this.offered ?? second : parsed(field.value) ?? second;
        this.isWalked = true;
        (node.hidden ? move : choose)(clamped(from + change), true);
        field.value = timestamp(this.second);
        this.read();
    }

    /** Says which time it is that is typed without a colon. */
    read() {
        const { field, meaning } = this;
        const found = parsed(field.value);
        fill(meaning, found !== undefined && !field.value.includes(":") && `= ${timestamp(found)}`);
    }

    /** @param {PointerEvent} event */
    grasp({ button, clientX: x, clientY: y, pointerId }) {
        if (button !== 0) return;
        this.slider.setPointerCapture(pointerId);
        this.drag = { x, y, value: this.offered ?? this.second, isMoved: false };
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
        if (ended?.isMoved && isTaken && this.isClock) this.offered = ended.value;
        else if (ended?.isMoved && isTaken) this.move(ended.value, false);
        this.render();
        if (!ended || ended.isMoved || x === undefined || Math.abs(x - ended.x) >= still) return;
        if (this.node.hidden) this.open();
        else this.take();
    }

    /** @param {KeyboardEvent} event */
    walk(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const step = keys[event.key];
        if (event.key === "Escape" && this.drag) this.release(false);
        else if (event.key === "Escape" && this.offered !== undefined) this.drop();
        else if (step) this.by(step * (event.shiftKey && Math.abs(step) === 1 ? 10 : 1));
        else if (event.key === "Home") this.move(0, true);
        else if (event.key === "End") this.move(this.length(), true);
        else if (event.key === "Enter" || event.key === " ") this.open();
        else if (/^\d$/.test(event.key)) this.open(event.key);
        else return;
        event.preventDefault();
    }

    /**
     * Opens the field, and what stands beside it.
     * @param {string} [text]
     * @param {(second: number, soon: boolean) => void} [chosen] what is done with the second, instead of moving the chip.
     */
    open(text, chosen) {
        const { all, field, node, slider } = this;
        this.choose = chosen ?? this.move;
        node.hidden = false;
        mark(slider, "data-open", true);
        fill(all, this.whole());
        all.hidden = chosen !== undefined;
        field.value = text ?? timestamp(this.offered ?? this.second);
        this.drop();
        mark(field, "aria-invalid", undefined);
        this.read();
        field.focus();
        // A digit that was typed is the beginning; any other text is to be replaced.
        if (!/^\d$/.test(text ?? "")) field.select();
    }

    /** @param {boolean} hasFocus whether the chip gets the focus. */
    close(hasFocus) {
        const { node, slider } = this;
        if (node.hidden) return;
        node.hidden = true;
        mark(slider, "data-open", false);
        if (hasFocus) slider.focus();
    }

    /** @param {KeyboardEvent} event */
    confirm(event) {
        const { field } = this;
        if (event.isComposing || event.key !== "Enter") return;
        event.preventDefault();
        const found = parsed(field.value);
        if (found === undefined) {
            mark(field, "aria-invalid", "true");
            return say(phrase("room.time.form"));
        }
        this.close(true);
        this.choose(found, false);
    }

    /**
     * Takes what was typed when the focus goes elsewhere.
     * @param {EventTarget | null} to
     */
    leave(to) {
        const isInside = to === this.slider || (to instanceof Node && this.node.contains(to));
        if (!isInside && document.hasFocus()) this.take();
    }

    take() {
        const { field, node, second } = this;
        const found = parsed(field.value);
        if (node.hidden) return;
        this.close(false);
        if (found !== undefined && found !== second) this.choose(found, false);
    }
}

const wholeEpisode = () => phrase("room.time.whole");

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
    const said = parts.filter(([count, unit]) => count > 0 || (second === 0 && unit === "second")).map(([count, unit]) =>
        new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count));
    return new Intl.ListFormat(locale, { type: "unit", style: "narrow" }).format(said);
}
