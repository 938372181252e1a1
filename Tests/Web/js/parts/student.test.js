// A student's page, for a teacher: the tasks in groups, by what there is to do.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { inGroup } = await import("../../../../Sources/Web/js/screens/students.js");
const { countsOf } = await import("../../../../Sources/Web/js/parts/class/class-words.js");
const { isBehind } = await import("../../../../Sources/Web/js/parts/class/student-overview.js");

/** @param {string} id @param {object} [fields] @returns {any} */
const task = (id, fields) => ({ id, state: "todo", closed: false, missing: false, archived: false, ...fields });

test("Each task stands in one group, and what waits longest or is due next comes first", () => {
    const all = [
        task("later", { dueAt: "2027-07-03T16:00:00Z" }), task("soon", { dueAt: "2027-07-02T16:00:00Z", state: "inProgress" }), task("some day"),
        task("second", { state: "submitted", submittedAt: "2027-07-01T10:00:00Z", missing: true }),
        task("first", { state: "submitted", submittedAt: "2027-06-30T10:00:00Z" }), task("late", { missing: true }),
        task("old", { state: "done", submittedAt: "2027-05-01T10:00:00Z" }), task("new", { state: "returned", submittedAt: "2027-06-01T10:00:00Z" }),
        task("excused", { state: "excused", missing: true }), task("closed", { state: "submitted", closed: true }),
        task("archived", { state: "done", archived: true }),
    ];
    const groups = /** @type {const} */ (["review", "late", "todo", "marked", "over", "archived"]);
    assert.deepEqual(groups.map((group) => inGroup(all, group).map(({ id }) => id).join()),
        ["first,second", "late", "soon,later,some day", "new,old", "closed,excused", "archived"]);
});

test("The parts of a student's bar add up to the tasks: what is late is counted as that alone", () => {
    const all = [task("late", { missing: true }), task("begun late", { state: "inProgress", missing: true }),
        task("begun", { state: "inProgress" }),
        task("free"), task("returned", { state: "returned" }), task("handed in late", { state: "submitted", missing: true })];
    const counts = countsOf(all, isBehind);
    assert.deepEqual(counts, [["late", 2], ["todo", 1], ["inProgress", 1], ["submitted", 1], ["returned", 1]]);
    assert.equal(counts.reduce((sum, [, count]) => sum + count, 0), all.length);
});
