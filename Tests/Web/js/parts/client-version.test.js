// Each request to the API names the client's version, and a server that doesn't understand it gives no answer that counts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

Object.defineProperty(globalThis, "navigator", { value: { userAgent: "" }, configurable: true });
const { browserPlatform } = await import("../../../../Sources/Web/js/browser-platform.js");
const echo = "AAAAAAAAAAAAAAAAAAAAAA";
const old = { type: "urn:davenport:problem:client_too_old", title: "", status: 400, detail: "", code: "client_too_old" };

/**
 * @param {Response} answer
 */
async function exchange(answer) {
    /** @type {any} */
    let sent;
    let events = 0;
    Object.assign(globalThis, {
        fetch: async (/** @type {string} */ _, /** @type {any} */ options) => {
            sent = new Headers(options.headers);
            return answer;
        },
        dispatchEvent: (/** @type {Event} */ event) => { events += Number(event.type === "outdated"); return true; },
    });
    const headers = new Headers({ "Davenport-Echo": echo });
    const outcome = await browserPlatform.fetch("/v1/me", { headers }).catch(error => error);
    return { outcome, sent, events };
}

/** @param {unknown} body */
const refusal = body => new Response(JSON.stringify(body), { status: 400, headers: { "Davenport-Echo": echo } });

// Shows rule 10.18.
test("Requests name the release of the file VERSION, and have what the library sends", async () => {
    const version = readFileSync(new URL("../../../../VERSION", import.meta.url), "utf8").trim();
    const answer = () => new Response("{}", { headers: { "Davenport-Echo": echo } });
    const { outcome, sent, events } = await exchange(answer());
    assert.equal(sent.get("Davenport-Client"), version);
    assert.equal(sent.get("Davenport-Echo"), echo);
    assert.deepEqual([await outcome.json(), events], [{}, 0]);
});

// Shows rule 10.20.
test("The server's answer that the client is too old counts as none, and is reported", async () => {
    const { outcome, events } = await exchange(refusal(old));
    assert.ok(outcome instanceof TypeError);
    assert.equal(events, 1);
});

// Shows rule 10.20.
test("Another refusal is passed on whole", async () => {
    const { outcome, events } = await exchange(refusal({ ...old, code: "malformed_request" }));
    assert.deepEqual([outcome.status, (await outcome.json()).code, events], [400, "malformed_request", 0]);
});
