// What the histories count as thrown away by its author, or as gone with a page that has said that it keeps nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { World } from "./world.js";

test("Signing out throws away a person's own moves on the device, and nobody else's", () => {
    const world = new World(1);
    const [ada, bea] = /** @type {any[]} */ ([world.ada, world.bea]);
    const move = { playID: "a", cubelet: 1, at: 0, page: 1 };
    world.moves.push(
        { ...move, device: "phone", userID: bea.id }, { ...move, device: "phone", userID: ada.id },
        { ...move, device: "laptop", userID: bea.id },
    );
    world.throwsAll(world.devices[1], bea.id, "signed out");
    assert.deepEqual(world.moves.map(({ isVoid }) => isVoid), [true, false, false]);
});
