// The second at which the next comment lands: where I am at the first key, unless it is chosen.
import { named, press, settle } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, { requestAnimationFrame() {} });
const { replica } = await import("../../../../Sources/Web/js/client.js");
const { composer } = await import("../../../../Sources/Web/js/parts/writing/composer.js");
Object.assign(replica, { room: () => ({ subject: { kind: "custom", title: "Heat" } }) });

/**
 * A composer of a room of its own, where I am at the second `now.second`.
 * @param {string} roomID
 * @param {object} [around]
 */
async function begun(roomID, around = {}) {
    const now = { second: /** @type {number | undefined} */ (100) };
    const where = { second: () => now.second, isRunning: () => true, hasWatched: () => false, hasEnded: () => (now.second ?? 0) >= 3420, runtime: 3420, goTo() {} };
    const made = composer(roomID, /** @type {any} */ (where), /** @type {any} */ (
        { length: () => 3600, spoken: { at: (/** @type {number} */ at) => `spoken at ${at}`, isOn: () => true }, ...around }));
    await settle();
    const find = (/** @type {any} */ node, /** @type {string} */ name) => node.localName === name ? node
        : node.children.map((/** @type {any} */ child) => find(child, name)).find(Boolean);
    const area = find(made.node, "textarea");
    Object.assign(find(made.node, "input"), { select() {} });
    const type = (/** @type {string} */ text) => {
        area.value = text;
        area.dispatchEvent({ type: "input" });
    };
    return { now, made, type, area, second: () => Number(made.node.getAttribute("data-second")) };
}

test("The first key pins a comment to where I am, and the last one that goes lets it follow me again", async () => {
    const { now, type, second } = await begun("first");
    type("T");
    now.second = 140;
    type("That");
    assert.equal(second(), 100);
    type("");
    assert.equal(second(), 140);
    type("A");
    now.second = 150;
    type("Ah");
    assert.equal(second(), 140);
});

test("A second that I have chosen stays when the words go", async () => {
    const { now, made, type, second } = await begun("second");
    type("T");
    now.second = 140;
    press(made.node, "+10 seconds");
    assert.equal(second(), 110);
    type("");
    assert.equal(second(), 110);
});

test("Whole film, chosen by its name, is what the comment is about: I stay where I am", async () => {
    const { now, made, type, second } = await begun("third");
    Object.assign(replica, { room: () => ({ subject: { kind: "movie", title: "Heat" } }) });
    chipOf(made).dispatchEvent({ type: "keydown", key: "Enter", preventDefault() {} });
    press(made.node, "Whole film");
    now.second = 140;
    made.update();
    assert.equal(second(), 0);
    press(made.node, "Not at this time");
    assert.equal(second(), 140);
    // A time among the words is changed there.
    type("15:43 that hallway!");
    press(made.node, "Whole film");
    assert.equal(second(), 0);
});

test("What is said after the end lands at the end", async () => {
    const { now, made, second } = await begun("fifth");
    now.second = 3450;
    made.update();
    assert.equal(second(), 3420);
});

test("The line that can be quoted is the one of the second at which a drag is", async () => {
    const { made } = await begun("fourth");
    const chip = /** @type {any} */ (chipOf(made));
    Object.assign(chip, { setPointerCapture() {} });
    const line = () => /spoken at \d+/.exec(made.node.textContent ?? "")?.[0];
    assert.equal(line(), "spoken at 100");
    chip.dispatchEvent({ type: "pointerdown", button: 0, clientX: 0, clientY: 0, pointerId: 1 });
    chip.dispatchEvent({ type: "pointermove", clientX: 0, clientY: -40 });
    assert.equal(line(), "spoken at 400");
    chip.dispatchEvent({ type: "pointercancel" });
    assert.equal(line(), "spoken at 100");
});

// Shows rule 16.23.
test("The field says at which second one writes, and words after a drag of the clock land where it ended", async () => {
    const clock = document.createElement("span");
    /** @type {(number | undefined)[]} */
    const shown = [];
    const { area, made, now, second, type } = await begun("sixth", {
        putTime: (/** @type {HTMLElement | undefined} */ time) => clock.replaceChildren(...time ? [time] : []),
        drag: (/** @type {number | undefined} */ at) => shown.push(at),
    });
    const [chip] = /** @type {any[]} */ ([...clock.children]);
    Object.assign(chip, { setPointerCapture() {} });
    assert.equal(area.placeholder, "Write at 1:40");
    chip.dispatchEvent({ type: "pointerdown", button: 0, clientX: 0, clientY: 0, pointerId: 1 });
    chip.dispatchEvent({ type: "pointermove", clientX: 0, clientY: -40 });
    chip.dispatchEvent({ type: "pointerup", clientX: 0 });
    now.second = 101;
    made.update();
    assert.deepEqual([area.placeholder, second(), shown.at(-1)], ["Write at 6:40", 400, 400]);
    type("That");
    assert.deepEqual([area.placeholder, second(), shown.at(-1)], ["Say something", 400, undefined]);
    type("");
    assert.deepEqual([area.placeholder, second()], ["Write at 1:41", 101]);
});

/** @param {any} made */
const chipOf = (made) => /** @type {any} */ (named(made.node, "Time")[0]);
