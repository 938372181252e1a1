// Motion says what has happened, and there is none for who wants less of it.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { arrive, fly, moving, refuse } from "../../../../Sources/Web/js/parts/controls/motion.js";

/** @type {{ frames: any, duration: number }[]} */
let moves = [];
let prefersLess = false;
Object.assign(globalThis, { matchMedia: () => ({ matches: prefersLess }) });

/** An element at a place. @param {number} left @param {number} top @param {string} [key] */
function at(left, top, key) {
    const node = /** @type {any} */ (document.createElement("p"));
    if (key) node.setAttribute("data-thing", key);
    return Object.assign(node, {
        getBoundingClientRect: () => ({ left, top, height: 20 }),
        animate(/** @type {any} */ frames, /** @type {any} */ { duration }) {
            moves.push({ frames, duration });
            return { finished: Promise.resolve() };
        },
    });
}

/** Everything that can be shown, once. */
function showAll() {
    moves = [];
    const article = at(0, 100);
    article.append(at(0, 100), at(50, 100));
    arrive(article, at(0, 700));
    arrive(article);
    refuse(at(0, 0));
    const { createElement } = document;
    const [copy, word, score] = [at(10, 500), at(10, 500), at(200, 40)];
    document.createElement = () => copy;
    fly("quiz", word, score);
    document.createElement = createElement;
    const before = [at(0, 0, "a"), at(0, 60, "b")];
    const root = /** @type {any} */ ({ querySelectorAll: () => before });
    // Another element stands for a, and b stays where it was.
    moving(root, "data-thing", () => { before.splice(0, 2, at(0, 300, "a"), at(0, 60, "b"), at(0, 90, "new")); });
    return { moves, before };
}

// Shows rule 16.34.
test("What comes, counts, is refused or goes elsewhere moves for 150 to 250 ms", () => {
    prefersLess = false;
    const { moves } = showAll();
    assert.equal(moves.length, 2 + 2 + 1 + 1 + 1);
    for (const { duration } of moves) assert.ok(duration >= 150 && duration <= 250, `${duration} ms`);
    const [mine] = moves;
    assert.equal(mine?.frames[0].translate, "0px 600px", "a comment of mine comes from the composer");
    const [flight, move] = moves.slice(-2);
    assert.equal(flight?.frames[1].translate, "190px -460px", "a word flies to the score");
    assert.equal(move?.frames[0].translate, "0px -300px", "a card moves from its group before");
});

test("Nothing moves for who prefers less motion, and the change happens all the same", () => {
    prefersLess = true;
    const { moves, before } = showAll();
    assert.deepEqual(moves, []);
    assert.equal(before.length, 3);
});
