// How the phrases come: from the first answer that is them.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";

test("The phrases are asked for until they are here, past the browser's own copy", async () => {
    const answers = [new Response("Sign in to the network"), new Response("{}"), new Response("", { status: 502 }),
        new TypeError("no network")];
    /** @type {string[]} */
    const asked = [];
    globalThis.fetch = async (place, options) => {
        asked.push(`${String(place).split("/").at(-1)} ${options?.cache}`);
        const answer = answers.shift() ?? new Response(fs.readFileSync(/** @type {URL} */ (place)));
        if (answer instanceof Error) throw answer;
        return answer;
    };
    // The pauses are over at once.
    const { setTimeout } = globalThis;
    globalThis.setTimeout = /** @type {any} */ ((/** @type {() => void} */ go) => setTimeout(go, 0));
    const { phrase } = await import("../../../../Sources/Web/js/phrases.js");
    assert.equal(phrase("notSent.title"), "Not sent");
    assert.deepEqual(asked, ["en.json default", ...Array(4).fill("en.json reload")]);
});
