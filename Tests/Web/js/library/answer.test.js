// What counts as an answer (docs/rules/http.md): its status, its media type, its shape, and the request's echo.
import assert from "node:assert/strict";
import test from "node:test";
import { Connection } from "../../../../Sources/Web/js/davenport/api/connection.js";
import { conforms, operationIDs } from "../../../../Sources/Web/js/davenport/api/operations.js";

const mutes = { userIDs: [], words: ["finale"] };
const json = "application/json; charset=utf-8";

/**
 * A connection whose requests get this answer. `echo` is what it repeats instead of the request's.
 * @param {number} status
 * @param {{ type?: string, body?: any, echo?: string | null, headers?: Record<string, string> }} answer
 */
function connected(status, { type, body, echo, headers = {} }) {
    const platform = /** @type {any} */ ({
        now: () => 0, setTimeout: () => 0, clearTimeout: () => {},
        randomBytes: (/** @type {number} */ count) => new Uint8Array(count).fill(7),
        fetch: async (/** @type {string} */ _, /** @type {any} */ request) => {
            const given = echo === undefined ? request.headers.get("Davenport-Echo") : echo;
            const all = { ...headers, ...(type && { "Content-Type": type }), ...(given && { "Davenport-Echo": given }) };
            const text = status === 204 || status === 304 ? null : typeof body === "string" ? body : JSON.stringify(body);
            return new Response(text, { status, headers: all });
        },
    });
    return new Connection(platform);
}

/** @param {Promise<unknown>} promise */
async function problemOf(promise) {
    return promise.then(() => { throw new Error("It was taken for an answer."); }, error => error);
}

test("An answer with the declared status, media type and shape, and the request's echo, counts", async () => {
    assert.deepEqual(await connected(200, { type: json, body: mutes }).call("showMutes"), mutes);
    assert.equal(await connected(204, {}).call("endCurrentSession"), undefined);
});

for (const [what, status, answer] of /** @type {[string, number, any][]} */ ([
    ["no echo", 200, { type: json, body: mutes, echo: null }],
    ["another request's echo", 200, { type: json, body: mutes, echo: "A".repeat(22) }],
    ["a page", 200, { type: "text/html", body: "<p>Welcome" }], ["an empty body", 200, { body: "" }],
    ["an empty object", 200, { type: json, body: {} }],
    ["another shape", 200, { type: json, body: { userIDs: [], words: [7] } }],
    ["half of a body", 200, { type: json, body: '{"userIDs":[],"wo' }],
    ["a status that isn't declared", 201, { type: json, body: mutes }], ["a 204 where there is a body", 204, {}],
    ["a 304 without a tag", 304, {}],
    ["a problem without its shape", 404, { type: "application/problem+json", body: { code: "not_found" } }],
    ["a problem as a page", 404, { type: "text/html", body: "<p>Not found" }],
    ["a status of a proxy", 511, { type: "text/html", body: "<p>Sign in" }],
    ["a problem with another status", 404,
        { type: "application/problem+json", body: { type: "", title: "", status: 500, code: "x", detail: "y" } }],
])) {
    test(`An answer with ${what} is none, and counts as an interception`, async () => {
        const connection = connected(status, answer);
        const problem = await problemOf(connection.call("showMutes"));
        const { code, isOffline, isTransient, isUnreadable } = problem;
        assert.deepEqual([problem.status, code, isOffline, isTransient, isUnreadable], [0, "unreadable", true, true, true]);
        assert.equal(connection.interceptedSince, 0);
    });
}

test("A 401 ends the session only if it is Davenport's", async () => {
    const body = {
        type: "urn:davenport:problem:unauthenticated", title: "", status: 401, code: "unauthenticated", detail: "Sign in.",
    };
    for (const echo of [undefined, null]) {
        const connection = connected(401, { type: "application/problem+json", body, echo });
        let ended = 0;
        connection.onUnauthenticated = () => { ended += 1; };
        await problemOf(connection.call("showMutes"));
        assert.equal(ended, echo === undefined ? 1 : 0);
    }
});

test("A refusal has its code, its faults and the time after which to try again", async () => {
    const errors = [{ field: "words", code: "too_long", message: "At most 100." }];
    const body = { type: "", title: "", status: 422, code: "invalid", detail: "The request isn't valid.", errors };
    const problem = await problemOf(connected(422, { type: "application/problem+json", body, headers: { "Retry-After": "7" } })
        .call("changeMutes", { body: mutes }));
    const { status, code, faults, retryAfter } = problem;
    assert.deepEqual([status, code, faults, retryAfter], [422, "invalid", { words: "At most 100." }, 7]);
    assert.equal(problem.isTransient, false);
});

test("A 304 counts for a request with a tag", async () => {
    assert.deepEqual(await connected(304, {}).callTagged("showMutes", {}, '"tag"'), { isUnchanged: true });
});

test("Bytes count with one of the declared media types alone", async () => {
    const path = { wordListID: "en-0123456789ab" };
    /** @param {string} type */
    const asked = type => connected(200, { type, body: "words" }).call("showWordList", { path });
    assert.equal(await (await asked("text/plain")).text(), "words");
    assert.equal((await problemOf(asked("text/html"))).code, "unreadable");
});

test("The echo is new for each attempt, and has 22 characters", async () => {
    /** @type {string[]} */
    const echoes = [];
    let number = 0;
    const platform = /** @type {any} */ ({
        now: () => 0, setTimeout: () => 0, clearTimeout: () => {},
        randomBytes: (/** @type {number} */ count) => new Uint8Array(count).fill(number++),
        fetch: async (/** @type {string} */ _, /** @type {any} */ { headers }) => {
            echoes.push(headers.get("Davenport-Echo"));
            throw new TypeError("offline");
        },
    });
    const connection = new Connection(platform);
    for (let attempt = 0; attempt < 3; attempt++) assert.equal((await problemOf(connection.call("showMutes"))).code, "offline");
    assert.equal(new Set(echoes).size, 3);
    for (const echo of echoes) assert.match(echo, /^[\w-]{22}$/);
});

test("A value that a later version adds is no fault of the shape", async () => {
    assert.equal((await operationIDs()).length, 180);
    assert.equal(await conforms("Subject", { kind: "podcast", title: "Later" }), true);
    assert.equal(await conforms("Subject", { kind: "tv", title: "Wrong" }), false);
    assert.equal(await conforms("Mutes", { userIDs: [], words: [], more: 1 }), true);
});
