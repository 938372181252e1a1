// The time chip: a slider for the second at which the next comment lands. It can be dragged, walked by keys, and typed into.
import { el, fill, mark } from "../../dom.js";
import { lastSecond, seconds, timestamp } from "../../client/timestamp.js";
import { say } from "../controls/states.js";

/**
 * So many pixels up or down are a step. The further right the pointer is, the smaller it is: from pixels on, the step's seconds.
 */
const pixels = 4;
const steps = [[128, 1], [64, 5], [-Infinity, 30]];
/** A pointer that moves less than so many pixels taps. */
const still = 8;
/** @type {Record<string, number>} */
const keys = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 60, PageDown: -60 };

/**
 * @param {{length: () => number, move: (second: number, soon: boolean) => void}} around `move` is called with what was chosen;
 *     `soon`: another
 *     choice may follow at once.
 */
export function timeChip({ length, move }) {
    const label = el("span", {});
    const bubble = el("span", { class: "chip-bubble figures", hidden: true, "aria-hidden": "true" });
    const slider = el("div", { class: "chip figures", role: "slider", tabIndex: 0, "aria-label": "Time", "aria-valuemin": 0 },
        label, bubble);
    const field = el("input",
        { class: "chip-field figures", hidden: true, "aria-label": "At, such as 15:43", inputmode: "numeric",
            autocomplete: "off" });
    const back = el("button", { class: "chip-step figures", "aria-label": "−10 seconds", onclick: () => by(-10) }, "−10");
    const on = el("button", { class: "chip-step figures", "aria-label": "+10 seconds", onclick: () => by(10) }, "+10");
    let second = 0;
    let choose = move;
    /** @type {{x: number, y: number, value: number, isMoved: boolean} | undefined} */
    let drag;

    const clamped = (/** @type {number} */ value) => Math.min(Math.max(value, 0), lastSecond);
    const by = (/** @type {number} */ change) => move(clamped(second + change), true);

    function render() {
        const value = drag?.value ?? second;
        mark(slider, "aria-valuenow", value);
        mark(slider, "aria-valuemax", Math.max(length(), value));
        mark(slider, "aria-valuetext", spoken(value));
        fill(label, value === 0 ? "General" : timestamp(value));
        fill(bubble, timestamp(value));
        bubble.hidden = !drag?.isMoved;
    }

    /** @param {boolean} isTaken */
    function release(isTaken) {
        const ended = drag;
        drag = undefined;
        if (ended?.isMoved && isTaken) move(ended.value, false);
        render();
        return ended;
    }

    slider.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        slider.setPointerCapture(event.pointerId);
        drag = { x: event.clientX, y: event.clientY, value: second, isMoved: false };
    });
    slider.addEventListener("pointermove", (event) => {
        if (!drag) return;
        const right = event.clientX - drag.x;
        const count = Math.trunc((drag.y - event.clientY) / pixels);
        if (count === 0) return;
        const [, step = 0] = steps.find(([from = 0]) => right >= from) ?? [];
        drag.y -= count * pixels;
        drag.value = clamped(drag.value + count * step);
        drag.isMoved = true;
        render();
    });
    slider.addEventListener("pointerup", (event) => {
        const ended = release(true);
        if (ended && !ended.isMoved && Math.abs(event.clientX - ended.x) < still) open();
    });
    slider.addEventListener("pointercancel", () => release(false));
    slider.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const step = keys[event.key];
        if (event.key === "Escape" && drag) release(false);
        else if (step) move(clamped(second + step * (event.shiftKey && Math.abs(step) === 1 ? 10 : 1)), true);
        else if (event.key === "Home") move(0, true);
        else if (event.key === "End") move(length(), true);
        else if (event.key === "Enter" || event.key === " ") open();
        else if (/^\d$/.test(event.key)) open(event.key);
        else return;
        event.preventDefault();
    });

    /**
     * Opens the field.
     * @param {string} [text]
     * @param {(second: number) => void} [chosen] what is done with the second, instead of moving the chip.
     */
    function open(text, chosen) {
        choose = chosen ?? move;
        slider.hidden = true;
        field.hidden = false;
        field.value = text ?? timestamp(second);
        mark(field, "aria-invalid", undefined);
        field.focus();
        // A digit that was typed is the beginning; any other text is to be replaced.
        if (!/^\d$/.test(text ?? "")) field.select();
    }

    /** @param {boolean} hasFocus whether the chip gets the focus. */
    function close(hasFocus) {
        if (field.hidden) return;
        slider.hidden = false;
        field.hidden = true;
        if (hasFocus) slider.focus();
    }

    field.addEventListener("keydown", (event) => {
        if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === "Escape") return close(true);
        const found = parsed(field.value);
        if (found === undefined) {
            mark(field, "aria-invalid", "true");
            return say("Write it as 15:43 or 1:02:03.");
        }
        close(true);
        choose(found, false);
    });
    field.addEventListener("blur", () => {
        const found = parsed(field.value);
        if (field.hidden || !document.hasFocus()) return;
        close(false);
        if (found !== undefined && found !== second) choose(found, false);
    });

    return {
        node: el("div", { class: "chip-line" }, back, slider, field, on),
        open,
        /** @param {number} next */
        show(next) {
            second = next;
            render();
        },
    };
}

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
    if (second === 0) return "General";
    const parts = /** @type {const} */ ([[Math.floor(second / 3600), "hour"], [Math.floor(second / 60) % 60, "minute"],
        [second % 60, "second"]]);
    return parts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}${count === 1 ? "" : "s"}`).join(" ");
}
