// The draft of an evaluation, which the teachers of a task share: nothing that somebody typed is lost or replaced unasked.
import { press, settle } from "./page.js";
import assert from "node:assert/strict";
import test, { mock } from "node:test";

const { davenport, Problem } = await import("../../../../Sources/Web/js/client.js");
const { EvaluationDraft } = await import("../../../../Sources/Web/js/parts/class/evaluation-draft.js");
mock.timers.enable({ apis: ["setTimeout"] });

/** A teacher's form, beside a server that has the draft. @param {any} [draft] @param {any} [evaluation] */
function begun(draft, evaluation) {
    const stage = {
        server: /** @type {any} */ ({ version: 1, task: { maxPoints: 10 }, draft, evaluation }),
        values: { mark: "", text: "" }, faults: /** @type {any[]} */ ([]), calls: /** @type {string[]} */ ([]), isAway: false,
        /** What somebody types. @param {string} mark @param {string} text */
        types(mark, text) {
            stage.values = { mark, text };
            page.typed();
        },
        async pass() {
            mock.timers.tick(5_000);
            await settle();
        },
        /** Another teacher saves a draft. @param {number} points @param {string} text */
        other(points, text) {
            Object.assign(stage.server, { version: stage.server.version + 1, draft: { points, text, by: { username: "olga" } } });
        },
    };
    davenport.connection.call = /** @type {any} */ (async (/** @type {string} */ operation, /** @type {any} */ { body }) => {
        stage.calls.push(operation);
        if (stage.isAway && operation === "showAssignment") {
            throw new Problem(0, { code: "offline", detail: "The server can’t be reached." });
        }
        const isStale = operation === "setDraft" && body.version !== stage.server.version;
        if (isStale) throw new Problem(409, { code: "assignment_changed", detail: "Changed." });
        if (operation === "setDraft") {
            Object.assign(stage.server, { version: body.version + 1, draft: { points: body.points, text: body.text } });
        }
        return structuredClone(stage.server);
    });
    const page = new EvaluationDraft("one", {
        get: () => ({ ...stage.values }), put: values => { stage.values = values; }, maxPoints: 10,
        fault: text => { stage.faults.push(text); }, onChange() {}, signal: new AbortController().signal,
    });
    return { stage, page };
}

test("What is typed is the draft a moment later, and points beyond the most are not", async () => {
    const { stage, page } = begun();
    page.update(stage.server, undefined);
    stage.types("11", "Lovely.");
    await stage.pass();
    assert.deepEqual([stage.server.draft, stage.faults.at(-1)], [undefined, "At most 10."]);
    stage.types("6,5", "Lovely.");
    await stage.pass();
    assert.deepEqual(stage.server.draft, { points: 6.5, text: "Lovely." });
    assert.equal(page.status.textContent, "Draft saved. No student sees it.");
});

test("That points are missing is said until somebody types, also once the draft without them is saved", async () => {
    const { stage, page } = begun();
    page.update(stage.server, undefined);
    stage.types("", "Lovely.");
    const before = stage.faults.length;
    await stage.pass();
    assert.equal(stage.server.draft.text, "Lovely.");
    assert.deepEqual(stage.faults.slice(before), []);
    stage.types("9", "Lovely.");
    assert.deepEqual(stage.faults.slice(before), [undefined]);
    await stage.pass();
});

const choices = { "Use mine": { points: 4, text: "Mine." }, "Use theirs": { points: 7, text: "Theirs." } };
for (const [choice, wanted] of Object.entries(choices)) {
    test(`Of two teachers' drafts both are shown, and nothing is saved until one is chosen: ${choice}`, async () => {
        const { stage, page } = begun();
        page.update(stage.server, undefined);
        stage.other(7, "Theirs.");
        stage.types("4", "Mine.");
        await stage.pass();
        assert.match(page.choice.textContent ?? "", /olga.*wrote something else.*Mine\..*Theirs\./);
        assert.deepEqual([stage.server.draft.text, await page.save()], ["Theirs.", false]);
        press(page.choice, choice);
        await stage.pass();
        const { points, text } = stage.server.draft;
        assert.deepEqual([{ points, text }, stage.values], [wanted, { mark: String(wanted.points), text: wanted.text }]);
        assert.equal(page.choice.textContent, "");
    });
}

