// The rules that the server has too: each case that the Swift tests have written in Tests/Web/vectors gives the same here.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { Game } from "../../../../Sources/Web/js/davenport/rules/game.js";
import { hides } from "../../../../Sources/Web/js/davenport/rules/gate.js";
import { answered } from "../../../../Sources/Web/js/davenport/rules/replies.js";
import { folds } from "../../../../Sources/Web/js/davenport/rules/mutes.js";
import { second } from "../../../../Sources/Web/js/davenport/rules/position.js";
import { cut, seconds, text } from "../../../../Sources/Web/js/davenport/rules/timestamp.js";
import { Words } from "../../../../Sources/Web/js/davenport/rules/words.js";
import { Random } from "../stand-ins/random.js";

const root = new URL("../../../../", import.meta.url);
const read = (/** @type {string} */ name) => JSON.parse(fs.readFileSync(new URL(name, root), "utf8"));
const vectors = (/** @type {string} */ name) => read(`Tests/Web/vectors/${name}.json`);
const list = fs.readFileSync(new URL("words/en.txt", root), "utf8");
const words = new Words(new TextEncoder().encode(list));

test("Timestamps are cut, read and written as on the server", () => {
    const cases = vectors("timestamp");
    for (const one of cases.cut) {
        const found = cut(one.content);
        assert.deepEqual([found?.seconds, found?.content], [one.seconds, one.rest], one.content);
    }
    for (const one of cases.seconds) assert.equal(seconds(one.text), one.seconds, one.text);
    for (const one of cases.text) assert.equal(text(one.seconds), one.text);
});

test("Texts are folded as on the server", () => {
    for (const one of vectors("mutes").folds) {
        const found = folds({ userIDs: one.userIDs ?? [], words: one.words }, one.text, one.authorID, new Set(one.blocked ?? []));
        assert.equal(found, one.folds, JSON.stringify(one));
    }
});

test("Positions advance, and hide what lies ahead, as on the server", () => {
    for (const one of vectors("position").second) assert.equal(second(one, one.age), one.second, JSON.stringify(one));
    for (const one of vectors("gate").hides) {
        const reader = { ...one, memberIDs: new Set(one.memberIDs), watchedIDs: new Set(one.watchedIDs) };
        const comment = { seconds: one.seconds, author: one.authorID && { id: one.authorID } };
        assert.equal(hides(comment, reader), one.hides, JSON.stringify(one));
    }
});

test("A reply says how the comment begins that it answers, that it is folded or deleted, and nothing of a hidden one", () => {
    const room = { isHidden: () => false, isWhole: true };
    const author = { id: "b", username: "bea", identityColor: "#d1495b" };
    const comment = /** @type {any} */ ({ id: "c", author, content: "more of\n the hallway", folded: false, mine: false });
    assert.deepEqual(answered(comment, room), { id: "c", author, mine: false, text: "more of the hallway" });
    assert.equal(answered({ ...comment, content: "🛋️".repeat(100) }, room)?.text, "🛋️".repeat(40) + "…");
    assert.deepEqual(answered({ ...comment, folded: true }, room), { id: "c" });
    assert.equal(answered(comment, { ...room, isHidden: () => true }), undefined);
    assert.deepEqual(answered(undefined, room), {});
    assert.equal(answered(undefined, { ...room, isWhole: false }), undefined, "it may only not be here");
});

