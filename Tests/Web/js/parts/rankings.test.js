// What a play is measured by, and how far rows of a ranking are from each other.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { replica } = await import("../../../../Sources/Web/js/client.js");
const { goalAt } = await import("../../../../Sources/Web/js/parts/play/goal.js");
const { gapText } = await import("../../../../Sources/Web/js/parts/play/results.js");

test("The next goal is the lowest score that isn't passed, and then the highest one stays", () => {
    const goals = [{ score: 76 }, { score: 50, friend: { person: () => "Bea", day: "29 Nov" } }];
    assert.equal(goalAt([], 10), undefined);
    assert.deepEqual(goalAt(goals, 25), { text: "25 short of Bea’s 50 on 29 Nov", part: 0.5 });
    assert.equal(goalAt(goals, 50)?.text, "Level with Bea’s 50 on 29 Nov");
    assert.equal(goalAt(goals, 51)?.text, "25 to your daily best");
    assert.deepEqual(goalAt(goals, 80), { text: "Past your daily best, 76", part: 1 });
});

test("My row says how far I am behind the one above me, or ahead of the next", () => {
    replica.me = () => /** @type {any} */ ({ id: "ada" });
    /** @type {(id: string, rank: number, score: number, word?: number) => any} */
    const row = (id, rank, score, word = score) => (
        { rank, score, bestWord: { word: "rain", score: word }, user: { id, username: id } });
    const [bea, ada, cem] = [row("bea", 1, 90), row("ada", 2, 70, 95), row("cem", 3, 20)];
    assert.equal(gapText([bea, ada, cem], ada, "score"), "20 behind bea");
    assert.equal(gapText([bea, ada, cem], bea, "score"), "");
    assert.equal(gapText([ada, cem], ada, "score"), "50 ahead of cem");
    assert.equal(gapText([ada, cem], ada, "word"), "75 ahead of cem");
    assert.equal(gapText([ada], ada, "score"), "");
    const level = [row("ada", 1, 70), { ...row("bea", 1, 70), user: undefined }];
    assert.equal(gapText(level, level[0], "score"), "Level with somebody");
});
