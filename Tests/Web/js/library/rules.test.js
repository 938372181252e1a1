// The rules that the server has too, by the vectors that Swift's tests have written (Tests/Web/vectors, Tests/Play).
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { Game } from "../../../../Sources/Web/js/davenport/rules/game.js";
import { hides } from "../../../../Sources/Web/js/davenport/rules/gate.js";
import { folds } from "../../../../Sources/Web/js/davenport/rules/mutes.js";
import { second } from "../../../../Sources/Web/js/davenport/rules/position.js";
import { cut, seconds, text } from "../../../../Sources/Web/js/davenport/rules/timestamp.js";
import { Words } from "../../../../Sources/Web/js/davenport/rules/words.js";
import { reasonOf, sentences } from "../../../../Sources/Web/js/parts/not-sent/reasons.js";

const root = new URL("../../../../", import.meta.url);
/** @param {string} path */
const read = path => fs.readFileSync(new URL(path, root), "utf8");
/** @param {string} name */
const vectors = name => JSON.parse(read(`Tests/Web/vectors/${name}.json`));
const list = read("words/en.txt");
const words = new Words(new TextEncoder().encode(list));

/** SplitMix64, as in WebVectorTests.swift: its numbers below a count. @param {bigint} seed */
function draws(seed) {
    let state = seed;
    const mix = (/** @type {bigint} */ value, /** @type {bigint} */ shift, /** @type {bigint} */ factor) => BigInt.asUintN(64, (value ^ (value >> shift)) * factor);
    return (/** @type {number} */ count) => {
        state = BigInt.asUintN(64, state + 0x9E3779B97F4A7C15n);
        const mixed = mix(mix(state, 30n, 0xBF58476D1CE4E5B9n), 27n, 0x94D049BB133111EBn);
        return Number((mixed ^ (mixed >> 31n)) % BigInt(count));
    };
}

test("Timestamps are cut, read and written as the server does", () => {
    const found = vectors("timestamp");
    for (const one of found.cut) {
        const { seconds: at, content: rest } = cut(one.content) ?? {};
        assert.deepEqual([at, rest], [one.seconds, one.rest], one.content);
    }
    for (const one of found.seconds) assert.equal(seconds(one.text), one.seconds, one.text);
    for (const one of found.text) assert.equal(text(one.seconds), one.text);
});

test("Muted words and people fold what they fold at the server", () => {
    for (const one of vectors("mutes").folds) {
        const muted = { userIDs: one.userIDs ?? [], words: one.words };
        assert.equal(folds(muted, one.text, one.authorID, new Set(one.blocked ?? [])), one.folds, JSON.stringify(one));
    }
});

test("A position is where the server says after its age", () => {
    for (const one of vectors("position").second) assert.equal(second(one, one.age), one.second, JSON.stringify(one));
});

test("The gate hides what the server's hides, in the cases of the vectors and in 10,000 random rooms", () => {
    for (const one of vectors("gate").hides) {
        const reader = { ...one, memberIDs: new Set(one.memberIDs), watchedIDs: new Set(one.watchedIDs) };
        const author = one.authorID && { id: one.authorID };
        assert.equal(hides(/** @type {any} */ ({ seconds: one.seconds, author }), reader), one.hides, JSON.stringify(one));
    }
    const draw = draws(10_000n);
    const room = () => {
        const memberIDs = new Set(Array.from({ length: 1 + draw(6) }, (_, place) => String(place)));
        const watchedIDs = new Set([...memberIDs].filter(() => draw(4) === 0));
        const [isPlaced, age, at, running] = [draw(5) > 0, draw(240), draw(600), draw(2) === 1];
        const reader = { userID: "0", second: isPlaced ? second({ seconds: at, running }, age) : undefined, memberIDs, watchedIDs };
        let bits = 0;
        for (let place = 0; place < 8; place++) {
            const [author, at] = [draw(9), draw(4) === 0 ? 0 : draw(900)];
            const comment = /** @type {any} */ ({ seconds: at, author: author < 8 ? { id: String(author) } : undefined });
            bits = bits * 2 + Number(hides(comment, reader));
        }
        return bits.toString(16).padStart(2, "0");
    };
    const { hidden } = vectors("rooms");
    for (const line of hidden) assert.equal(Array.from({ length: line.length / 2 }, room).join(""), line);
    assert.equal(hidden.join("").length, 20_000);
});

