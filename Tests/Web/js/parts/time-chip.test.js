// The time chip of a room: how far a drag, a key and a typed text move it.
import { press } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { TimeChip } = await import("../../../../Sources/Web/js/parts/room/time-chip.js");

/** A chip at 0:00, on a timeline of an hour. */
function begun() {
    const chip = new TimeChip({ length: () => 3600, move: second => chip.show(second) });
    const [slider, field] = /** @type {any[]} */ ([chip.slider, chip.field]);
    Object.assign(slider, { setPointerCapture() {} });
    Object.assign(field, { select() {} });
    Object.assign(document, { hasFocus: () => true });
    chip.show(0);
    return {
        chip, slider, field,
        /**
         * @param {number} right in pixels. @param {number} up in pixels.
         * @param {boolean} [isTaken] @param {number} [count] of movements.
         */
        drag(right, up, isTaken = true, count = 1) {
            chip.grasp(/** @type {any} */ ({ button: 0, clientX: 0, clientY: 0, pointerId: 1 }));
            chip.pull(/** @type {any} */ ({ clientX: right, clientY: 0 }));
            for (let part = 1; part <= count; part += 1) {
                chip.pull(/** @type {any} */ ({ clientX: right, clientY: -up * part / count }));
            }
            if (isTaken) chip.release(true, right);
            else key(slider, "Escape");
        },
    };
}

/** @param {any} node @param {string} name */
function key(node, name) {
    const [shift, bare] = name.startsWith("Shift+") ? [true, name.slice(6)] : [false, name];
    node.dispatchEvent({ type: "keydown", key: bare, shiftKey: shift, preventDefault() {}, stopPropagation() {} });
}

test("40 pixels up are 5:00, 0:50 or 0:10, by how far right the pointer is, and Escape takes a drag back", () => {
    const { chip, slider, drag } = begun();
    for (const [right, second] of [[0, 300], [64, 350], [128, 360]]) {
        drag(right, 40, true, 7);
        assert.equal(chip.second, second);
    }
    drag(128, -40);
    drag(0, 200, false);
    assert.deepEqual([chip.second, slider.getAttribute("aria-valuetext")], [350, "5 minutes 50 seconds"]);
    drag(0, -10_000);
    assert.equal(chip.second, 0);
});

test("Keys reach every second", () => {
    const { chip, slider } = begun();
    chip.show(350);
    for (const [name, second] of /** @type {[string, number][]} */ ([
        ["ArrowUp", 351], ["ArrowRight", 352], ["ArrowDown", 351], ["ArrowLeft", 350], ["Shift+ArrowUp", 360], ["PageUp", 420],
        ["Shift+ArrowDown", 410], ["PageDown", 350], ["Home", 0], ["End", 3600],
    ])) {
        key(slider, name);
        assert.equal(chip.second, second, name);
    }
    assert.equal(slider.getAttribute("aria-valuetext"), "1 hour");
    press(chip.node, "−10 seconds");
    assert.equal(chip.second, 3590);
});

test("A time is typed with or without colons, and what is none is refused", () => {
    const { chip, slider, field } = begun();
    /** @type {[string, number][]} */
    const times = [["15:43", 943], ["1543", 943], ["16", 960], ["1:02:03", 3723], ["943", 583]];
    for (const [typed, second] of times) {
        key(slider, typed[0]);
        assert.deepEqual([chip.node.hidden, field.value], [false, typed[0]]);
        field.value = typed;
        key(field, "Enter");
        assert.deepEqual([chip.second, chip.node.hidden], [second, true], typed);
    }
    key(slider, "9");
    field.value = "9:99";
    key(field, "Enter");
    assert.deepEqual([chip.second, chip.node.hidden, field.getAttribute("aria-invalid")], [583, false, "true"]);
    key(chip.node, "Escape");
    assert.deepEqual([chip.second, chip.node.hidden], [583, true]);
});

