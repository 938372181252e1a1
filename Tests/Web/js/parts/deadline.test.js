// Local times in fields, in a time zone that skips an hour.
process.env.TZ = "Europe/Berlin";
await import("./page.js");
const { default: assert } = await import("node:assert/strict");
const { default: test } = await import("node:test");
const { localTime, withOffset } = await import("../../../../Sources/Web/js/parts/class/extension.js");

test("A time in the skipped hour is the browser's, and what is sent is what the field shows", () => {
    assert.equal(withOffset("2027-03-28T02:30"), "2027-03-28T03:30:00+02:00");
    assert.equal(localTime("2027-03-28T03:30:00+02:00"), "2027-03-28T03:30");
    for (const local of ["2027-03-28T02:30", "2027-03-28T01:59", "2027-03-28T03:00", "2027-10-31T02:30", "2027-07-01T18:00"]) {
        assert.equal(Date.parse(withOffset(local) ?? ""), Date.parse(local), local);
    }
});
