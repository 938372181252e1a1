// The menu of a comment that a finger holds: what opens it, and what doesn't.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { ReactionBar } = await import("../../../../Sources/Web/js/parts/room/reaction-bar.js");

/** A finger on a comment. Times are those of the mocked timers. @param {import("node:test").TestContext} context */
function begun({ mock }) {
    mock.timers.enable({ apis: ["setTimeout"] });
    const list = /** @type {any} */ (document.createElement("section"));
    new ReactionBar("room", list, new AbortController().signal);
    const article = Object.assign(document.createElement("article"), { querySelector: () => document.createElement("button") });
    const closest = (/** @type {string} */ selector) => selector.startsWith("article") ? article : null;
    const target = Object.assign(document.createElement("p"), { closest });
    const finger = { opened: 0, act, waits: (/** @type {number} */ time) => mock.timers.tick(time) };
    article.addEventListener("hold", () => { finger.opened += 1; });
    /** @param {string} type @param {number} [clientY] */
    function act(type, clientY = 5) {
        list.dispatchEvent({ type, clientX: 5, clientY, pointerType: "touch", isPrimary: true, target });
    }
    return finger;
}

// Shows rule 16.21.
test("A finger that holds a comment gets the menu after half a second", (context) => {
    const finger = begun(context);
    finger.act("pointerdown");
    finger.waits(499);
    assert.equal(finger.opened, 0);
    finger.waits(1);
    assert.equal(finger.opened, 1);
});

// Shows rule 16.21.
test("A finger that scrolls, or leaves, gets nothing however long it waits", (context) => {
    const finger = begun(context);
    for (const [type, y] of /** @type {[string, number][]} */ ([["pointermove", 45], ["pointerup", 5], ["pointercancel", 5]])) {
        finger.act("pointerdown");
        finger.act(type, y);
        finger.waits(60_000);
        assert.equal(finger.opened, 0, type);
    }
});
