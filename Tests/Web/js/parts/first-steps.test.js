// The first steps in the puzzle: its small cube has the word that they ask for.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { smallGame, way, word } = await import("../../../../Sources/Web/js/parts/play/first-steps.js");

test("The word of the first steps can be traced on their cube, over two sides, and wears cubelets out", () => {
    const game = smallGame();
    assert.equal(game.fault({ faces: way }), undefined);
    assert.deepEqual([game.spelled(way), game.scoreOf(way)], [word, 150]);
    const before = game.open.length;
    game.accept(game.judged({ at: 0, faces: way }));
    assert.equal(game.wear.filter((/** @type {number} */ one) => one >= 3).length, 3);
    assert.ok(game.open.length !== before);
    // Typed, it lies the same way, or another one that counts.
    assert.ok(smallGame().faces(word));
});
