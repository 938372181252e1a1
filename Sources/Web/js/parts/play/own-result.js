// What came of my own play: the score, my place among all and among friends, the days in a row, the word that nobody found, and
// the cube with my words on it, the best one first.
import { call } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill } from "../../dom.js";
import { leftWord } from "./left-word.js";
import { isMine } from "./results.js";
import { share } from "./share.js";
import { wordCube } from "./word-cube.js";
import { phrase, phraseAround } from "../../phrases.js";

/** The last place that is praised. */
const lastPraised = 3;

/** The words from which on a result without a place is praised. */
const manyWords = 5;

/**
 * What a result says above its score.
 * @param {Pick<Wire.Challenge, "mine" | "playCount">} challenge
 * @param {boolean} [isBest] whether it is my best one of its kind
 */
export function praise({ mine, playCount }, isBest) {
    const { rank = 0, wordCount = 0 } = mine ?? {};
    if (isBest) return phrase("play.praise.best");
    if (playCount > 1 && rank >= 1 && rank <= lastPraised) return phrase("play.praise.place", { rank, count: playCount });
    return phrase(wordCount >= manyWords ? "play.praise.words" : wordCount > 0 ? "play.praise.few" : "play.praise.none");
}

/**
 * The card of my own result.
 * @param {Wire.Challenge} challenge that I have played
 * @param {AbortSignal} [signal]
 */
export function ownResult(challenge, signal) {
    const { ended, id, kind, mine, mode, playCount } = challenge;
    if (!mine) return el("div", {});
    const [rank, friends, days, left] = [phrase("play.fact.rank"), phrase("play.fact.friends"), phrase("play.fact.days"),
        phrase(ended ? "play.fact.left" : "play.fact.leftYet")].map(fact);
    const title = el("h2", { class: "praise" }, praise(challenge));
    const cube = el("div", { class: "result-cube" });
    const button = el("button", { class: "button button-main", disabled: true }, phrase("play.share.action"));
    call("showPlay", { path: { playID: mine.playID } }).then(async (play) => {
        fill(cube, wordCube(play));
        button.addEventListener("click", () => share(challenge, play.moves));
        button.disabled = false;
        // Its place is kept while it is looked for.
        left.show("…");
        const found = await leftWord(play, signal).catch(() => undefined);
        if (found) left.show(el("bdi", {}, found.word), ` ${found.score}`);
        left.node.hidden = !found;
    }).catch(() => {});
    call("listResults", { path: { challengeID: id }, query: { scope: "friends", around: "me", limit: 3 } }).then((found) => {
        const own = found.items.find(isMine);
        if (own && found.playCount > 1) friends.show(phrase("play.rankOf", { rank: own.rank, count: found.playCount }));
    }, () => {});
    answers.read("showPlayProfile").then(({ answer: { bestTimed, bestUntimed, daysPlayed, streak } }) => {
        if (kind === "daily") days.show(streak);
        const isBest = (mode === "timed" ? bestTimed : bestUntimed)?.playID === mine.playID && daysPlayed > 1;
        fill(title, praise(challenge, isBest));
        title.classList.toggle("cheer", isBest || (mine.rank === 1 && playCount > 1));
    }, () => {});
    if (mine.rank && playCount > 1) rank.show(phrase("play.rankOf", { rank: mine.rank, count: playCount }));
    return el("section", { class: "card own-result", data: { mode, empty: mine.wordCount === 0 },
        "aria-label": phrase("play.result") },
        el("div", { class: "result-head" }, title,
            el("p", { class: "own-score figures" },
                phraseAround("play.points", { score: el("strong", {}, mine.score), points: mine.score })),
            el("p", { class: "soft" }, phrase("play.words", { count: mine.wordCount }))),
        el("dl", { class: "tiles" }, days.node, rank.node, friends.node, left.node),
        el("div", { class: "line" }, button,
            el("a", { class: "button", href: `/plays/${mine.playID}` }, phrase("play.myMoves"))), cube);
}

/**
 * A number with its name, which stands there once it is known.
 * @param {string} label
 */
function fact(label) {
    const value = el("dd", { class: "figures" });
    const node = el("div", { hidden: true }, el("dt", {}, label), value);
    return { node, show: (/** @type {import("../../dom.js").Parts[]} */ ...parts) => {
        node.hidden = false;
        fill(value, ...parts);
    } };
}
