// The stand-in of IndexedDB behaves as a browser's own.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Clock } from "./clock.js";
import { IndexedDBDevice, KeyRange } from "./indexed-db/device.js";
import { runAll } from "./indexed-db/scenarios.js";
import { Realm } from "./realm.js";

test("The stand-in logs the same as Chromium", { skip: !hasChromium() && "Chromium isn't installed." }, async () => {
    assert.deepEqual(await ofStandIn(), await ofChromium());
});

test("A transaction of a killed page is undone, and one that it has committed counts", async () => {
    const clock = new Clock();
    const device = new IndexedDBDevice(clock);
    const killed = new Realm(clock);
    const db = await clock.settle(opened(device.of(killed)));
    const undone = db.transaction("s", "readwrite");
    undone.objectStore("s").put(1, "undone");
    await clock.run({ time: 0, until: () => clock.steps > 2 });
    killed.kill();
    await clock.run();
    const next = new Realm(clock);
    const again = await clock.settle(opened(device.of(next)));
    again.transaction("s", "readwrite").objectStore("s").put(2, "kept");
    const last = again.transaction("s", "readwrite");
    last.objectStore("s").put(3, "committed");
    last.commit();
    next.kill();
    await clock.run();
    const reader = await clock.settle(opened(device.of(new Realm(clock))));
    assert.deepEqual(await clock.settle(answer(reader.transaction("s").objectStore("s").getAllKeys())), ["committed"]);
});

test("A full disk refuses writes and takes deletions, and a lost connection fails as Safari's does", async () => {
    const clock = new Clock();
    const device = new IndexedDBDevice(clock);
    const realm = new Realm(clock);
    const db = await clock.settle(opened(device.of(realm)));
    const write = async (/** @type {(store: any) => void} */ body) => {
        const transaction = db.transaction("s", "readwrite");
        body(transaction.objectStore("s"));
        return new Promise(resolve => {
            transaction.oncomplete = () => resolve("complete");
            transaction.onabort = () => resolve(transaction.error?.name);
        });
    };
    for (const full of /** @type {const} */ (["request", "commit"])) {
        device.full = full;
        assert.equal(await clock.settle(write(store => store.put(1, "a"))), "QuotaExceededError");
    }
    device.full = "request";
    assert.equal(await clock.settle(write(store => store.delete("a"))), "complete");
    device.full = undefined;
    const failing = write(store => store.put(1, "a"));
    device.loseConnections();
    assert.equal(await clock.settle(failing), "UnknownError");
    assert.throws(() => db.transaction("s"), { name: "InvalidStateError" });
    assert.deepEqual(realm.errors, []);
});

/** @param {any} indexedDB @returns {Promise<any>} */
function opened(indexedDB) {
    const request = indexedDB.open("d", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("s");
    return answer(request);
}

/** @param {any} request @returns {Promise<any>} */
const answer = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

async function ofStandIn() {
    const clock = new Clock();
    const indexedDB = new IndexedDBDevice(clock).of(new Realm(clock));
    return clock.settle(runAll(/** @type {any} */ ({ indexedDB, IDBKeyRange: KeyRange })));
}

/** Runs the scenarios in a page of Chromium, which sends what they log. */
async function ofChromium() {
    const script = readFileSync(new URL("indexed-db/scenarios.js", import.meta.url));
    const page = `<!doctype html><script type="module">
        import { runAll } from "/scenarios.js";
        await fetch("/logs", { method: "POST", body: JSON.stringify(await runAll({ indexedDB, IDBKeyRange })) });
    </script>`;
    const profile = mkdtempSync(join(tmpdir(), "stand-in-"));
    /** @type {import("node:child_process").ChildProcess | undefined} */
    let browser;
    const server = createServer();
    try {
        const body = await new Promise((resolve, reject) => {
            server.on("request", (request, response) => {
                if (request.method !== "POST") {
                    const isScript = request.url === "/scenarios.js";
                    response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html");
                    return response.end(isScript ? script : page);
                }
                let text = "";
                request.on("data", part => { text += part; }).on("end", () => { response.end(); resolve(text); });
            });
            server.listen(0, "127.0.0.1", () => {
                const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
                browser = spawn("chromium", [
                    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    `--user-data-dir=${profile}`, `http://127.0.0.1:${port}/`,
                ], { stdio: "ignore" });
                browser.on("error", reject).on("exit", code => reject(new Error(`Chromium has ended with ${code}.`)));
            });
        });
        return JSON.parse(body);
    } finally {
        const ended = new Promise(resolve => browser?.removeAllListeners("exit").on("exit", resolve));
        browser?.kill();
        if (browser) await ended;
        server.close();
        server.closeAllConnections();
        // Chromium's other processes end after their parent, and may write into the profile until then.
        await rm(profile, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 });
    }
}

function hasChromium() {
    try {
        execFileSync("chromium", ["--version"], { stdio: "ignore" });
        return true;
    } catch {
        return false;
    }
}