test("What is typed before the first answer becomes the draft, or stands beside the one that is there", async () => {
    const { stage, page } = begun();
    stage.types("7", "");
    page.update(stage.server, undefined);
    await stage.pass();
    assert.equal(stage.server.draft.points, 7);
    const later = begun({ points: 3, text: "Written before." });
    later.stage.types("7", "");
    later.page.update(later.stage.server, undefined);
    assert.match(later.page.choice.textContent ?? "", /Written before\./);
    press(later.page.choice, "Use mine");
    await later.stage.pass();
    assert.deepEqual([later.stage.server.draft.points, later.stage.values.mark], [7, "7"]);
});

test("The points that were given last stand in the field as no draft, and can be given again", async () => {
    const { stage, page } = begun(undefined, { points: 6.5 });
    page.update(stage.server, undefined);
    await stage.pass();
    assert.deepEqual([stage.values.mark, stage.calls], ["6.5", []]);
    assert.equal(await page.save(), true);
    assert.equal(stage.server.draft.points, 6.5);
});

test("A draft that can't be saved says so, and is tried again by itself", async () => {
    const { stage, page } = begun();
    page.update(stage.server, undefined);
    stage.other(3, "From elsewhere.");
    stage.isAway = true;
    stage.types("7", "");
    await stage.pass();
    assert.match(page.status.textContent ?? "", /^Not saved:/);
    stage.isAway = false;
    await stage.pass();
    assert.match(page.choice.textContent ?? "", /From elsewhere\./);
});

test("A newer version with the same draft is taken over while something is typed, so that no save is refused", async () => {
    const { stage, page } = begun({ points: 6.5, text: "Slower." });
    page.update(stage.server, undefined);
    stage.types("6,5", "Slower, and softer.");
    // The student hands in meanwhile. The page's own copy may come later than its number.
    stage.server.version += 1;
    page.update(structuredClone(stage.server), undefined);
    await stage.pass();
    stage.types("7", "Slower, and softer.");
    stage.server.version += 1;
    page.knows(stage.server.version);
    await stage.pass();
    assert.deepEqual([stage.calls, stage.server.draft.points], [["setDraft", "showAssignment", "setDraft"], 7]);
    assert.equal(page.choice.textContent, "");
});

test("While a draft is published no save is sent beside it, and what is typed meanwhile is the next draft", async () => {
    const { stage, page } = begun();
    page.update(stage.server, undefined);
    stage.types("7", "Lovely.");
    assert.equal(await page.save(), true);
    let isHeld = true;
    const publishing = page.whileHeld(async () => {
        while (isHeld) await settle();
        // The server has published what it had, and no draft is left.
        Object.assign(stage.server, { version: stage.server.version + 1, draft: undefined, evaluation: { points: 7 } });
        page.published();
    });
    stage.types("7", "Lovely. And one thing more.");
    await stage.pass();
    // The feed is faster than the answer.
    page.update({ ...stage.server, version: stage.server.version + 1, draft: undefined, evaluation: { points: 7 } }, undefined);
    assert.deepEqual([stage.calls, stage.values.text], [["setDraft"], "Lovely. And one thing more."]);
    isHeld = false;
    await publishing;
    await stage.pass();
    assert.deepEqual(stage.calls, ["setDraft", "showAssignment", "setDraft"]);
    assert.deepEqual([stage.server.draft.text, page.choice.textContent], ["Lovely. And one thing more.", ""]);
});

test("A save that is under way is awaited before the draft is published", async () => {
    const { stage, page } = begun();
    page.update(stage.server, undefined);
    stage.types("7", "Lovely.");
    const saving = page.save();
    await page.whileHeld(async () => { stage.calls.push("return"); });
    assert.deepEqual([stage.calls, await saving, page.state.base?.version], [["setDraft", "return"], true, 2]);
});
