// A class: assignments in the copy, the one that a page follows, read markers, and what an assignment allows.
import assert from "node:assert/strict";
import test from "node:test";
import { actions, Assignments, ends, isMinuteOver, pointsIn } from "../../../../Sources/Web/js/davenport/class.js";
import { act, addTask, removeTask } from "../stand-ins/server/class.js";
import { Stage } from "./stage.js";

/** A page of Ada's, who teaches, with a task of hers for Bea, which is followed. */
async function begun() {
    const { stage, page } = await Stage.begun();
    const scales = { title: "Scales", description: "Slowly.", maxPoints: 10, studentIDs: [stage.bea.id] };
    const task = addTask(stage.server, stage.ada.id, scales);
    const [assignment] = [...stage.server.assignments.values()];
    await stage.until(() => page.davenport.copy?.assignments.has(assignment.id));
    const assignments = page.davenport.use(Assignments);
    const ended = new AbortController();
    const followed = {
        /** @type {import("../../../../Sources/Web/js/davenport/class/assignments.js").Shown[]} */
        all: [], get last() { return this.all[this.all.length - 1]; },
    };
    assignments.follow(assignment.id, ended.signal, next => followed.all.push(next));
    return { stage, page, task, assignment, assignments, followed, ended };
}

test("The first that was handed in is reviewed first, and the badge counts them", async () => {
    const { stage, page, assignment, assignments } = await begun();
    addTask(stage.server, stage.ada.id, { title: "Chords", studentIDs: [stage.bea.id] });
    const other = [...stage.server.assignments.values()][1];
    assert.deepEqual([assignments.teaches(), assignments.toReview()], [true, []]);
    for (const one of [other, assignment]) {
        act(stage.server, one, stage.bea, { action: "submit", text: "Done." });
        await stage.advance(1000);
    }
    await stage.until(() => assignments.toReview().length === 2);
    assert.deepEqual(assignments.toReview().map(({ task }) => task.title), ["Chords", "Scales"]);
    assert.deepEqual([assignments.sideOf(assignments.assignments()[0]), page.davenport.live.badge()], ["teacher", 3]);
});

test("A followed assignment has the copy's state at once, then what only its own answer has, and then each change", async () => {
    const { stage, assignment, followed } = await begun();
    await stage.until(() => followed.last);
    const [first] = followed.all;
    const shown = first?.assignment?.task;
    assert.deepEqual([shown?.title, shown?.description, first?.isWhole], ["Scales", undefined, false]);
    await stage.until(() => followed.last?.isWhole && followed.last.entries);
    assert.deepEqual([followed.last.assignment?.task.description, followed.last.entries], ["Slowly.", []]);
    act(stage.server, assignment, stage.bea, { action: "submit", text: "Done." });
    const hasEntry = () => followed.last.isWhole && followed.last.entries?.length === 1;
    await stage.until(() => followed.last.assignment?.state === "submitted" && hasEntry());
    const entries = followed.last.entries?.map(({ action, text, author }) => [action, text, author?.username]);
    assert.deepEqual(entries, [["submit", "Done.", "bea"]]);
});

test("Without network a followed assignment shows what is kept, and says why there is no more", async () => {
    const { stage, page, assignment, followed } = await begun();
    await stage.until(() => followed.last?.isWhole && followed.last.entries);
    page.tab.kill();
    stage.device.isOffline = true;
    const next = await stage.page();
    /** @type {any} */
    let shown;
    next.davenport.use(Assignments).follow(assignment.id, new AbortController().signal, found => { shown = found; });
    await stage.until(() => shown?.problem);
    assert.deepEqual([shown.assignment?.task.description, shown.entries, shown.problem.isOffline], ["Slowly.", [], true]);
});

test("A followed assignment that is gone leaves nothing but the reason", async () => {
    const { stage, task, followed } = await begun();
    await stage.until(() => followed.last?.isWhole);
    removeTask(stage.server, task);
    await stage.until(() => followed.last.problem?.status === 404);
    assert.deepEqual([followed.last.assignment, followed.last.entries], [undefined, undefined]);
});

test("Nothing is shown after the signal", async () => {
    const { stage, assignment, followed, ended } = await begun();
    await stage.until(() => followed.last?.isWhole && followed.last.entries);
    ended.abort();
    const { length } = followed.all;
    act(stage.server, assignment, stage.bea, { action: "submit", text: "Done." });
    await stage.advance(60_000);
    assert.equal(followed.all.length, length);
});

test("A read marker that couldn't be sent is sent later, unless another person has signed in", async () => {
    const { stage, page, assignment, assignments } = await begun();
    const { id, number } = act(stage.server, assignment, stage.bea, { action: "message", text: "A question." });
    stage.fate(/^PUT .*read/, { arrives: 0, fails: true });
    await page.does(assignments.markRead(assignment.id, { id, number }));
    stage.honest();
    await stage.until(() => assignment.reads.get(stage.ada.id) === number);
});

test("Each side may do what the state allows, and after a deadline less", () => {
    /** @type {(more: any) => any} */
    const shown = more => ({ state: "todo", attempt: 0, closed: false, ...more });
    assert.deepEqual(actions(shown({}), "student", 0), ["submit", "message", "start"]);
    const locked = shown({ locksAt: "2026-01-01T10:00:00Z" });
    assert.deepEqual(actions(locked, "student", Date.parse("2026-01-01T10:01:00Z")), ["message", "start"]);
    assert.deepEqual(actions(shown({ state: "submitted", attempt: 1 }), "student", 0), ["message", "takeBack"]);
    const opened = shown({ state: "submitted", attempt: 1, openedAt: "2026-01-01T10:00:00Z" });
    assert.deepEqual(actions(opened, "student", 0), ["message"]);
    assert.deepEqual(actions(shown({ state: "submitted" }), "teacher", 0), ["return", "complete", "message", "excuse", "extend"]);
    assert.deepEqual(actions(shown({ state: "done" }), "teacher", 0), ["message", "evaluate", "reopen", "extend"]);
    assert.deepEqual(actions(shown({ closed: true }), "teacher", 0), []);
});

test("A deadline counts until the end of its minute", () => {
    const at = "2026-01-01T10:00:30Z";
    assert.equal(ends(at), Date.parse("2026-01-01T10:01:00Z"));
    assert.deepEqual([isMinuteOver(at, ends(at) - 1), isMinuteOver(at, ends(at)), isMinuteOver(undefined, ends(at))], [false, true, false]);
});

test("Points are typed with a comma or a point", () => {
    for (const [text, found] of /** @type {[string, object][]} */ ([
        ["", {}], [" ", {}], ["7", { points: 7 }], ["6.5", { points: 6.5 }], [" 6,25 ", { points: 6.25 }], ["10", { points: 10 }],
        ["10.01", { fault: "At most 10." }], ["-1", { fault: "A number such as 6.5, with two decimals at most." }],
        ["1.234", { fault: "A number such as 6.5, with two decimals at most." }],
        ["ten", { fault: "A number such as 6.5, with two decimals at most." }],
    ])) assert.deepEqual(pointsIn(text, 10), found, text);
});
