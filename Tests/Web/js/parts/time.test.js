// Times in words: they say enough to act on, in the zone of whoever reads.
process.env.TZ = "Europe/Berlin";
await import("./page.js");
const { default: assert } = await import("node:assert/strict");
const { default: test } = await import("node:test");
const { replica } = await import("../../../../Sources/Web/js/client.js");
const { clockText, dateText, onDayText } = await import("../../../../Sources/Web/js/parts/controls/time.js");
const { deadlineText } = await import("../../../../Sources/Web/js/parts/class/class-words.js");

const stage = { zone: /** @type {string | undefined} */ (undefined) };
Object.assign(replica, { now: () => Date.parse("2026-11-28T10:00:00+01:00"), zone: () => stage.zone });

// Shows rule 16.19.
test("A day is called by its name within six days, and by its date beyond", () => {
    for (const [stamp, day] of [
        ["2026-11-28T00:30:00+01:00", "today"], ["2026-11-29T00:30:00+01:00", "tomorrow"],
        ["2026-11-27T23:59:00+01:00", "yesterday"],
        ["2026-11-30T12:00:00+01:00", "on Monday"], ["2026-12-04T23:00:00+01:00", "on Friday"],
        ["2026-11-22T00:30:00+01:00", "on Sunday"],
        ["2026-12-05T00:30:00+01:00", "on Sat 5 Dec"], ["2027-01-02T12:00:00+01:00", "on Sat 2 Jan 2027"],
    ]) assert.equal(onDayText(stamp), day);
    assert.equal(dateText("2026-12-01T05:21:00+01:00"), "Tue 1 Dec, 05:21");
    assert.equal(dateText("2026-11-29T18:00:00+01:00"), "tomorrow, 18:00");
    assert.deepEqual(["2026-11-28T08:05:00+01:00", "2026-11-27T20:14:00+01:00"].map(stamp => clockText(new Date(stamp))),
        ["08:05", "yesterday, 20:14"]);
});

// Shows rule 16.19.
test("A deadline says when it is and how long that is, and a late one how late", () => {
    const dueAt = "2026-12-01T05:21:00+01:00";
    /** @type {[Parameters<typeof deadlineText>[0], string][]} */
    const cases = [
        [{}, "No deadline"], [{ dueAt }, "Due Tue 1 Dec, 05:21 · in 3 days"],
        [{ dueAt: "2026-11-29T18:00:00+01:00" }, "Due tomorrow, 18:00 · in 1 day"],
        [{ dueAt: "2026-11-28T12:10:00+01:00" }, "Due today, 12:10 · in 2 hours"],
        [{ dueAt: "2026-11-28T10:59:00+01:00" }, "Due today, 10:59 · in less than an hour"],
        [{ dueAt: "2026-11-24T18:00:00+01:00" }, "Due Tue 24 Nov, 18:00"],
        [{ dueAt: "2026-11-24T18:00:00+01:00", missing: true }, "Due Tue 24 Nov, 18:00 · 3 days late"],
        [{ dueAt: "2026-11-28T09:30:00+01:00", missing: true }, "Due today, 09:30 · just late"],
        [{ dueAt: "2026-11-24T09:00:00+01:00", late: true, attempt: 1, submittedAt: "2026-11-26T17:58:00+01:00" },
            "Handed in Thu 26 Nov, 17:58 · 2 days late"],
        [{ dueAt: "2026-11-24T09:00:00+01:00", late: true, attempt: 2, submittedAt: "2026-11-26T17:58:00+01:00" },
            "Handed in Thu 26 Nov, 17:58 · late"],
    ];
    for (const [assignment, text] of cases) assert.equal(deadlineText(assignment), text);
});

// Shows rule 16.19.
test("The clock's zone is named where the person keeps another one, and only where the two differ", () => {
    const stamp = "2026-12-01T05:21:00+01:00";
    for (const [zone, text] of [
        ["Asia/Tokyo", "Tue 1 Dec, 05:21 CET"], ["Europe/Paris", "Tue 1 Dec, 05:21"], ["Nowhere/Atall", "Tue 1 Dec, 05:21"],
    ]) {
        stage.zone = zone;
        assert.equal(dateText(stamp), text, zone);
    }
    stage.zone = undefined;
    assert.equal(dateText(stamp), "Tue 1 Dec, 05:21");
});
