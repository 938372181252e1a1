// The files of phrases: each language has every phrase, and each phrase is said somewhere.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import "../stand-ins/document-element.js";
import { modules, phrasesIn, wordsIn } from "./source.js";

const { languages, parsed } = await import("../../../../Sources/Web/js/first-phrases.js");
const folder = new URL("../../../../Sources/Web/phrases/", import.meta.url);
/** @typedef {Record<string, string | {text: string, note: string}>} Phrases */
/** @param {string} language @param {string} file @returns {Phrases} */
const phrasesOf = (language, file) => JSON.parse(fs.readFileSync(new URL(`${language}/${file}.json`, folder), "utf8"));
/** @param {string} language @returns {Phrases} */
const phrases = (language) => ({ ...phrasesOf(language, "first"), ...phrasesOf(language, "more") });
const english = phrases("en");


/** The modules whose words all stand in the files: those of the page, beside names of browsers and operations. */
const finished = modules().filter((one) => /^(parts|screens)\/|^(main|client|dom|routes)\.js$/.test(one));

/** @param {any} one */
const partsOf = (one) => parsed(typeof one === "string" ? one : one.text);

/** The values of a message, by their names. @param {any[]} parts @returns {string[]} */
const valuesOf = (parts) => parts.flatMap((one) => one.name ? [one.name, ...[...one.cases.values()].flatMap(valuesOf)] : []);
const names = (/** @type {any} */ one) => [...new Set(valuesOf(partsOf(one)))].sort();

test("Each language has the phrases of English, with the same values", () => {
    assert.deepEqual([...languages].sort(), fs.readdirSync(folder).sort());
    for (const language of languages) {
        for (const file of ["first", "more"]) {
            assert.deepEqual(Object.keys(phrasesOf(language, file)), Object.keys(phrasesOf("en", file)), language);
        }
        const own = phrases(language);
        for (const [key, one] of Object.entries(own)) assert.deepEqual(names(one), names(english[key]), `${language} ${key}`);
    }
});

test("Each plural of a language has the cases that it needs", () => {
    for (const language of languages) {
        const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
        for (const [key, one] of Object.entries(phrases(language))) {
            const plurals = partsOf(one).filter((/** @type {any} */ part) => part.kind === "plural");
            for (const { cases } of /** @type {any[]} */ (plurals)) {
                assert.deepEqual(needed.filter((name) => !cases.has(name)), [], `${language} ${key}`);
            }
        }
    }
});

test("Each phrase is said somewhere, with the values of its message", () => {
    const said = modules().flatMap(phrasesIn);
    const isSaid = (/** @type {string} */ key) => said.some((one) => one.isPrefix ? key.startsWith(one.key) : one.key === key);
    assert.deepEqual(Object.keys(english).filter((key) => !isSaid(key)), []);
    for (const { isPrefix, key, values } of said.filter((one) => !one.isPrefix && one.values)) {
        assert.deepEqual(isPrefix ? [] : [...values ?? []].sort(), names(english[key] ?? ""), key);
    }
});

test("No words stand in the code", () => {
    for (const module of finished) assert.deepEqual(wordsIn(module), [], module);
});

test("The search for words finds those of a page, and no name", () => {
    const code = `import { el } from "./Some place.js";
        const isOld = kind === "Kind of" || "PushManager" in self;
        el("p", { class: "Card large", title: "Add a friend" }, isOld ? "Friends" : name ?? "somebody else", "small");
        say(\`\${count} new comments\`);
        throw new TypeError("Never shown");`;
    assert.deepEqual(wordsIn("x.js", code), ["Add a friend", "Friends", "somebody else", "new comments"]);
});
