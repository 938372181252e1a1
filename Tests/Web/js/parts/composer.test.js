// The second at which the next comment lands: where I am at the first key, unless it is chosen.
import { press, settle } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, { requestAnimationFrame() {} });
const { replica } = await import("../../../../Sources/Web/js/client.js");
const { composer } = await import("../../../../Sources/Web/js/parts/room/composer.js");
Object.assign(replica, { room: () => ({ subject: { kind: "custom", title: "Heat" } }) });

/**
 * A composer of a room of its own, where I am at the second `now.second`.
 * @param {string} roomID
 */
async function begun(roomID) {
    const now = { second: /** @type {number | undefined} */ (100) };
    const where = { second: () => now.second, isRunning: () => true, hasWatched: () => false, goTo() {} };
    const made = composer(roomID, /** @type {any} */ (where), /** @type {any} */ (
        { onSent() {}, length: () => 3600, spoken: { at: () => undefined, isOn: () => false } }));
    await settle();
    const find = (/** @type {any} */ node, /** @type {string} */ name) => node.localName === name ? node
        : node.children.map((/** @type {any} */ child) => find(child, name)).find(Boolean);
    const area = find(made.node, "textarea");
    const type = (/** @type {string} */ text) => {
        area.value = text;
        area.dispatchEvent({ type: "input" });
    };
    return { now, made, type, second: () => Number(made.node.getAttribute("data-second")) };
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
    press(made.strip, "+10 seconds");
    assert.equal(second(), 110);
    type("");
    assert.equal(second(), 110);
});
