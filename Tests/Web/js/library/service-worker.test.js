// What the service worker answers with: files of its version that are what the server has under their name, and nothing in their
// place.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import test from "node:test";
import vm from "node:vm";

const script = fs.readFileSync(new URL("../../../../Sources/Web/service-worker.js", import.meta.url), "utf8");
const origin = "https://sofa.example";
const code = "export const answer = 42;\n";
const digestOf = (/** @type {string} */ body) => `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;

/** An answer with a file. @param {string} body @param {Record<string, string>} [headers] */
const answer = (body, headers = {}) => new Response(body, {
    headers: { "Content-Type": "text/javascript", "Content-Digest": digestOf(body), ...headers },
});

/**
 * A worker with these answers of the network, and what it keeps.
 * @param {(path: string, options: any) => Response} network
 */
function worker(network) {
    /** @type {Map<string, (event: any) => void>} */
    const listeners = new Map();
    /** @type {Map<string, Map<string, Response>>} */
    const kept = new Map();
    const keyOf = (/** @type {any} */ one) => new URL(one.url ?? one, origin).href;
    const open = async (/** @type {string} */ name) => {
        const cache = kept.get(name) ?? new Map();
        kept.set(name, cache);
        return {
            match: async (/** @type {any} */ key) => cache.get(keyOf(key))?.clone(), keys: async () => [...cache.keys()],
            put: async (/** @type {any} */ key, /** @type {Response} */ found) => { cache.set(keyOf(key), found); },
        };
    };
    const self = {
        location: new URL(`${origin}/service-worker.js?version=0a`), clients: { matchAll: async () => [] },
        addEventListener: (/** @type {string} */ name, /** @type {any} */ listener) => listeners.set(name, listener),
    };
    vm.runInNewContext(script, {
        self, crypto, URL, Response, Headers, TextDecoder, Uint8Array, btoa,
        caches: { open, keys: async () => [...kept.keys()], delete: async () => {} },
        fetch: async (/** @type {any} */ request, /** @type {any} */ options) =>
            network(new URL(request.url ?? request, origin).pathname, options ?? {}),
    });
    /** @param {string} path @param {string} [mode] @returns {Promise<Response>} */
    const asks = (path, mode = "no-cors") => new Promise(resolve => listeners.get("fetch")?.(
        { request: { method: "GET", url: origin + path, mode }, respondWith: resolve }
    ));
    return { asks, open };
}

const file = "/app/0a/js/main.js";

test("A file that isn't kept is fetched, checked and kept", async () => {
    let asked = 0;
    const { asks } = worker(() => {
        asked += 1;
        return answer(code);
    });
    for (let time = 0; time < 2; time++) assert.equal(await (await asks(file)).text(), code);
    assert.equal(asked, 1);
});

for (const [what, found] of /** @type {[string, () => Response][]} */ ([
    ["a Wi-Fi's page", () => answer("<p>Welcome</p>", { "Content-Type": "text/html" })],
    ["a script with another digest", () => answer("alert(1)", { "Content-Digest": digestOf(code) })],
    ["a script without digest", () => new Response("alert(1)", { headers: { "Content-Type": "text/javascript" } })],
    ["an error", () => new Response(code, { status: 503 })],
])) {
    test(`In the place of a file, ${what} is neither kept nor given to the page`, async () => {
        const { asks, open } = worker(found);
        const given = await asks(file);
        assert.deepEqual([given.type, given.status], ["error", 0]);
        assert.deepEqual(await (await open("davenport-shell-0a")).keys(), []);
    });
}

test("A kept file that was damaged is fetched anew", async () => {
    const { asks, open } = worker(() => answer(code));
    await (await open("davenport-shell-0a")).put(file, answer("damaged", { "Content-Digest": digestOf(code) }));
    assert.equal(await (await asks(file)).text(), code);
});

test("Without the kept page, whatever answers is shown, such as a Wi-Fi's sign-in page, and it isn't kept", async () => {
    const { asks, open } = worker(() => answer("<p>Welcome</p>", { "Content-Type": "text/html" }));
    assert.equal(await (await asks("/watch", "navigate")).text(), "<p>Welcome</p>");
    assert.deepEqual(await (await open("davenport-shell-0a")).keys(), []);
});

for (const picture of ["/v1/users/01a20b3c-0000-7000-8000-000000000001/avatar?v=1", "/v1/tenant/picture?v=1"]) {
    test(`A picture counts only under the request's echo: ${picture}`, async () => {
        for (const [isOwn, type, kept] of /** @type {[boolean, string, number][]} */ ([[true, "basic", 1], [false, "error", 0]])) {
            const { asks, open } = worker((_, { headers }) => answer("a picture",
                { "Content-Type": "image/png", ...(isOwn && { "Davenport-Echo": headers["Davenport-Echo"] }) }));
            const given = await asks(picture);
            assert.equal(given.type === "error", type === "error");
            assert.equal((await (await open("davenport-pictures")).keys()).length, kept);
        }
        const { asks } = worker(() => new Response("gone", { status: 404 }));
        assert.equal((await asks(picture)).status, 404);
    });
}
