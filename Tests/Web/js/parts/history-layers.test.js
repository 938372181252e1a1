// The entries of the history that dialogs have: Back closes a dialog, and one that closes otherwise leaves no entry behind.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

/** @type {{ state: any }[]} */
const entries = [{ state: null }];
let place = 0;
/** @type {(() => void)[]} What the browser still has to do: it goes back later, not at once. */
const steps = [];
/** @type {Map<string, (event: any) => void>} */
const listeners = new Map();
Object.assign(globalThis, {
    history: {
        get state() { return entries[place]?.state; },
        pushState(/** @type {any} */ state) { entries.splice(place += 1, Infinity, { state }); },
        replaceState(/** @type {any} */ state) { entries[place] = { state }; },
        go: (/** @type {number} */ by) => steps.push(() => {
            place += by;
            listeners.get("popstate")?.({});
        }),
    },
    addEventListener: (/** @type {string} */ name, /** @type {(event: any) => void} */ listener) => listeners.set(name, listener),
    scrollY: 0,
});
const { followAddress, historyLayer } = await import("../../../../Sources/Web/js/routes.js");
followAddress(() => {});

/** A dialog that is open. */
function dialog() {
    const one = { isOpen: true, isDone: false, close() {
        if (!one.isOpen) return;
        one.isOpen = false;
        leave(() => { one.isDone = true; });
    } };
    const leave = historyLayer(() => one.close());
    return one;
}

const arrive = () => { for (const step of steps.splice(0)) step(); };
const depth = () => entries[place]?.state?.depth ?? 0;

test("Back closes the innermost dialog", () => {
    const [outer, inner] = [dialog(), dialog()];
    assert.equal(depth(), 2);
    history.go(-1);
    arrive();
    assert.deepEqual([outer.isOpen, inner.isOpen, inner.isDone, depth()], [true, false, true, 1]);
    outer.close();
    assert.ok(!outer.isDone, "the history isn't back yet");
    arrive();
    assert.deepEqual([outer.isDone, depth()], [true, 0]);
});

test("A dialog that opens while the history is on its way back from another one stays open, and has an entry", () => {
    const first = dialog();
    first.close();
    const second = dialog();
    arrive();
    assert.deepEqual([first.isDone, second.isOpen, depth()], [true, true, 1]);
    // Back, pressed while it is on its way, closes what was open before.
    const inner = dialog();
    inner.close();
    history.go(-1);
    const third = dialog();
    steps.splice(0, 2);
    place -= 2;
    listeners.get("popstate")?.({});
    assert.deepEqual([second.isOpen, third.isOpen, depth()], [false, false, 0]);
});
