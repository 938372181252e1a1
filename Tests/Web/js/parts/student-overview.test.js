// A teacher's students in groups: each of them stands in one, by what there is to do.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { dueNext, inGroups, places } = await import("../../../../Sources/Web/js/parts/class/student-overview.js");

/** @param {string} id @returns {any} */
const person = (id) => ({ id, username: id });
const tasks = [{ id: "etude", title: "Etude" }, { id: "waltz", title: "Waltz" }];
/** @param {string} userID @param {string} taskID @param {object} [fields] @returns {any} */
const cell = (userID, taskID, fields) => ({ userID, taskID, state: "todo", closed: false, missing: false, unreadCount: 0, ...fields });

/** @param {any[]} cells @param {string[]} [mine] @param {any[]} [waiting] */
function groups(cells, mine = [], waiting = []) {
    const students = [...new Set(cells.map(({ userID }) => userID))].map(person);
    return places({ students, cells, tasks }, mine.map(person), waiting)
        .map(({ student, need, titles }) => [student.id, need, titles.join()].join(" ").trim());
}

test("A student stands in the group of what weighs most, with the tasks that put them there", () => {
    const late = { missing: true };
    assert.deepEqual(groups([cell("ada", "etude"), cell("ada", "waltz", late)]), ["ada late Waltz"]);
    assert.deepEqual(groups([cell("ada", "etude", { ...late, state: "inProgress" })]), ["ada late Etude"]);
    assert.deepEqual(groups([cell("ada", "etude", { state: "returned" }), cell("ada", "waltz")]), ["ada todo Waltz"]);
    assert.deepEqual(groups([cell("ada", "etude", { state: "returned" }), cell("ada", "waltz", { state: "done" })]),
        ["ada working Etude"]);
    // What is excused was never handed in, and nobody waits for it.
    assert.deepEqual(groups([cell("ada", "etude", { ...late, state: "excused" })]), ["ada nothing"]);
    assert.deepEqual(groups([cell("ada", "etude", { ...late, closed: true })]), ["ada nothing"]);
});

test("What waits for a review comes first, in its order, and each student once", () => {
    const waiting = ["waltz", "etude"].map((id) => ({ id, student: person("cem"), title: id, note: "" }));
    const cells = [cell("ada", "etude"), cell("cem", "etude", { state: "submitted" }), cell("cem", "waltz", { missing: true })];
    assert.deepEqual(groups(cells, ["bea", "ada"], waiting), ["cem review", "ada todo Etude", "bea free"]);
});

test("What is due next is the first open task whose deadline is ahead, with those who haven't handed it in", () => {
    const dated = [{ id: "past", dueAt: "2027-06-30T16:00:00Z" }, { id: "closed", closed: true, dueAt: "2027-07-01T16:00:00Z" },
        { id: "etude", dueAt: "2027-07-02T16:00:00Z" }, { id: "waltz", dueAt: "2027-07-03T16:00:00Z" }, { id: "free" }];
    const states = { ada: "todo", bea: "inProgress", cem: "submitted", dan: "returned", eve: "excused" };
    const cells = Object.entries(states).map(([id, state]) => cell(id, "etude", { state }));
    /** @type {any} */
    const board = { tasks: dated, students: Object.keys(states).map(person), cells };
    const next = dueNext(board, Date.parse("2027-07-01T12:00:00Z"));
    assert.deepEqual([next?.task.id, next?.missing.map(({ id }) => id).join()], ["etude", "ada,bea"]);
    assert.equal(dueNext(board, Date.parse("2028-01-01T00:00:00Z")), undefined);
});

test("Who has written what isn't read comes behind who is late, also with what is done or closed", () => {
    const done = { state: "done", unreadCount: 1 };
    assert.deepEqual(groups([cell("ada", "etude", done), cell("ada", "waltz")]), ["ada unread Etude"]);
    assert.deepEqual(groups([cell("ada", "etude", { ...done, closed: true })]), ["ada unread Etude"]);
    assert.deepEqual(groups([cell("ada", "etude", done), cell("ada", "waltz", { missing: true })]), ["ada late Waltz"]);
});

test("The groups stand in one order, without empty ones, and count the work that waits", () => {
    const waiting = ["waltz", "etude"].map((id) => ({ id, student: person("cem"), title: id, note: "" }));
    const cells = [cell("ada", "etude"), cell("bea", "etude", { missing: true }), cell("cem", "etude", { state: "submitted" })];
    const all = places({ students: ["ada", "bea", "cem"].map(person), cells, tasks }, [], waiting);
    assert.deepEqual(inGroups(all).map(({ own, title }) => [title, own.length].join(": ")),
        ["To review (2): 1", "Late (1): 1", "Not begun (1): 1"]);
});
