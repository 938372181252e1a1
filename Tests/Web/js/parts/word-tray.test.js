// The tray of a puzzle: the word as it grows, and why it doesn't count.
import "./page.js";
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { Game } from "../../../../Sources/Web/js/davenport/rules/game.js";
import { Words } from "../../../../Sources/Web/js/davenport/rules/words.js";

const { WordTray } = await import("../../../../Sources/Web/js/parts/play/word-tray.js");
const root = new URL("../../../../", import.meta.url);
const shared = JSON.parse(fs.readFileSync(new URL("Tests/Play/play_vectors.json", root), "utf8"));
const words = new Words(fs.readFileSync(new URL("words/en.txt", root)));
const { letters } = shared.cubes[shared.games[0].cube];
const moves = shared.games[0].moves.filter((/** @type {any} */ move) => move.faces);

/** A tray of a game with some moves. @param {any[]} [made] */
function begun(made = []) {
    const game = new Game(letters, words, Infinity);
    for (const move of made) game.accept(game.judged(move));
    const stage = { /** @type {number[][]} */ played: [], /** @type {string | undefined} */ hint: undefined };
    const play = (/** @type {number[]} */ faces) => stage.played.push(faces);
    const tray = new WordTray({ game: () => game, play, changed() {}, hint: () => stage.hint });
    tray.choose([]);
    return { stage, tray, game, about: () => tray.about.textContent };
}

test("A word shows what it scores, and is played", () => {
    const { stage, tray, game, about } = begun();
    const { faces } = moves[0];
    for (const face of faces) tray.tap(face);
    const sides = new Set(faces.map((/** @type {number} */ face) => face % 3)).size;
    assert.equal(about(),
        `${game.scoreOf(faces)} points ✓letters ${game.sum(faces)} × length ${faces.length - 2} × sides ${sides}`);
    tray.send();
    assert.deepEqual([stage.played, tray.path], [[faces], []]);
    tray.input.value = game.spelled(faces);
    tray.type();
    assert.equal(game.spelled(tray.path), game.spelled(faces));
});

test("A word that doesn't count says why, and isn't played", () => {
    const { stage, tray, game, about } = begun();
    assert.equal(about(), "Tap letters, drag across them, or type.");
    const isFar = (/** @type {number} */ face) => game.fault({ faces: [game.open[0], game.open[1], face] }) === "not_touching";
    const far = /** @type {number} */ (game.open.find(isFar));
    const [one, two] = game.open;
    const faults = /** @type {[number[], RegExp][]} */ ([[[one], /three faces or more/], [[one, two, far], /not touching/]]);
    for (const [faces, why] of faults) {
        tray.choose(faces);
        assert.match(about() ?? "", why);
        tray.send();
    }
    tray.input.value = "zzzz";
    tray.type();
    assert.equal(about(), "the cube doesn’t spell that");
    tray.send();
    stage.hint = "Tap the cubelet to remove.";
    tray.choose([]);
    assert.deepEqual([about(), stage.played], ["Tap the cubelet to remove.", []]);
    const again = begun(moves.slice(0, 1));
    again.tray.choose(moves[0].faces);
    assert.match(again.about() ?? "", /played already/);
});

test("A tap takes the last face back, and an earlier one becomes the last; a drag goes on from where it is", () => {
    const { tray, game } = begun();
    const [one, two, three] = game.open;
    for (const face of [one, two, three]) tray.tap(face);
    tray.tap(three);
    assert.deepEqual(tray.path, [one, two]);
    tray.tap(one);
    assert.deepEqual(tray.path, [one]);
    tray.drag(two, true);
    tray.drag(three, false);
    tray.drag(two, false);
    assert.deepEqual(tray.path, [two]);
});