test("In 10,000 random rooms the same comments are hidden as on the server", () => {
    // SplitMix64, as in WebVectorTests.swift, which draws the same rooms.
    let state = 10_000n;
    /** @type {(value: bigint, shift: bigint, factor: bigint) => bigint} */
    const mix = (value, shift, factor) => BigInt.asUintN(64, (value ^ (value >> shift)) * factor);
    const draw = (/** @type {number} */ count) => {
        state = BigInt.asUintN(64, state + 0x9E3779B97F4A7C15n);
        const mixed = mix(mix(state, 30n, 0xBF58476D1CE4E5B9n), 27n, 0x94D049BB133111EBn);
        return Number((mixed ^ (mixed >> 31n)) % BigInt(count));
    };
    const room = () => {
        const memberIDs = new Set(Array.from({ length: 1 + draw(6) }, (_, place) => String(place)));
        const watchedIDs = new Set([...memberIDs].filter(() => draw(4) === 0));
        const [isPlaced, age, at, running] = [draw(5) > 0, draw(240), draw(600), draw(2) === 1];
        const reached = isPlaced ? second({ seconds: at, running }, age) : undefined;
        const reader = { userID: "0", second: reached, memberIDs, watchedIDs };
        let bits = 0;
        for (let place = 0; place < 8; place++) {
            const [author, at] = [draw(9), draw(4) === 0 ? 0 : draw(900)];
            bits = bits * 2 + Number(hides({ seconds: at, author: author < 8 ? { id: String(author) } : undefined }, reader));
        }
        return bits.toString(16).padStart(2, "0");
    };
    const lines = vectors("rooms").hidden;
    assert.equal(lines.join("").length, 20_000);
    for (const line of lines) assert.equal(Array.from({ length: line.length / 2 }, room).join(""), line);
});

/** Plays moves until one is refused. @param {string} letters @param {any[]} moves @param {number} limit */
function played(letters, moves, limit) {
    const game = new Game(letters, words, limit);
    for (const move of moves) {
        const refused = game.refusal(move);
        if (refused) return { game, refused: [game.moves.length, refused] };
        game.accept(game.judged(move));
    }
    return { game, refused: null };
}

test("Games go as the server's do", () => {
    for (const one of vectors("game").games) {
        const { game } = played(one.letters, one.moves, 180_000);
        assert.deepEqual(game.moves.map(({ word, score }) => [word ?? null, score ?? 0]), one.words);
        assert.deepEqual([game.score, game.open], [one.score, one.open]);
        assert.deepEqual(one.typed.map((/** @type {any} */ [word]) => [word, game.faces(word) ?? null]), one.typed);
        if (one.spoiled) assert.deepEqual(played(one.letters, one.spoiled, 180_000).refused, one.refused);
    }
});

test("Games go as those that all clients share", () => {
    const shared = read("Tests/Play/play_vectors.json");
    for (const one of shared.games) {
        const { game } = played(shared.cubes[one.cube].letters, one.moves, shared.limit);
        assert.deepEqual(game.moves.filter(({ word }) => word).map(({ word, score }) => [word, score]), one.words);
        assert.deepEqual([game.score, game.open], [one.score, one.open]);
        assert.deepEqual(game.wear.flatMap((_, cubelet) => game.has(cubelet) ? [] : [cubelet]), one.gone);
    }
    const [{ letters }] = shared.cubes;
    const [{ moves }] = shared.games;
    for (const { last, move, reason } of shared.refused) {
        assert.deepEqual(played(letters, [...moves, last], shared.limit).refused, [move, reason]);
    }
    const { game } = played(letters, [...moves, shared.accepted.last], shared.limit);
    assert.deepEqual([game.moves[game.moves.length - 1].word, game.score], [shared.accepted.word, shared.accepted.score]);
});

test("Every word of the list is known, and none of 20,000 others", () => {
    const known = list.trimEnd().split("\n").slice(3);
    assert.equal(known.length, 114_132);
    assert.deepEqual([..."aeqz?"].map(letter => words.value(letter)), [2, 1, 13, 10, 0]);
    for (const word of known) assert.ok(words.has(word), word);
    const [all, random] = [new Set(known), new Random(6)];
    const letters = [..."abcdefghijklmnopqrstuvwxyzé"];
    for (let count = 0; count < 20_000; count++) {
        const changed = [...random.of(known)];
        changed[random.below(changed.length)] = random.of(letters);
        const word = changed.slice(0, 1 + random.below(15)).join("");
        assert.equal(words.has(word), all.has(word), word);
    }
    for (const word of ["", "zzzzzz", "zzz\nzzz", "a\n", "\n", "davenport-words 1 en"]) {
        assert.ok(!words.has(word), JSON.stringify(word));
    }
});
