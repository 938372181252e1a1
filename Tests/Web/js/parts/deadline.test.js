// Local times in fields, in a time zone that skips an hour, and what can still be done after handing in.
process.env.TZ = "Europe/Berlin";
await import("./page.js");
const { default: assert } = await import("node:assert/strict");
const { default: test } = await import("node:test");
const { replica } = await import("../../../../Sources/Web/js/client.js");
const { takeBackWords } = await import("../../../../Sources/Web/js/parts/class/entry-words.js");
const { localTime, withOffset } = await import("../../../../Sources/Web/js/parts/class/extension.js");

test("A time in the skipped hour is the browser's, and what is sent is what the field shows", () => {
    assert.equal(withOffset("2027-03-28T02:30"), "2027-03-28T03:30:00+02:00");
    assert.equal(localTime("2027-03-28T03:30:00+02:00"), "2027-03-28T03:30");
    for (const local of ["2027-03-28T02:30", "2027-03-28T01:59", "2027-03-28T03:00", "2027-10-31T02:30", "2027-07-01T18:00"]) {
        assert.equal(Date.parse(withOffset(local) ?? ""), Date.parse(local), local);
    }
});

// Shows rule 16.36.
test("Before something is handed in, the page says until when it can be taken back, and what can be done then", () => {
    Object.assign(replica, { now: () => Date.parse("2027-07-01T12:00:00Z"), zone: () => undefined,
        person: (/** @type {any} */ one) => one });
    const [greta, hans] = ["greta", "hans"].map((username) => ({ id: username, username, identityColor: "#2a6fdb" }));
    const said = (/** @type {object} */ more, teachers = [greta]) => takeBackWords(/** @type {any} */ ({ attempt: 0,
        task: { teachers }, ...more })).replace(/[\u2068\u2069]/g, "");
    const any = "You can send messages at any time.";
    assert.equal(said({}), `You can take it back and change it until greta opens it. ${any}`);
    assert.equal(said({}, [greta, hans]), `You can take it back and change it until a teacher opens it. ${any}`);
    assert.equal(said({ dueAt: "2027-07-02T16:00:00Z", locksAt: "2027-07-03T16:00:00Z" }),
        `You can take it back and change it until greta opens it, at the latest until the deadline, tomorrow, 18:00. ${any}`);
    assert.equal(said({ dueAt: "2027-06-30T16:00:00Z" }), "It counts as late, and you can’t take it back: "
        + "the deadline was yesterday, 18:00. You can still send messages, and greta can return it to you.");
    assert.equal(said({ attempt: 1, dueAt: "2027-06-30T16:00:00Z" }),
        `You can take it back and change it until greta opens it. ${any}`, "another attempt has no deadline");
});
