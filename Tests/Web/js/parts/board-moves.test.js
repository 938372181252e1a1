// Where a card of the board may go, and what it says elsewhere: as rules 11.12 to 11.16 have it.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { actions } from "../../../../Sources/Web/js/davenport/rules/actions.js";

const { columns, columnOf, moveTo } = await import("../../../../Sources/Web/js/parts/class/board-moves.js");
const { spanOf } = await import("../../../../Sources/Web/js/parts/class/marks-export.js");

/**
 * What each column says of a card, in their order.
 * @param {"student" | "teacher"} side @param {any} fields
 */
function moves(side, fields) {
    const assignment = { attempt: 0, closed: false, task: {}, ...fields };
    const possible = actions(assignment, side, 0);
    return columns.map(([column]) => column === columnOf(assignment) ? "here"
        : moveTo(assignment, column, { possible, side, student: "ida" })).map(one => typeof one === "string" ? one
        : "why" in one ? one.why : "opens" in one ? one.opens : "own" in one ? `own ${one.own}` : one.action);
}

test("A teacher returns, completes and opens again where the state allows it, and reads why not elsewhere", () => {
    const hands = "Only ida hands it in.";
    assert.deepEqual(moves("teacher", { state: "todo" }), ["here", hands, "Nothing is handed in yet.", "complete"]);
    const stays = "What was handed in stays handed in.";
    assert.deepEqual(moves("teacher", { state: "submitted", attempt: 1 }), [stays, "here", "return", "complete"]);
    assert.deepEqual(moves("teacher", { state: "submitted", attempt: 1, task: { maxPoints: 10 } })[3], "Opens it, to give points.");
    assert.deepEqual(moves("teacher", { state: "done", attempt: 1 }),
        ["Work was handed in: it opens in “Returned”.", hands, "reopen", "here"]);
    assert.deepEqual(moves("teacher", { state: "excused" }),
        ["reopen", hands, "Nothing was handed in: it opens in “To do”.", "here"]);
});

test("A student takes back what nobody has opened, and hands in on the task’s page", () => {
    const opens = "Opens it, to hand in your work.";
    const done = "A teacher marks it as done.";
    assert.deepEqual(moves("student", { state: "todo" }), ["here", opens, "A teacher returns work.", done]);
    assert.deepEqual(moves("student", { state: "submitted", attempt: 1 }), ["takeBack", "here", "A teacher returns work.", done]);
    assert.deepEqual(moves("student", { state: "submitted", attempt: 2 }),
        ["It goes back to “Returned”.", "here", "takeBack", done]);
    const opened = { state: "submitted", attempt: 1, openedAt: "2026-01-01T00:00:00Z" };
    assert.equal(moves("student", opened)[0], "Your teacher has opened it.");
    const late = { state: "submitted", attempt: 1, dueAt: "1969-01-01T00:00:00Z" };
    assert.equal(moves("student", late)[0], "The deadline is over: it stays handed in.");
    const locked = { state: "todo", locksAt: "1969-01-01T00:00:00Z" };
    assert.equal(moves("student", locked)[1], "Nothing can be handed in any more.");
});

test("My own task is done and begun anew; a closed one stays where it is", () => {
    const own = "It is your own task: nothing of it is handed in.";
    assert.deepEqual(moves("student", { state: "inProgress", own: true }), ["here", own, own, "own done"]);
    assert.deepEqual(moves("student", { state: "done", own: true }), ["own todo", own, own, "here"]);
    const closed = "It is closed, and can only be read.";
    assert.deepEqual(moves("teacher", { state: "submitted", closed: true }), [closed, "here", closed, closed]);
});

test("The days of a table of marks are whole ones by this device’s clock", () => {
    const { from, to } = spanOf("2026-03-01", "2026-03-01");
    assert.deepEqual([from, to], [new Date("2026-03-01T00:00").toISOString(), new Date("2026-03-02T00:00").toISOString()]);
    assert.deepEqual(spanOf("", ""), { from: undefined, to: undefined });
});
