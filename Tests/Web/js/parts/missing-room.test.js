// What stands in place of a room that one isn't in: its heading, and the way to ask.
import { named, settle } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { replica } = await import("../../../../Sources/Web/js/client.js");
const { answers } = await import("../../../../Sources/Web/js/client/answers.js");
// What it loads later is loaded before.
await import("../../../../Sources/Web/js/parts/watch/joinable-rooms.js");
const { MissingRoom } = await import("../../../../Sources/Web/js/parts/room/missing-room.js");

const ada = { id: "a", username: "ada", identityColor: "#d1495b" };
const room = { id: "r", subject: { kind: "custom", title: "Heat" }, memberCount: 1, friends: [ada] };
Object.assign(replica, { subscribe: () => () => {} });

/** @param {any[]} items the rooms that one may ask to join */
async function shown(items) {
    Object.assign(answers, { watch: (/** @type {any} */ _, /** @type {any} */ options, /** @type {any} */ listener) => {
        listener({ answer: { items } });
        return { stop() {}, again() {} };
    } });
    const missing = new MissingRoom("r", new AbortController().signal, () => {});
    missing.update(undefined);
    await new Promise(resolve => { setTimeout(resolve, 0); });
    await settle();
    return missing.node;
}

// Shows rules 16.22 and 16.28.
test("A room of a friend is named, and offers to ask", async () => {
    const node = /** @type {any} */ (await shown([room]));
    assert.match(node.textContent, /^Heat/);
    assert.equal(named(node, "Ask to join Heat").length, 1);
    assert.equal(named(node, "Watch").length, 1);
});

// Shows rule 16.22.
test("Any other room isn't found, and the way back stays", async () => {
    const node = /** @type {any} */ (await shown([{ ...room, id: "other" }]));
    assert.match(node.textContent, /^Not found/);
    assert.equal(named(node, "Ask to join Heat").length, 0);
    assert.equal(named(node, "Back").length, 1);
});
