// How the phrases come: from the page, or from the first answer that is them.
import assert from "node:assert/strict";
import test from "node:test";
import "../stand-ins/document-element.js";
import { served } from "../stand-ins/phrases.js";

const first = served(new URL("../../../../Sources/Web/phrases/en/first.json", import.meta.url));

test("The first phrases stand in the page, and the others are asked for until they come, past the browser's copy", async () => {
    const answers = [new Response("Sign in to the network"), new Response("{}"), new Response("", { status: 502 }),
        new TypeError("no network")];
    /** @type {string[]} */
    const asked = [];
    globalThis.fetch = async (place, options) => {
        asked.push(`${String(place).split("/").slice(-2).join("/")} ${options?.cache}`);
        const answer = answers.shift() ?? served(/** @type {URL} */ (place));
        if (answer instanceof Error) throw answer;
        return answer;
    };
    // The pauses are over at once.
    const { setTimeout } = globalThis;
    globalThis.setTimeout = /** @type {any} */ ((/** @type {() => void} */ go) => setTimeout(go, 0));
    const inPage = { textContent: await first.text() };
    globalThis.document.getElementById = /** @type {any} */ ((/** @type {string} */ id) => id === "phrases" ? inPage : null);
    document.documentElement.lang = "en";
    const { phrase } = await import("../../../../Sources/Web/js/phrases.js");
    assert.equal(phrase("notSent.title"), "Not sent");
    assert.deepEqual([document.documentElement.dir, asked],
        ["ltr", ["en/more.json default", ...Array(4).fill("en/more.json reload")]]);
});
