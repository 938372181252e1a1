// The panel while one watches along: what it says of where one is and of what comes.
import { named, press } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, { ResizeObserver: class { observe() {} disconnect() {} } });
const { nextText, WatchPanel } = await import("../../../../Sources/Web/js/parts/room/watch-panel.js");

// Shows rule 16.23.
test("The next comment is said in minutes, and nothing else of it", () => {
    for (const [left, text] of /** @type {[number, string][]} */ ([
        [240, "Next comment in 4 min"], [60, "Next comment in 1 min"], [59, "Next comment in less than a minute"],
        [Infinity, "No comment ahead"],
    ])) assert.equal(nextText(left), text);
});

// Shows rule 16.23.
test("The panel shows the time while it runs, and steps by ten seconds", () => {
    const stage = { second: 754, runs: false, /** @type {number[]} */ gone: [] };
    const where = /** @type {any} */ ({
        second: () => stage.second, isRunning: () => stage.runs, goTo: (/** @type {number} */ second) => stage.gone.push(second),
    });
    const panel = new WatchPanel(where, /** @type {any} */ ({ children: [] }), new AbortController().signal);
    panel.seconds = [30, 994, 2000];
    panel.update();
    assert.ok(panel.node.hidden);
    stage.runs = true;
    panel.update();
    const shown = [panel.node.hidden, panel.time.textContent, panel.next.textContent];
    assert.deepEqual(shown, [false, "12:34", "Next comment in 4 min"]);
    press(panel.node, "−10 seconds of watching");
    press(panel.node, "+10 seconds of watching");
    stage.second = 4;
    press(panel.node, "−10 seconds of watching");
    assert.deepEqual(stage.gone, [744, 764, 0]);
    assert.equal(named(panel.node, "Watching along").length, 1);
});
