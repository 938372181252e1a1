// How the files of other services are read: as `WatchHistory` in Swift reads them, whose tests write the cases.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { HistoryFault, linesOfElements, outlineOf, readHistory, requestsOf } from "../../../../Sources/Web/js/davenport/rules/history.js";
import { timeOf, titleOf } from "../../../../Sources/Web/js/davenport/rules/plays.js";

const now = Date.parse("2026-03-01T20:00:00Z");
/** @typedef {{ name: string, bytes: string }} File its bytes are in base64. */
/** @type {{ readings: { files: File[], items?: Wire.HistoryItem[], leftOut?: unknown[], fault?: unknown }[] }} */
const { readings } = JSON.parse(fs.readFileSync(new URL("../../vectors/history.json", import.meta.url), "utf8"));
const read = (/** @type {File[]} */ files) =>
    readHistory(files.map(({ name, bytes }) => ({ name, bytes: new Uint8Array(Buffer.from(bytes, "base64")) })), now);
/** Texts of the page have typographic apostrophes. */
const plain = (/** @type {string} */ text) => text.replaceAll("’", "'");

// Shows rule 16.42.
test("Files are read as in Swift: the same things and times, the same left out by line and place, the same faults", () => {
    assert.ok(readings.length > 10);
    for (const { files, items: expected = [], leftOut: expectedLeftOut, fault } of readings) {
        if (fault) {
            assert.throws(() => read(files), (/** @type {HistoryFault} */ { file, reason }) => {
                assert.deepEqual({ file, reason: plain(reason) }, fault);
                return true;
            });
            continue;
        }
        const { things, leftOut } = read(files);
        const items = expected.map(one => ({ ...one, watchedAt: new Date(one.watchedAt).toISOString() }));
        assert.deepEqual(things.map(({ item }) => item), items);
        assert.deepEqual(leftOut.map(one => ({ ...one, reason: plain(one.reason) })), expectedLeftOut);
    }
});

// Shows rule 16.42.
test("Which files were read is said, and which weren't", () => {
    const { read: files, others } = read(readings[0].files);
    assert.deepEqual([files, others], [["watched-history-1.json"], ["watched-movies.json", "lists.json"]]);
});

// Shows rule 16.42.
test("The preview calls TV Time's shows by the name of their earliest play", () => {
    const tvTime = readings.find(({ files, items }) => files.length === 2 && items?.some(({ tvdbID }) => tvdbID)) ?? readings[0];
    const names = read(tvTime.files).things.map(({ name }) => name);
    assert.deepEqual(names, ["x", "Seven Samurai", "Our Wedding", "Severance, or \"not\""]);
});

// Shows rule 16.42.
test("Requests have at most 200 things and 64 KiB, and nothing is lost", () => {
    const long = "ä".repeat(200);
    const things = Array.from({ length: 450 }, (_, episode) => ({ name: "x", item: {
        subject: { kind: /** @type {const} */ ("tv"), showID: 1, season: 1, episode, showTitle: episode < 250 ? "x" : long, episodeTitle: long },
        watchedAt: new Date(episode * 1000).toISOString(),
    } }));
    const requests = requestsOf(things);
    assert.deepEqual(requests.flat(), things);
    for (const request of requests) {
        assert.ok(request.length <= 200);
        assert.ok(new TextEncoder().encode(JSON.stringify({ items: request.map(({ item }) => item) })).length <= 64 * 1024);
    }
    assert.deepEqual(requestsOf([]), []);
});

// Shows rule 16.42.
test("The preview counts episodes by show and films, says from when to when, and how many need a catalogue", () => {
    const outline = outlineOf(read(readings[0].files).things);
    assert.deepEqual(outline, {
        episodes: 2, films: ["Home Video", "Seven Samurai"], first: "2024-01-01T20:00:00.000Z", last: "2025-01-04T20:00:00.000Z",
        shows: [{ name: "Our Show", episodes: 1 }, { name: "Severance", episodes: 1 }], needCatalogue: 1,
    });
    assert.deepEqual(outlineOf([]), { episodes: 0, films: [], shows: [], first: undefined, last: undefined, needCatalogue: 0 });
});

test("Times are those of RFC 3339 that exist, cut to milliseconds, and titles those that the API takes", () => {
    for (const [text, time] of [
        ["2025-01-01T20:00:00Z", "2025-01-01T20:00:00.000Z"], ["2025-01-01t20:00:00.98765+01:30", "2025-01-01T18:30:00.987Z"],
        ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"], ["0099-03-01T00:00:00Z", "0099-03-01T00:00:00.000Z"],
        ["2025-02-29T00:00:00Z", undefined], ["2025-01-01 20:00:00Z", undefined], ["2025-01-01T24:00:00Z", undefined],
        ["2025-01-01T20:00:00", undefined], ["0000-01-01T00:00:00Z", undefined], [7, undefined],
    ]) assert.equal(timeOf(text), time, String(text));
    assert.equal(titleOf(`  ${"e\u0301".repeat(150)}`)?.length, 99);
    for (const none of ["", " \t", "\u200B", "two\u0007bells", 7, null]) assert.equal(titleOf(none), undefined);
});

test("Each element of a JSON list has its line, whatever stands in its texts", () => {
    assert.deepEqual(linesOfElements("[1, \"a\\\"[,\\n\",\n{\"a\": [1,\n2]}\n,\n[3], null]"), [1, 1, 2, 5, 5]);
    assert.deepEqual(linesOfElements("[]"), []);
});
