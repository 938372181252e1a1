// A student's list in groups: what is late comes first, and otherwise what is due next.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { grouping } = await import("../../../../Sources/Web/js/parts/class/own-assignments.js");

/** @param {string} id @param {object} [fields] @returns {any} */
const task = (id, fields) => ({ id, state: "todo", closed: false, missing: false, ...fields });

/** @param {any[]} mine */
const groups = (mine) => mine.map(grouping(mine)).join(" ");

test("What is due next stands alone while nothing is late", () => {
    assert.equal(groups([task("a", { state: "submitted" }), task("b"), task("c"), task("d", { state: "returned" })]),
        "submitted next todo returned");
    assert.equal(groups([task("a", { state: "returned" }), task("b", { state: "inProgress" })]), "next todo");
});

test("All that is late comes first, in place of what is due next", () => {
    assert.equal(groups([task("a", { state: "returned" }), task("b", { missing: true }),
        task("c", { missing: true, state: "inProgress" }), task("d")]), "returned late late todo");
    // Nothing can be handed in of what is closed or excused.
    assert.equal(groups([task("a", { missing: true, closed: true }), task("b", { missing: true, state: "excused" }), task("c")]),
        "done done next");
});
