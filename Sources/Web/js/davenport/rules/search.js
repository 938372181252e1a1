// Looks for the word that scores most on a cube as it lies there.

import { sides, touches } from "./game.js";

/** @typedef {{ word: string, faces: readonly number[], score: number }} FoundWord */

/**
 * Looks for the word that scores most on a game's open faces. It takes a while: each step looks at the words that begin at one
 * face, so that a page can do something else between them.
 * @param {import("./game.js").Game} game
 * @param {import("./words.js").Words} words
 * @param {(word: string) => boolean} isTaken the words that don't count
 * @returns {Generator<undefined, FoundWord | undefined>}
 */
export function* bestWord(game, words, isTaken) {
    const { open } = game;
    const near = new Map(open.map(face => [face, open.filter(other => touches(face, other))]));
    /** @type {FoundWord | undefined} */
    let best;
    /**
     * @param {readonly number[]} way
     * @param {import("./words.js").WordRange} range the words that begin so
     */
    const follow = (way, range) => {
        if (way.length > 2 && words.isWord(range)) {
            const score = way.reduce((sum, face) => sum + words.value(game.letters[face]), 0) * (way.length - 2) * sides(way);
            const word = game.spelled(way);
            if (score > (best?.score ?? 0) && !isTaken(word)) best = { word, faces: way, score };
        }
        for (const face of near.get(way[way.length - 1]) ?? []) if (!way.includes(face)) step([...way, face], range);
    };
    /**
     * @param {readonly number[]} way
     * @param {import("./words.js").WordRange} before
     */
    const step = (way, before) => {
        const range = words.goingOn(before, game.spelled(way.slice(-1)));
        if (range.from < range.to) follow(way, range);
    };
    for (const face of open) {
        step([face], words.all);
        yield;
    }
    return best;
}
