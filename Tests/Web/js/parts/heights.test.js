// What is read stays in its place, and the picture above the threads is never cut.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { fold } = await import("../../../../Sources/Web/js/parts/frame/bars.js");
const { keepRead } = await import("../../../../Sources/Web/js/parts/room/heights.js");

/**
 * Where the page is after what is read has moved.
 * @param {number} from
 * @param {number} moved
 */
function after(from, moved) {
    const page = { scrollY: from, scrollBy: (/** @type {number} */ _, /** @type {number} */ by) => { page.scrollY += by; } };
    Object.assign(globalThis, page, { scrollBy: page.scrollBy });
    keepRead(moved);
    return page.scrollY;
}

test("The page follows what is read, and doesn't cut the picture", () => {
    assert.equal(after(10, 30), 40);
    fold.height = () => 100;
    for (const [from, moved, place] of /** @type {const} */ ([
        [400, 30, 430], [400, -200, 200], [400, -350, 100], [0, 30, 0], [0, 130, 130], [400, 0.5, 400],
    ])) assert.equal(after(from, moved), place, `${from} px and ${moved} px`);
});
