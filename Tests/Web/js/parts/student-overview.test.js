// A teacher's students in groups: each of them stands in one, by what there is to do.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { places } = await import("../../../../Sources/Web/js/parts/class/student-overview.js");

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
