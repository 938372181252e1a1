// What is shared of a puzzle, the dots of days in a row, and which steps an assignment offers.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { shareText } = await import("../../../../Sources/Web/js/parts/play/share.js");
const { praise } = await import("../../../../Sources/Web/js/parts/play/own-result.js");
const { seenHalf, shapesOf } = await import("../../../../Sources/Web/js/parts/play/cube-shape.js");
const { Game } = await import("../../../../Sources/Web/js/client/play.js");
const { playedDays } = await import("../../../../Sources/Web/js/parts/play/streak.js");
const { nextSteps } = await import("../../../../Sources/Web/js/parts/class/entry-rules.js");

test("A shared result has a row of squares for each word, the best first, and no letter of it", () => {
    const challenge = /** @type {any} */ ({ mode: "timed", day: "2026-11-29", playCount: 4, mine: { score: 30, rank: 2 } });
    const moves = [{ faces: [0, 3, 6], score: 6, word: "cat" }, { cubelet: 3 }, { faces: [0, 1, 2, 3], score: 24, word: "tome" }];
    const text = shareText(challenge, moves, { community: "The Sofa", origin: "https://sofa.example.org" });
    assert.equal(text, "Quarry · The Sofa · timed · 29 Nov\n30 points, 2 words, rank 2 of 4\n🟥🟥🟥🟥 24\n🟨🟨🟨 6\n"
        + "https://sofa.example.org/play");
    assert.doesNotMatch(text, /tome|cat/);
    const own = shareText(/** @type {any} */ ({ mode: "untimed", code: "AB12", playCount: 1, mine: { score: 0 } }), [],
        { origin: "https://x.org" });
    assert.equal(own, "Quarry · untimed\n0 points, 0 words\nhttps://x.org/play#AB12");
});

test("A result is praised by its place, or as one’s best one", () => {
    const challenge = (/** @type {number} */ rank, /** @type {number} */ playCount, wordCount = 3) => /** @type {any} */ (
        { mine: { rank, wordCount }, playCount });
    assert.equal(praise(challenge(1, 4)), "First of 4!");
    assert.equal(praise(challenge(3, 9)), "Third of 9");
    assert.equal(praise(challenge(5, 9, 5)), "Well played");
    assert.equal(praise(challenge(1, 1, 4)), "A good start");
    assert.equal(praise(challenge(1, 1, 0)), "No word this time");
    assert.equal(praise(challenge(5, 9), true), "Your best one yet!");
});

test("A drawing of the cube has the hindmost faces first, and its three sides meet in the middle", () => {
    const shapes = shapesOf([80, 2, 78, 79]);
    assert.equal(shapes[0].face, 2);
    for (const { corners } of shapes.slice(1)) assert.ok(corners.some((one) => one.every((part) => Math.abs(part) < 1e-9)));
});

test("Days in a row end today, or yesterday while today isn't played", () => {
    const [no, yes] = [false, true];
    assert.deepEqual(playedDays(2, true), [no, no, no, no, no, yes, yes]);
    assert.deepEqual(playedDays(2, false), [no, no, no, no, yes, yes, no]);
    assert.deepEqual(playedDays(40, true), Array(7).fill(yes));
    assert.deepEqual(playedDays(0, false), Array(7).fill(no));
});

test("A student’s work has one next step; a teacher has two, the one that ends the wait first", () => {
    const pupil = nextSteps(["submit", "start"], "student", "todo");
    assert.deepEqual(pupil, { direct: ["submit"], more: ["start"], main: "submit" });
    const waiting = nextSteps(["return", "complete", "message", "excuse", "extend"], "teacher", "submitted");
    assert.deepEqual(waiting, { direct: ["return", "complete"], more: ["message", "excuse", "extend"], main: "return" });
    assert.deepEqual(nextSteps(["complete", "message", "extend"], "teacher", "todo").direct, ["message", "complete"]);
    assert.deepEqual(nextSteps([], "teacher", "done"), { direct: [], more: [], main: undefined });
});

test("Of a face that a cubelet covers to one half, the other half is known", () => {
    const letters = "a".repeat(81);
    const without = (/** @type {number[]} */ ...gone) => new Game(letters, undefined, Infinity,
        gone.map((cubelet) => ({ at: 0, cubelet })));
    // Without the cubelet at (1, 2, 2), beside the corner, the one at (1, 1, 2) looks along y, and the corner covers its half.
    assert.equal(seenHalf(without(), 80), undefined);
    assert.equal(seenHalf(without(17), 3 * 8), undefined);
    assert.equal(seenHalf(without(17), 3 * 14 + 1), 2);
    assert.equal(seenHalf(without(14, 17), 3 * 11 + 1), 2);
});
