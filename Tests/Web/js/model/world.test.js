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

test("A draft that was sent on a full disk goes with the page that sent it, wherever it was typed", async () => {
    for (const [sends, states] of /** @type {[boolean, string[]][]} */ ([
        [true, ["void", "void"]], [false, ["kept", "void"]],
    ])) {
        const world = new World(1);
        const [, phone] = world.devices;
        const roomID = /** @type {any} */ (world.rooms)[0].id;
        const page = world.openPage(phone);
        await world.advance(100);
        page.signIn("ada");
        await world.advance(8000);
        page.comment(roomID, false);
        const other = world.openPage(phone);
        await world.advance(8000);
        phone.isOffline = true;
        phone.disk.full = "request";
        other.comment(roomID, sends);
        await world.advance(2000);
        other.kill();
        assert.deepEqual(world.ledger.items.map(({ state }) => state), states);
    }
});
