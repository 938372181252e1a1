import assert from "node:assert/strict";
import test from "node:test";
import "../stand-ins/document-element.js";

const { formatted, parsed } = await import("../../../../Sources/Web/js/first-phrases.js");

/** @param {string} message @param {Record<string, any>} [values] @param {string} [language] */
const text = (message, values = {}, language = "en") => formatted(parsed(message), values, language).join("");

test("A message has its values in their places, and numbers as the language writes them", () => {
    assert.equal(text("Not sent"), "Not sent");
    assert.equal(text("{who} wrote {count} of # words", { who: "Bea", count: 1234 }), "Bea wrote 1,234 of # words");
    assert.equal(text("{count}", { count: 1234.5 }, "de"), "1.234,5");
    const node = {};
    assert.deepEqual(formatted(parsed("written {ago}."), { ago: node }, "en"), ["written ", node, "."]);
});

test("A plural goes by the language's rules, and one of its numbers may have words of its own", () => {
    const days = "{count, plural, =0 {today} one {# day} other {# days, {who}}}";
    assert.deepEqual([0, 1, 1200].map((count) => text(days, { count, who: "Bea" })), ["today", "1 day", "1,200 days, Bea"]);
    const arabic = "{n, plural, zero {z} one {o} two {t} few {f} many {m} other {r}}";
    assert.deepEqual([0, 1, 2, 3, 11, 100].map((n) => text(arabic, { n }, "ar")), ["z", "o", "t", "f", "m", "r"]);
});

test("A choice takes the case of its value, or the other one, and a plural may stand within it", () => {
    const thing = "{kind, select, tv {{count, plural, one {an episode} other {# episodes}}} other {a film}}";
    assert.equal(text(thing, { kind: "tv", count: 2 }), "2 episodes");
    assert.equal(text(thing, { kind: "movie", count: 2 }), "a film");
});

test("What is no message, and a value that is missing, is an error", () => {
    for (const bad of ["{", "}", "{a", "{a b}", "{n, plural, one {x}}", "{n, plural, other {x}", "{n, number}", "{n, select, }"]) {
        assert.throws(() => parsed(bad), SyntaxError, bad);
    }
    assert.throws(() => text("{who}"), TypeError);
});
