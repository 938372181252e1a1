// What the service worker answers with: files of its version that are what the server has under their name, and nothing in their
// place.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import test from "node:test";
import vm from "node:vm";

const script = fs.readFileSync(new URL("../../../../Sources/Web/service-worker.js", import.meta.url), "utf8");
const origin = "https://sofa.example";
const pictureHost = "https://image.example";
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
            delete: async (/** @type {any} */ key) => cache.delete(keyOf(key)),
        };
    };
    const self = {
        location: new URL(`${origin}/service-worker.js?version=0a`), clients: { matchAll: async () => [] },
        addEventListener: (/** @type {string} */ name, /** @type {any} */ listener) => listeners.set(name, listener),
    };
    vm.runInNewContext(script.replace("{{pictures}}", pictureHost), {
        self, crypto, URL, Response, Headers, TextDecoder, TextEncoder, Uint8Array, btoa,
        caches: { open, keys: async () => [...kept.keys()], delete: async (/** @type {string} */ name) => kept.delete(name) },
        fetch: async (/** @type {any} */ request, /** @type {any} */ options) =>
            network(new URL(request.url ?? request, origin).pathname, options ?? {}),
    });
    /** @param {string} path @param {string} [mode] @returns {Promise<Response>} */
    const asks = (path, mode = "no-cors") => new Promise(resolve => listeners.get("fetch")?.(
        { request: { method: "GET", url: origin + path, mode }, respondWith: resolve }
    ));
    /** What it answers to a page that shows a picture of another host; undefined if it leaves that to the browser. */
    const shows = (/** @type {string} */ url, mode = "cors") => {
        /** @type {Promise<Response> | undefined} */
        let given;
        listeners.get("fetch")?.({ request: { method: "GET", url, mode }, respondWith: (/** @type {any} */ one) => { given = one; } });
        return given;
    };
    /** What it keeps before it serves. @returns {Promise<void>} */
    const installs = () => {
        /** @type {any} */
        let done;
        listeners.get("install")?.({ waitUntil: (/** @type {any} */ one) => { done = one; } });
        return done;
    };
    return { asks, installs, open, shows };
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

const page = answer("<script src=/app/0a/js/main.js></script>", { "Content-Type": "text/html" });
const icon = answer("an icon", { "Content-Type": "image/png" });
const all = JSON.stringify({ "js/main.js": code, "css/base.css": "body {}" });
const ofJSON = { "Content-Type": "application/json" };

/** What a worker fetches before it serves. @param {string} path @param {Response} texts the answer with all files that are text */
const installed = (path, texts) => (path === "/" ? page : path.endsWith(".png") ? icon : texts).clone();

test("Before it serves, it fetches the page, two pictures and all texts in one file, and then needs no network", async () => {
    /** @type {string[]} */
    const asked = [];
    const { asks, installs } = worker((path) => {
        asked.push(path);
        return installed(path, answer(all, ofJSON));
    });
    await installs();
    assert.deepEqual(asked, ["/", "/app/0a/icon-192.png", "/app/0a/icon-512.png", "/app/0a/all.json"]);
    const kept = await asks(file);
    assert.deepEqual([await kept.text(), kept.headers.get("Content-Type")], [code, "text/javascript; charset=utf-8"]);
    assert.equal((await asks("/app/0a/css/base.css")).headers.get("Content-Type"), "text/css; charset=utf-8");
    assert.equal(asked.length, 4);
});

for (const [what, texts] of /** @type {[string, Response][]} */ ([
    ["a Wi-Fi's page", answer("<p>Welcome</p>", { "Content-Type": "text/html" })],
    ["half of it", answer(all.slice(0, 40), { ...ofJSON, "Content-Digest": digestOf(all) })],
    ["an empty object without digest", new Response("{}", { headers: ofJSON })],
])) {
    test(`Where ${what} comes in the place of all texts, nothing is kept and the version before stays`, async () => {
        const { installs, open } = worker((path) => installed(path, texts));
        await assert.rejects(installs());
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

const ofPicture = (type = "image/jpeg", status = 200) => new Response("a picture", { status, headers: { "Content-Type": type } });
const keptPictures = async (/** @type {ReturnType<typeof worker>["open"]} */ open) => (await open("davenport-media-pictures")).keys();

// Shows rule 16.31.
test("A picture of the catalogue is fetched without cookies and referrer, and kept for the time without network", async () => {
    /** @type {any[]} */
    const asked = [];
    const { shows } = worker((_, options) => {
        asked.push(options);
        return ofPicture();
    });
    for (let time = 0; time < 2; time++) assert.equal(await (await shows(`${pictureHost}/w154/a.jpg`))?.text(), "a picture");
    assert.equal(asked.length, 1);
    assert.deepEqual([asked[0].credentials, asked[0].referrerPolicy, asked[0].redirect], ["omit", "no-referrer", "error"]);
});

// Shows rule 16.31.
test("The last 200 pictures of the catalogue are kept, and the oldest goes", async () => {
    const { open, shows } = worker(() => ofPicture());
    for (let number = 0; number < 203; number++) await shows(`${pictureHost}/w154/${number}.jpg`);
    const names = (await keptPictures(open)).map(String);
    assert.deepEqual([names.length, names[0], names.at(-1)], [200, `${pictureHost}/w154/3.jpg`, `${pictureHost}/w154/202.jpg`]);
});

// Shows rule 16.31.
test("What isn't a picture isn't kept, and neither is what comes from another host or can't be read", async () => {
    const others = [ofPicture("text/html"), ofPicture("application/json"), ofPicture("image/jpeg", 404), ofPicture("image/jpeg", 206)];
    for (const answer of others) {
        const { open, shows } = worker(() => answer);
        assert.equal(await shows(`${pictureHost}/w154/a.jpg`), answer);
        assert.deepEqual(await keptPictures(open), []);
    }
    const { shows } = worker(() => ofPicture());
    assert.equal(shows(`${pictureHost}/w154/a.jpg`, "no-cors"), undefined);
    assert.equal(shows("https://other.example/a.jpg"), undefined);
});
