// What counts as read: a comment that was in view for a second in a visible page, and only up to the first that wasn't.
import "./page.js";
import assert from "node:assert/strict";
import test, { mock } from "node:test";

/** @type {(entries: any[]) => void} */
let look = () => {};
Object.assign(globalThis, {
    innerHeight: 900, getComputedStyle: () => ({}),
    IntersectionObserver: class {
        /** @param {(entries: any[]) => void} call */
        constructor(call) { look = call; }
        observe() {}
        unobserve() {}
        disconnect() {}
    },
});
const { readTracker } = await import("../../../../Sources/Web/js/parts/controls/read-tracker.js");
mock.timers.enable({ apis: ["setTimeout"] });

/** A room's comments 1 to 9, of which some are shown otherwise. @param {Record<number, object>} [others] */
function begun(others = {}) {
    const comments = /** @type {any[]} */ (Array.from({ length: 9 }, (_, place) => place + 1).map(
        number => ({ id: `c${number}`, number, state: "sent", ...others[number] }),
    ));
    const shown = () => Object.assign(document.createElement("article"), { isConnected: true });
    const nodes = new Map(comments.map(({ id }) => [id, shown()]));
    for (const [id, node] of nodes) node.setAttribute("data-comment", id);
    const marks = /** @type {number[]} */ ([]);
    const tracker = readTracker("room", new AbortController().signal, () => {}, { mark: (_, { number }) => marks.push(number) });
    tracker.update(comments, 0, () => false, id => nodes.get(id));
    /** @param {number[]} numbers @param {boolean} [isInView] */
    const see = (numbers, isInView = true) => look(numbers.map(number => ({
        target: nodes.get(`c${number}`), isIntersecting: isInView, intersectionRatio: isInView ? 1 : 0,
        intersectionRect: { height: 20 },
        rootBounds: { height: 900 },
    })));
    return { marks, see };
}

test("The marker stops at what was not seen, and goes on once it was", () => {
    const { marks, see } = begun({ 2: { mine: true }, 3: { folded: true } });
    see([1, 5, 6, 7, 8, 9]);
    mock.timers.tick(999);
    assert.deepEqual(marks, []);
    mock.timers.tick(1);
    assert.equal(marks.at(-1), 3);
    see([4]);
    mock.timers.tick(1000);
    assert.equal(marks.at(-1), 9);
});

test("What leaves the view within a second isn't read, nor is anything in a hidden page", () => {
    const { marks, see } = begun();
    see([1]);
    mock.timers.tick(500);
    see([1], false);
    mock.timers.tick(5000);
    assert.deepEqual(marks, []);
    const page = /** @type {any} */ (document);
    page.visibilityState = "hidden";
    see([1, 2]);
    mock.timers.tick(5000);
    assert.deepEqual(marks, []);
    page.visibilityState = "visible";
    page.dispatchEvent({ type: "visibilitychange" });
    mock.timers.tick(1000);
    assert.equal(marks.at(-1), 2);
});
