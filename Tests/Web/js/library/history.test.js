// How the files of other services are read: as `WatchHistory` in Swift reads them, whose tests have the same files.
import assert from "node:assert/strict";
import test from "node:test";
import { HistoryFault, linesOfElements, outlineOf, readHistory, requestsOf } from "../../../../Sources/Web/js/davenport/rules/history.js";
import { timeOf, titleOf } from "../../../../Sources/Web/js/davenport/rules/plays.js";

const now = Date.parse("2026-03-01T20:00:00Z");
const file = (/** @type {string} */ name, /** @type {string} */ text) => ({ name, bytes: new TextEncoder().encode(text) });
const read = (/** @type {ReturnType<typeof file>[]} */ ...files) => readHistory(files, now);
const items = (/** @type {ReturnType<typeof file>[]} */ ...files) => read(...files).things.map(({ item }) => item);

const trakt = `[
  {"id": 3, "watched_at": "2025-02-02T20:00:00.000Z", "action": "scrobble", "type": "episode",
   "episode": {"season": 1, "number": 2, "title": "Half Loop", "ids": {"tmdb": 9}},
   "show": {"title": "Severance", "year": 2022, "ids": {"trakt": 1, "tmdb": 95396}}},
  {"id": 2, "watched_at": "2025-01-01T20:00:00.000Z", "action": "watch", "type": "movie",
   "movie": {"title": "Seven Samurai", "year": 1954, "ids": {"tmdb": 346}}},
  {"id": 1, "watched_at": "2024-01-01T20:00:00.000Z", "action": "watch", "type": "episode",
   "episode": {"season": 1, "number": 2, "ids": {}}, "show": {"title": "Severance", "ids": {"tmdb": 95396}}},
  {"id": 4, "watched_at": "2025-01-03T20:00:00.000Z", "type": "movie", "movie": {"title": "Home Video", "year": 1999, "ids": {"tmdb": null}}},
  {"id": 5, "watched_at": "2025-01-04T20:00:00.000Z", "type": "episode",
   "episode": {"season": 2, "number": 1}, "show": {"title": "Our Show", "ids": {}}},
  {"id": 6, "watched_at": "soon", "type": "movie", "movie": {"title": "Never", "ids": {"tmdb": 1}}},
  {"id": 7, "watched_at": "2025-01-04T20:00:00.000Z", "type": "show"}, {}, 7,
  {"id": 8, "watched_at": "0001-01-01T00:00:00.000Z", "type": "movie", "movie": {"title": "Long ago", "ids": {"tmdb": 2}}}
]`;

// Shows rule 16.42.
test("Trakt's history becomes one thing each, at its earliest play; what has no time or thing is named by file, line and place", () => {
    const { things, leftOut, read: files, others } = read(file("watched-history-1.json", trakt), file("watched-movies.json", "{"), file("lists.json", "{"));
    assert.deepEqual(things.map(({ item }) => item), [
        { subject: { kind: "tv", season: 1, episode: 2, showID: 95396, showTitle: "Severance" }, watchedAt: "2024-01-01T20:00:00.000Z" },
        { subject: { kind: "movie", movieID: 346, title: "Seven Samurai" }, watchedAt: "2025-01-01T20:00:00.000Z" },
        { title: "Home Video", year: 1999, watchedAt: "2025-01-03T20:00:00.000Z" },
        { subject: { kind: "tv", season: 2, episode: 1, showTitle: "Our Show" }, watchedAt: "2025-01-04T20:00:00.000Z" },
    ]);
    assert.deepEqual(leftOut, [
        { file: "watched-history-1.json", line: 12, entry: 6, reason: "has no time that can be read" },
        { file: "watched-history-1.json", line: 14, entry: 10, reason: "was watched at 0001-01-01T00:00:00.000Z, which can’t be" },
    ]);
    assert.deepEqual([files, others], [["watched-history-1.json"], ["watched-movies.json", "lists.json"]]);
});

