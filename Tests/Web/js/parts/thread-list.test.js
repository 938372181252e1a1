// The threads of a room: which comments go on where the one before them ends, and which are drawn at first.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

/** Says which elements are near. @type {(near: {isIntersecting: boolean, target: any}[]) => void} */
let comeNear = () => {};
Object.assign(globalThis, {
    ResizeObserver: class { observe() {} },
    IntersectionObserver: class {
        constructor(/** @type {typeof comeNear} */ notice) { comeNear = notice; }
        observe() {}
    },
});
const { ThreadList, following } = await import("../../../../Sources/Web/js/parts/room/thread-list.js");

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

// Shows rule 16.22.
test("A long room draws some comments at once and the others when they are near; what comes to a near thread is drawn at once", () => {
    const around = /** @type {any} */ ({ isNew: () => false, line: () => undefined, keepsPictures: () => false, moderates: () => false });
    const list = new ThreadList(around);
    const sent = (/** @type {number} */ seconds, /** @type {string} */ content) => said(seconds, { content, state: "sent", roomID: "r" });
    const comments = Array.from({ length: 500 }, (_, place) => sent(place + 1, `word ${place}`));
    list.update(comments);
    const threads = /** @type {any[]} */ ([...list.node.children]);
    const isDrawn = (/** @type {any} */ thread) => thread.textContent.includes("word");
    const drawn = threads.filter(isDrawn);
    assert.equal(threads.length, 500);
    assert.ok(drawn.length > 0 && drawn.length < 50, `${drawn.length} at once`);
    assert.deepEqual(drawn, threads.slice(0, drawn.length));

    const far = threads[300];
    comeNear([{ isIntersecting: false, target: far }]);
    assert.equal(isDrawn(far), false);
    comeNear([{ isIntersecting: true, target: far }]);
    assert.equal(isDrawn(far), true);
    const more = Array.from({ length: 100 }, (_, place) => sent(place + 1, "more"));
    list.update([...comments, ...more, sent(301, "an answer")]);
    assert.match(far.textContent, /an answer/);
});
