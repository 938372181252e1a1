// Random histories against a network that lies: everything typed is on the server once, or shown as not sent, or was thrown away by its author.

import assert from "node:assert/strict";
import { test } from "node:test";
import { play } from "./history.js";
import { described, playAll } from "./pool.js";

const histories = 2000;

test(`Of ${histories} histories none loses or doubles anything, throws, or keeps what is wrong`, async () => {
    const { failures } = await playAll(1, histories);
    assert.equal(failures.map(described).join("\n"), "", "bin/check --web model 1 SEED prints one history.");
});

test("A seed repeats its history", async () => {
    const [one, other] = [await play(7), await play(7)];
    // Pages are numbered on.
    const lines = (/** @type {{ log: string[] }} */ { log }) => log.map(line => line.replace(/\/\d+/g, ""));
    assert.deepEqual(lines(one), lines(other));
});
