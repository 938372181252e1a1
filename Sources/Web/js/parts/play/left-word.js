// The word that nobody found: the best one of the cube as it lay there at first that no play has.
import { call } from "../../client.js";
import { bestWord, Game, loadWords } from "../../client/play.js";

/** The largest number of plays that are read for it. With more, nobody could say quickly that a word is in none of them. */
const most = 12;

/**
 * Looks for the best word that lay on the cube at first and that nobody has found; undefined where that can't be known: with
 * many plays, and with one whose moves I don't see.
 * @param {Pick<Wire.Play, "challengeID" | "letters" | "wordListID">} play
 * @param {AbortSignal} [signal]
 */
export async function leftWord({ challengeID, letters, wordListID }, signal) {
    const { items, next } = await call("listResults", { path: { challengeID }, query: { limit: most } });
    if (next || items.some(({ playID }) => !playID)) return undefined;
    const found = new Set();
    for (const { playID = "" } of items) {
        const { moves } = await call("showPlay", { path: { playID } });
        for (const { word } of moves) found.add(word);
    }
    const words = await loadWords(wordListID);
    const search = bestWord(new Game(letters, words, Infinity), words, (word) => found.has(word));
    for (let step = search.next(); !signal?.aborted; step = search.next()) {
        if (step.done) return step.value;
        // The page goes on meanwhile.
        await new Promise((resolve) => setTimeout(resolve));
    }
    return undefined;
}
