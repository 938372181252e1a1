// What an entry of a class takes along from the form, and what is left in it once the entry has arrived.
import assert from "node:assert/strict";
import test from "node:test";
import { hasAllOf, isAsked, newEntry, nextSteps } from "../../../../Sources/Web/js/parts/class/entry-rules.js";

const file = { id: "f1", name: "essay.txt", size: 1, type: "text/plain", sha256: "", createdAt: "" };

test("An entry has all of a form with its words and files, or with none", () => {
    const entry = { action: /** @type {const} */ ("submit"), text: "My essay", files: [file] };
    for (const form of [{ text: " My essay\n", fileIDs: ["f1"] }, { text: "My essay", fileIDs: [] }, { text: "", fileIDs: [] }]) {
        assert.ok(hasAllOf(entry, form), JSON.stringify(form));
    }
    for (const form of [{ text: "My essay and more", fileIDs: ["f1"] }, { text: "My essay", fileIDs: ["f1", "f2"] }]) {
        assert.ok(!hasAllOf(entry, form), JSON.stringify(form));
    }
});

test("An entry that takes nothing along leaves nothing to send, and what was typed after a draft was published does", () => {
    for (const action of /** @type {const} */ (["start", "takeBack", "extend"])) {
        assert.ok(hasAllOf({ action, files: [] }, { text: "My essay", fileIDs: [] }), action);
    }
    assert.ok(!hasAllOf({ action: "excuse", files: [] }, { text: "You were ill.", fileIDs: [] }));
    assert.ok(hasAllOf({ action: "return", text: "Lovely.", files: [] }, { text: "Lovely.\n", fileIDs: [] }));
    assert.ok(!hasAllOf({ action: "return", text: "Lovely.", files: [] }, { text: "Lovely. And more.", fileIDs: [] }));
});

test("Each of a student’s two forms has one step: the work is handed in or taken back, and a message is sent", () => {
    for (const [possible, state, main] of /** @type {const} */ ([[["submit", "start"], "todo", "submit"], [["takeBack"], "submitted"],
        [["message"], "done"]])) {
        const { direct, main: first } = nextSteps(possible, "student", state);
        assert.deepEqual([direct, first], [[possible[0]], main]);
    }
});

test("Only what an action carries is sent", () => {
    const form = { text: " Words ", fileIDs: ["f1"], version: 7, extendedTo: undefined };
    assert.deepEqual(newEntry({ action: "message", id: "e1" }, form),
        { id: "e1", action: "message", text: "Words", fileIDs: ["f1"] });
    assert.deepEqual(newEntry({ action: "start", id: "e1" }, form), { id: "e1", action: "start" });
    assert.deepEqual(newEntry({ action: "return", id: "e1" }, form),
        { id: "e1", action: "return", version: 7, text: undefined, fileIDs: ["f1"] });
});

test("A student’s message that waits for an answer makes the answer the main step", () => {
    const student = { id: "s1", username: "jon", identityColor: "#000000" };
    const assignment = { state: "todo", student };
    const asks = { action: /** @type {const} */ ("message"), author: student };
    assert.ok(isAsked(assignment, [asks]));
    assert.ok(!isAsked(assignment, []));
    assert.ok(!isAsked(assignment, [asks, { ...asks, author: { ...student, id: "t1" } }]));
    assert.ok(!isAsked({ ...assignment, state: "submitted" }, [asks]));
    const possible = /** @type {const} */ (["message", "complete", "excuse"]);
    assert.equal(nextSteps(possible, "teacher", "todo", true).main, "message");
    assert.equal(nextSteps(possible, "teacher", "todo", false).main, undefined);
});
