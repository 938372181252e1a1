// The panel of who hasn't watched: what it says of where one is and of what comes.
import { named, press } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, { ResizeObserver: class { observe() {} disconnect() {} } });
const { nextText, offerText, quietText, WatchPanel } = await import("../../../../Sources/Web/js/parts/room/watch-panel.js");

// Shows rule 16.23.
test("The next comment is said in minutes, and nothing else of it", () => {
    for (const [left, text] of /** @type {[number, string][]} */ ([
        [240, "Next comment in 4 min"], [60, "Next comment in 1 min"], [59, "Next comment within a minute"],
        [Infinity, "No comment ahead"],
    ])) assert.equal(nextText(left), text);
});

test("A quiet of a minute is said, and a shorter one isn't", () => {
    assert.deepEqual([[940, 880], [940, 881], [30, 0], [60, 0]].map(([second = 0, last = 0]) => quietText(second, last)),
        ["Nothing between 14:40 and here.", "", "", "Nothing between 0:00 and here."]);
});

test("What a drag would show is said by the time up to which it would", () => {
    assert.deepEqual([offerText(900, 3420), offerText(900, undefined), offerText(3500, 3420)],
        [...["", ""].map(() => "You’d see what the others wrote until 15:00."), "57:00 is the end. You’d see everything."]);
});

/** A panel that has the button, and where one is. @param {object[]} [threads] */
function begun(threads = []) {
    const stage = { second: 754, runs: false, hasWatched: false, isLapsed: false, /** @type {number | undefined} */ runtime: 3420,
        /** @type {number[]} */ gone: [], ended: 0, isHiding: true, /** @type {number[]} */ taken: [], dropped: 0 };
    const where = /** @type {any} */ ({
        second: () => stage.second, isRunning: () => stage.runs, goTo: (/** @type {number} */ second) => stage.gone.push(second),
        hasWatched: () => stage.hasWatched, isLapsed: () => stage.isLapsed, get runtime() { return stage.runtime; },
        hasEnded: () => stage.runtime !== undefined && stage.second >= stage.runtime, button: { parentNode: null },
        set: (/** @type {number} */ second) => stage.taken.push(second),
        actions: { onEnd: () => { stage.ended += 1; }, isHiding: () => stage.isHiding },
    });
    const panel = new WatchPanel(where, /** @type {any} */ ({ children: threads, lastElementChild: threads.at(-1) }),
        new AbortController().signal);
    panel.seconds = [30, 994, 2000];
    const shown = () => {
        panel.update();
        return [panel.node.hidden, panel.time.textContent, panel.about.textContent, panel.more.hidden];
    };
    return { panel, shown, stage, where };
}

// Shows rule 16.23.
test("The panel shows where I am until I have watched, and while it runs steps by ten seconds", () => {
    const { panel, shown, stage, where } = begun();
    assert.ok(shown()[0], "one begins elsewhere on the page");
    where.button.parentNode = panel.controls;
    assert.deepEqual([...shown(), panel.hint.hidden], [false, "12:34", "Pausedof 57:00", true, true]);
    stage.isLapsed = true;
    assert.deepEqual(shown(), [false, "12:34", "You were here.", true]);
    Object.assign(stage, { isLapsed: false, runs: true });
    assert.deepEqual([...shown(), panel.next.textContent], [false, "12:34", "Runningof 57:00", false, "Next comment in 4 min"]);
    press(panel.node, "−10 seconds of watching");
    press(panel.node, "+10 seconds of watching");
    stage.second = 4;
    press(panel.node, "−10 seconds of watching");
    assert.deepEqual(stage.gone, [744, 764, 0]);
    Object.assign(stage, { runs: false, second: undefined });
    assert.deepEqual([...shown(), panel.time.hidden, panel.hint.hidden], [false, "0:00", "", true, true, false]);
    assert.equal(named(panel.node, "Watching along").length, 1);
    stage.hasWatched = true;
    assert.ok(shown()[0]);
});

// Shows rule 16.23.
test("Below the threads stands where I am, or would be after a drag, unless something later is shown", () => {
    const { panel, stage } = begun([{ dataset: { thread: "300" } }]);
    const here = () => {
        panel.update();
        return panel.here.hidden ? undefined : panel.here.textContent;
    };
    assert.equal(here(), "12:34You are here Nothing between 5:00 and here.");
    panel.drag(900, () => {});
    assert.equal(here(), "15:00You would be here ");
    panel.drag(undefined, () => {});
    stage.second = 299;
    assert.equal(here(), undefined, "my own comment is ahead");
    stage.second = 3420;
    assert.equal(here(), undefined, "the end");
    Object.assign(stage, { second: 754, hasWatched: true });
    assert.equal(here(), undefined);
});

// Shows rule 16.23.
test("A drag of the time is offered, with what it would show, and moves nobody before it is taken", () => {
    const { panel, stage } = begun();
    const drag = (/** @type {number} */ second) => panel.drag(second, () => {
        stage.dropped += 1;
        panel.drag(undefined, () => {});
    });
    const offered = () => panel.offer.hidden ? undefined : [panel.offer.textContent, panel.offerHint.textContent];
    panel.update();
    assert.equal(offered(), undefined);
    assert.deepEqual([drag(900), drag(900), panel.dragged], [true, false, 900]);
    assert.deepEqual(offered(), ["Back to 12:34Jump here", "You’d see what the others wrote until 15:00."]);
    drag(700);
    assert.deepEqual(offered(), ["Back to 12:34Jump here", ""], "behind me");
    press(panel.node, "Back to 12:34");
    assert.deepEqual([offered(), stage.dropped, stage.taken], [undefined, 1, []]);
    stage.isHiding = false;
    drag(900);
    assert.deepEqual(offered(), ["Back to 12:34Jump here", ""], "nothing is hidden");
    press(panel.node, "Jump here");
    assert.deepEqual([offered(), stage.dropped, stage.taken], [undefined, 2, [900]]);
});

// Shows rule 16.23.
test("At the end the panel offers the mark as watched, and counts no further", () => {
    const { panel, shown, stage, where } = begun();
    where.button.parentNode = panel.controls;
    Object.assign(stage, { runs: true, second: 3500 });
    assert.deepEqual(shown(), [false, "57:00", "The end", true]);
    assert.ok(!panel.finish.hidden);
    press(panel.node, "Mark as watched");
    assert.equal(stage.ended, 1);
    stage.second = 3419;
    shown();
    assert.ok(panel.finish.hidden);
});