/**
 * A game after the moves before the first refused one, and the number and the reason of that one.
 * @param {string} letters
 * @param {any[]} moves
 * @param {number} limit
 */
function played(letters, moves, limit) {
    const game = new Game(letters, words, limit);
    for (const move of moves) {
        const reason = game.refusal(move);
        if (reason) return { game, refused: [game.moves.length, reason] };
        game.accept(game.judged(move));
    }
    return { game, refused: null };
}

test("Random games and spoiled ones come out as the server's, and typed words lie on the same faces", () => {
    const { games } = vectors("game");
    for (const one of games) {
        const { game } = played(one.letters, one.moves, 180_000);
        assert.deepEqual(game.moves.map(({ word, score }) => [word ?? null, score ?? 0]), one.words);
        assert.deepEqual([game.score, game.open], [one.score, one.open]);
        assert.deepEqual(one.typed.map((/** @type {[string]} */ [word]) => [word, game.faces(word) ?? null]), one.typed);
        if (one.spoiled) assert.deepEqual(played(one.letters, one.spoiled, 180_000).refused, one.refused);
    }
    assert.ok(games.length >= 60);
});

test("The games and refusals that all clients share come out the same", () => {
    const shared = JSON.parse(read("Tests/Play/play_vectors.json"));
    for (const one of shared.games) {
        const { game } = played(shared.cubes[one.cube].letters, one.moves, shared.limit);
        assert.deepEqual(game.moves.filter(({ word }) => word).map(({ word, score }) => [word, score]), one.words);
        assert.deepEqual([game.score, game.open], [one.score, one.open]);
        assert.deepEqual(game.wear.flatMap((_, cubelet) => game.has(cubelet) ? [] : [cubelet]), one.gone);
    }
    const [{ letters }] = shared.cubes;
    const [{ moves }] = shared.games;
    for (const { last, move, reason } of shared.refused) assert.deepEqual(played(letters, [...moves, last], shared.limit).refused, [move, reason]);
    const { game } = played(letters, [...moves, shared.accepted.last], shared.limit);
    assert.deepEqual([game.moves.at(-1)?.word, game.score], [shared.accepted.word, shared.accepted.score]);
});

test("Each word of the list is known, and none of 100,000 others", () => {
    const known = list.split("\n").slice(3, -1);
    assert.equal(known.length, 114_132);
    assert.deepEqual(known.filter(word => !words.has(word)), []);
    const [all, draw, letters] = [new Set(known), draws(6n), "abcdefghijklmnopqrstuvwxyzé"];
    const others = new Set(["", "a", "zzzzzz", "zzz\nzzz", "a\n", "\n", "davenport-words 1 en", "aeiou"].filter(word => !all.has(word)));
    while (others.size < 100_000) {
        const word = [...known[draw(known.length)]];
        word[draw(word.length)] = letters[draw(letters.length)];
        const other = word.join("").slice(0, 1 + draw(15));
        if (!all.has(other)) others.add(other);
    }
    assert.deepEqual([...others].filter(word => words.has(word)), []);
    assert.deepEqual([..."aeqz?"].map(letter => words.value(letter)), [2, 1, 13, 10, 0]);
});

// Shows rule 16.12.
test("Each refusal of a write that works offline has a sentence of its own, and no other code has", () => {
    const document = JSON.parse(read("docs/openapi.json"));
    const operations = new Map(Object.values(document.paths).flatMap(path => Object.values(path)).map(one => [one.operationId, one]));
    const kinds = { comment: ["createComment"], watched: ["markWatched"], unwatched: ["unmarkWatched"],
        reaction: ["addReaction", "removeReaction"], moves: ["sendMoves"] };
    const all = new Set(["forbidden"]);
    for (const [kind, names] of Object.entries(kinds)) {
        const answers = names.flatMap(name => Object.values(operations.get(name).responses)).flatMap(({ $ref }) => $ref?.split("/").at(-1) ?? []);
        // What is tried again by itself, or ends the session, is no refusal.
        for (const code of answers.filter(name => !/^(401|429|500|503)\./.test(name)).flatMap(name => name.split(".").slice(1))) {
            all.add(code);
            const sentence = reasonOf(kind, /** @type {any} */ ({ code, detail: "DETAIL" }));
            assert.ok(/^[A-Z]/.test(sentence) && sentence !== "DETAIL" && /(\.|DETAIL)$/.test(sentence), `${kind} ${code}: ${sentence}`);
        }
    }
    assert.deepEqual(Object.keys(sentences).sort(), [...all].sort());
});