// Shows rule 16.42.
test("Without Trakt's history, its lists of what was watched count, at the last play that they name", () => {
    const shows = `[{"last_watched_at": "2025-01-01T00:00:00.000Z", "show": {"title": "Severance", "ids": {"tmdb": 95396}},
        "seasons": [{"number": 1, "episodes": [{"number": 1, "plays": 1, "last_watched_at": "2025-01-01T00:00:00.000Z"}, {"number": 2}]}]}]`;
    const movies = `[{"last_watched_at": "2025-01-02T00:00:00.000Z", "movie": {"title": "Heat", "ids": {"tmdb": 949}}}]`;
    assert.deepEqual(items(file("watched-shows-2.json", shows), file("watched-movies.json", movies)).map(({ subject }) => subject), [
        { kind: "tv", season: 1, episode: 1, showID: 95396, showTitle: "Severance" }, { kind: "movie", movieID: 949, title: "Heat" },
    ]);
});

// Shows rule 16.42.
test("TV Time's episodes have TheTVDB's id, and its films a title and a year; the preview calls its shows by name", () => {
    const episodes = `user_id,key,s_id,s_no,ep_no,created_at,series_name
7,watch-episode-1,371980,1,2,2025-01-01 20:00:00,"Severance, or ""not"""
7,watch-episode-1,371980,1,2,2024-01-01 20:00:00,x
7,follow-series-1,371980,1,3,2024-01-01 20:00:00,x
7,watch-episode-2,,1,2,2025-01-01 20:00:00,x
7,watch-episode-3,371980,1,3,2025-01-05 22:00:00+02:00,"Severance, or ""not"""
`;
    const films = `type,movie_name,release_date,created_at
watch,"Seven Samurai",1954-04-26 00:00:00,2025-01-02 20:00:00
towatch,Heat,1995-12-15 00:00:00,2025-01-02 20:00:00
watch,Our Wedding,,2025-01-03 20:00:00`;
    const { things, leftOut } = read(file("tracking-prod-records.csv", `\u{FEFF}${films}`),
        file("tracking-prod-records-v2.csv", episodes.replaceAll("\n", "\r\n")));
    assert.deepEqual(things.map(({ item }) => item), [
        { tvdbID: 371980, season: 1, episode: 2, watchedAt: "2024-01-01T20:00:00.000Z" },
        { title: "Seven Samurai", year: 1954, watchedAt: "2025-01-02T20:00:00.000Z" },
        { subject: { kind: "custom", title: "Our Wedding" }, watchedAt: "2025-01-03T20:00:00.000Z" },
        { tvdbID: 371980, season: 1, episode: 3, watchedAt: "2025-01-05T20:00:00.000Z" },
    ]);
    assert.deepEqual(things.map(({ name }) => name), ["x", "Seven Samurai", "Our Wedding", "Severance, or \"not\""]);
    assert.deepEqual(leftOut.map(({ line, entry }) => [line, entry]), [[5, 4]]);
});

// Shows rule 16.42.
test("Of two columns for one thing, the one with a value counts", () => {
    for (const values of [",1,2,", "1,,,2", "1,0,,2", "1,x,9,2", " 1 ,,2,"]) {
        const text = `key,s_id,season_number,s_no,ep_no,episode_number,created_at\nwatch-episode-1,371980,${values},2025-01-01 20:00:00\n`;
        assert.deepEqual(items(file("tracking-prod-records-v2.csv", text)).map(({ season, episode }) => [season, episode]), [[1, 2]], values);
    }
});

// Shows rule 16.42.
test("A file that isn't what its name says is named, and nothing is read", () => {
    for (const text of ["{}", "[", "7", "\u{FFFD}"]) {
        assert.throws(() => read(file("watched-history.json", text)), new HistoryFault("watched-history.json", "isn’t a JSON list."));
    }
    const broken = { name: "tracking-prod-records.csv", bytes: new Uint8Array([0xFF, 0xFE]) };
    assert.throws(() => read(broken), new HistoryFault(broken.name, "isn’t UTF-8."));
    assert.throws(() => read(file(broken.name, "a,b\n1,\"open")), /has a quote without its end, which begins on line 2/);
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
    const outline = outlineOf(read(file("watched-history.json", trakt)).things);
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
