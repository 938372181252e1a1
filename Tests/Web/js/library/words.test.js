// The list of words of a puzzle.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { bestWord, Game, WordLists } from "../../../../Sources/Web/js/davenport/play.js";
import { Words } from "../../../../Sources/Web/js/davenport/rules/words.js";
import { Answer } from "../stand-ins/answer.js";
import { Stage } from "./stage.js";

const root = new URL("../../../../", import.meta.url);
const list = "words\na:9:1 b:2:3 é:1:4\n\nab\nabba\nabbé\nb\n";
const id = "en-0123456789ab";

/** A page with a cache, and a server with the list. */
async function begun() {
    const { stage, page } = await Stage.begun();
    /** @type {Map<string, Answer>} */
    const kept = new Map();
    const cache = {
        match: async (/** @type {string} */ key) => kept.get(key)?.clone(), keys: async () => [...kept.keys()],
        put: async (/** @type {string} */ key, /** @type {Response} */ answer) => {
            kept.set(key, new Answer(200, {}, await answer.text()));
        },
        delete: async (/** @type {string} */ key) => kept.delete(key),
    };
    Object.assign(page.tab.platform, { caches: { open: async () => cache, keys: async () => [], delete: async () => false } });
    const fetched = { count: 0, text: list };
    stage.network.fate = ({ address, headers }) => {
        if (!address.includes("/word-lists/")) return { arrives: 1 };
        fetched.count += 1;
        const heads = { "Content-Type": "text/plain; charset=utf-8", "Davenport-Echo": headers["davenport-echo"] };
        return { arrives: 0, replace: () => new Answer(200, heads, fetched.text) };
    };
    return { stage, page, kept, fetched, lists: new WordLists(page.davenport) };
}

test("A list says which words it has, and what letters are worth", () => {
    const words = new Words(new TextEncoder().encode(list));
    for (const word of ["ab", "abba", "abbé", "b"]) assert.ok(words.has(word), word);
    for (const word of ["", "a", "abb", "abbe", "abbéa", "ba", "c"]) assert.ok(!words.has(word), word);
    assert.deepEqual([words.value("b"), words.value("é"), words.value("z")], [3, 4, 0]);
    assert.throws(() => new Words(new TextEncoder().encode("a page\n")), /can't be read/);
});

test("A range of words is narrowed letter by letter, also by letters of two bytes", () => {
    const words = new Words(new TextEncoder().encode(list));
    const begun = (/** @type {string} */ text) => [...text].reduce((range, letter) => words.goingOn(range, letter), words.all);
    const lines = (/** @type {string} */ text) => {
        const { from, to } = begun(text);
        return new TextDecoder().decode(words.bytes.subarray(from, to)).split("\n").filter(Boolean);
    };
    assert.deepEqual([lines(""), lines("ab"), lines("abb"), lines("abbé"), lines("b"), lines("c"), lines("abc")],
        [["ab", "abba", "abbé", "b"], ["ab", "abba", "abbé"], ["abba", "abbé"], ["abbé"], ["b"], [], []]);
    assert.deepEqual(["ab", "abb", "abbé"].map(text => words.isWord(begun(text))), [true, false, true]);
});

test("The best word of a cube can be played, and no other word scores more", () => {
    const english = new Words(fs.readFileSync(new URL("words/en.txt", root)));
    const { cubes } = JSON.parse(fs.readFileSync(new URL("Tests/Play/play_vectors.json", root), "utf8"));
    const game = new Game(cubes[0].letters, english, Infinity);
    const found = (/** @type {string[]} */ taken) => {
        const search = bestWord(game, english, word => taken.includes(word));
        for (;;) {
            const { done, value } = search.next();
            if (done) return value;
        }
    };
    const first = found([]);
    assert.ok(first && game.fault({ faces: first.faces }) === undefined && game.scoreOf(first.faces) === first.score);
    assert.equal(game.spelled(first.faces), first.word);
    const second = found([first.word]);
    assert.ok(second && second.word !== first.word && second.score <= first.score);
    // Every word of the list, laid over as many sides as can be, scores no more.
    const all = new TextDecoder().decode(english.bytes.subarray(english.start)).split("\n").filter(word => word.length > 7);
    const others = all.flatMap(word => {
        const faces = game.faces(word);
        return faces ? [game.scoreOf(faces)] : [];
    });
    assert.ok(others.length > 0 && Math.max(...others) <= first.score);
});

test("A list is fetched once, and kept for later pages until there is another", async () => {
    const { page, kept, fetched, lists } = await begun();
    const [words, same] = await page.does(Promise.all([lists.loadWords(id), lists.loadWords(id)]));
    assert.ok(words.has("abba") && words === same);
    assert.ok((await page.does(new WordLists(page.davenport).loadWords(id))).has("abba"));
    assert.equal(fetched.count, 1);
    await page.does(lists.loadWords("en-ba9876543210"));
    assert.deepEqual([fetched.count, [...kept.keys()]], [2, ["/v1/word-lists/en-ba9876543210"]]);
});

test("A kept list that can't be read is fetched anew, and one that comes unreadable is tried again", async () => {
    const { page, kept, fetched, lists } = await begun();
    kept.set(`/v1/word-lists/${id}`, new Answer(200, {}, "half a"));
    fetched.text = "half a";
    await page.does(assert.rejects(lists.loadWords(id)));
    fetched.text = list;
    assert.ok((await page.does(lists.loadWords(id))).has("abba"));
    assert.equal(fetched.count, 2);
});

test("Without a cache, as on pages without TLS, each page fetches the list", async () => {
    const { page, fetched } = await begun();
    Object.assign(page.tab.platform, { caches: undefined });
    for (let count = 0; count < 2; count++) assert.ok((await page.does(new WordLists(page.davenport).loadWords(id))).has("ab"));
    assert.equal(fetched.count, 2);
});
