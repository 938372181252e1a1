// What an assignment allows, as docs/rules/class.md says it.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { actions } from "../../../../Sources/Web/js/davenport/class.js";

const page = fs.readFileSync(new URL("../../../../docs/rules/class.md", import.meta.url), "utf8");
const states = ["todo", "inProgress", "submitted", "returned", "done", "excused"];
const rows = [...page.matchAll(/^\| `(\w+)` \| ([ST]) \|(.*)\|$/gm)].map(
    ([, action, side, cells]) => ({ action, side, cells: cells.split("|").map(cell => cell.trim()) }),
);

// Shows rule 11.12.
test("Each side may do what the table of the rules allows, and nothing once the task is closed", () => {
    assert.equal(rows.length, 11);
    for (const [letter, side] of /** @type {const} */ ([["S", "student"], ["T", "teacher"]])) {
        for (const [place, state] of states.entries()) {
            const wanted = rows.filter(row => row.side === letter && row.cells[place] !== "✗").map(({ action }) => action);
            const one = /** @type {any} */ ({ state, attempt: 1, closed: false });
            assert.deepEqual([...actions(one, side, 0)].sort(), wanted.sort(), `${side}, ${state}`);
            assert.deepEqual(actions({ ...one, closed: true }, side, 0), []);
        }
    }
});
