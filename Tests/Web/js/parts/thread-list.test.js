// The threads of a room: which comments go on where the one before them ends.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, { ResizeObserver: class { observe() {} } });
const { following } = await import("../../../../Sources/Web/js/parts/room/thread-list.js");

const [ada, bea] = ["ada", "bea"].map((username) => ({ id: username, username, identityColor: "#d1495b" }));
let count = 0;
/** A comment of a second of the timeline. @param {number} seconds @param {object} [more] */
const said = (seconds, more = {}) => /** @type {any} */ ({
    id: `c${count += 1}`, seconds, author: ada, createdAt: "2026-11-22T10:00:00.000Z", folded: false, isNew: false, ...more,
});

/** Which of these comments go on, in the order of the page. @param {any[]} comments */
function goesOn(...comments) {
    const threads = [...new Set(comments.map(({ seconds }) => seconds))].map((seconds) =>
        ({ seconds, comments: comments.filter((one) => one.seconds === seconds) }));
    const found = following(threads, (/** @type {any} */ one) => one.isNew);
    return comments.map(({ id }) => found.has(id));
}

// Shows rule 16.22.
test("Comments of one person in a row have one face and one name, also at seconds that are near", () => {
    assert.deepEqual(goesOn(said(0), said(0)), [false, true]);
    assert.deepEqual(goesOn(said(100), said(100), said(190)), [false, true, true]);
    assert.deepEqual(goesOn(said(100), said(191)), [false, false], "a minute and a half later");
    assert.deepEqual(goesOn(said(0), said(60)), [false, false], "of the whole, and of a second");
    assert.deepEqual(goesOn(said(100), said(100, { createdAt: "2026-11-22T10:10:01.000Z" })), [false, false], "of another time");
});

// Shows rule 16.22.
test("Another person, a reply, a folded comment and the first new one begin anew", () => {
    assert.deepEqual(goesOn(said(100), said(100, { author: bea }), said(100)), [false, false, false]);
    assert.deepEqual(goesOn(said(100), said(100, { replyTo: "x" })), [false, false]);
    assert.deepEqual(goesOn(said(100), said(100, { folded: true }), said(100)), [false, false, false]);
    assert.deepEqual(goesOn(said(100), said(100, { isNew: true }), said(100, { isNew: true })), [false, false, true]);
    assert.deepEqual(goesOn(said(100, { author: undefined }), said(100, { author: undefined })), [false, false]);
});