test("What is open has steps, and the whole episode last", () => {
    const { chip, slider, field } = begun();
    assert.ok(chip.node.hidden);
    key(slider, "5");
    chip.show(300);
    press(chip.node, "+10 seconds");
    assert.deepEqual([chip.second, field.value, chip.node.hidden], [310, "5:10", false]);
    press(chip.node, "Whole episode");
    assert.deepEqual([chip.second, chip.node.hidden, chip.label.textContent], [0, true, "Whole episode"]);
    // A tap takes what was typed.
    const tap = () => {
        chip.grasp(/** @type {any} */ ({ button: 0, clientX: 0, clientY: 0, pointerId: 1 }));
        chip.release(true, 0);
    };
    tap();
    field.value = "20:00";
    tap();
    assert.deepEqual([chip.second, chip.node.hidden], [1200, true]);
});

test("Where a time is asked for, the whole episode is none", () => {
    const { chip } = begun();
    /** @type {number[]} */
    const asked = [];
    chip.open("3:00", (second) => asked.push(second));
    assert.ok(chip.all.hidden);
    key(chip.field, "Enter");
    assert.deepEqual([asked, chip.second], [[180], 0]);
});

// Shows rule 16.23.
test("As the clock of where I am, 0:00 is a time; as a comment's place, it is the whole", () => {
    const { chip, slider } = begun();
    assert.deepEqual([chip.label.textContent, slider.getAttribute("aria-valuetext")], ["Whole episode", "Whole episode"]);
    chip.show(0, true);
    assert.deepEqual([chip.label.textContent, slider.getAttribute("aria-valuetext")], ["0:00", "0 seconds"]);
});

// Shows rule 16.23.
test("A drag of the clock is an offer until it is dropped, or something else is chosen; a comment's time moves at once", () => {
    const { chip, slider, drag } = begun();
    const [moved, shown] = /** @type {[number[], string[]]} */ ([[], []]);
    const made = new TimeChip({ length: () => 3600, move: (second) => moved.push(second) });
    Object.assign(made.slider, { setPointerCapture() {} });
    const dragged = () => {
        made.grasp(/** @type {any} */ ({ button: 0, clientX: 0, clientY: 0, pointerId: 1 }));
        made.pull(/** @type {any} */ ({ clientX: 0, clientY: -40 }));
        made.release(true, 0);
        shown.push(made.label.textContent ?? "");
        return made.proposed;
    };
    made.show(300, true);
    assert.deepEqual([dragged(), moved], [600, []]);
    // The clock goes on beneath, and another drag goes on from the offer.
    made.show(301, true);
    assert.deepEqual([dragged(), made.second], [900, 301]);
    key(made.slider, "Escape");
    assert.deepEqual([made.proposed, made.label.textContent], [undefined, "5:01"]);
    dragged();
    key(made.slider, "ArrowUp");
    assert.deepEqual([moved, made.proposed], [[602], undefined]);
    made.show(300);
    dragged();
    assert.deepEqual([moved, shown], [[602, 600], ["10:00", "15:00", "10:01", "5:00"]]);
    chip.show(943, false, true);
    assert.equal(chip.label.textContent, "Lands at 15:43");
    drag(0, 40);
    assert.equal(slider.getAttribute("aria-valuenow"), "1243");
});

test("What follows the chip hears of each second of a drag", () => {
    const shown = /** @type {number[]} */ ([]);
    const chip = new TimeChip({ length: () => 3600, move() {}, follow: second => shown.push(second) });
    Object.assign(chip.slider, { setPointerCapture() {} });
    chip.show(300);
    chip.grasp(/** @type {any} */ ({ button: 0, clientX: 0, clientY: 0, pointerId: 1 }));
    chip.pull(/** @type {any} */ ({ clientX: 0, clientY: -40 }));
    chip.release(false);
    assert.deepEqual(shown, [300, 600, 300]);
});
