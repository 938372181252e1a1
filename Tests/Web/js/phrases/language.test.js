// A page in another language than English: what it says, in which direction, and what it makes of the server's answers.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import "../stand-ins/document-element.js";

/** @type {Map<string, string>} */
const stored = new Map();
Object.defineProperty(globalThis, "localStorage", { configurable: true, value: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => { stored.set(key, value); },
    removeItem: (/** @type {string} */ key) => { stored.delete(key); },
} });
Object.assign(navigator, { languages: ["tlh", "ar-EG", "en"] });

const { keepLanguage, language, phrase } = await import("../../../../Sources/Web/js/first-phrases.js");
const { Problem } = await import("../../../../Sources/Web/js/client.js");
const { sentence } = await import("../../../../Sources/Web/js/parts/controls/states.js");
const { inWords } = await import("../../../../Sources/Web/js/parts/controls/fault-words.js");
const folder = new URL("../../../../Sources/Web/phrases/ar/", import.meta.url);
const [first, more] = ["first", "more"].map((name) => JSON.parse(fs.readFileSync(new URL(`${name}.json`, folder), "utf8")));

// Shows rule 16.48.
test("The page is in the first of the browser's languages that has phrases, and in its direction", () => {
    assert.deepEqual([language, document.documentElement.lang, document.documentElement.dir], ["ar", "ar", "rtl"]);
    assert.equal(phrase("frame.watch"), first["frame.watch"]);
});

// Shows rule 16.49.
test("A language that the person chose is kept in the browser, and the page is loaded anew only for another one", () => {
    assert.equal(keepLanguage("ar"), false);
    assert.equal(stored.get("davenport-language"), "ar");
    assert.equal(keepLanguage("ja"), true);
    assert.equal(keepLanguage("ja"), false);
    assert.equal(keepLanguage("tlh"), false);
    assert.equal(keepLanguage(undefined), false);
    assert.equal(stored.size, 0);
});

// Shows rule 16.50.
test("A refusal is said by its code, and by the server's English where this client doesn't know it", () => {
    assert.equal(sentence(new Problem(409, { code: "room_full", detail: "The room is full." })), more["problem.room_full"]);
    assert.equal(sentence(new Problem(409, { code: "of_tomorrow", detail: "It's new." })), "It’s new.");
});

// Shows rule 16.50.
test("What is wrong with a field is said by the field and its code, with the limit that the server names", () => {
    const errors = [
        { field: "username", code: "not_allowed", message: "is reserved" },
        { field: "content", code: "too_long", message: "must have at most 4,000 characters" },
        { field: "givenName", code: "of_tomorrow", message: "must rhyme" },
    ];
    const { faults } = inWords(new Problem(422, { code: "invalid", detail: "", errors }));
    assert.equal(faults.username, more["fault.username.not_allowed"]);
    assert.match(faults.content, /4[,.٬]?000/);
    assert.notEqual(faults.content, errors[1].message);
    assert.equal(faults.givenName, "must rhyme");
});
