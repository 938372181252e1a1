// What came of my own play: the score, my place among all and among friends, the days in a row, the word that nobody found, and
// the cube with my words on it, the best one first.
import { call } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill } from "../../dom.js";
import { leftWord } from "./left-word.js";
import { isMine } from "./results.js";
import { counted, share } from "./share.js";
import { wordCube } from "./word-cube.js";

const places = ["", "First", "Second", "Third"];

/**
 * What a result says above its score.
 * @param {Pick<Wire.Challenge, "mine" | "playCount">} challenge
 * @param {boolean} [isBest] whether it is my best one of its kind
 */
export function praise({ mine, playCount }, isBest) {
    const { rank = 0, wordCount = 0 } = mine ?? {};
    if (isBest) return "Your best one yet!";
    if (playCount > 1 && places[rank]) return `${places[rank]} of ${playCount}${rank === 1 ? "!" : ""}`;
    return wordCount > 0 ? "Well played" : "No word this time";
}

/**
 * The card of my own result.
 * @param {Wire.Challenge} challenge that I have played
 * @param {AbortSignal} [signal]
 */
export function ownResult(challenge, signal) {
    const { ended, id, kind, mine, mode, playCount } = challenge;
    if (!mine) return el("div", {});
    const [rank, friends, days] = ["Rank", "Among friends", "Days in a row"].map(fact);
    const left = fact(ended ? "Nobody found" : "Nobody found yet");
    const title = el("h2", { class: "praise" }, praise(challenge));
    const cube = el("div", { class: "result-cube" });
    const button = el("button", { class: "button button-main", disabled: true }, "Share");
    call("showPlay", { path: { playID: mine.playID } }).then(async (play) => {
        fill(cube, wordCube(play));
        button.addEventListener("click", () => share(challenge, play.moves));
        button.disabled = false;
        const found = await leftWord(play, signal);
        if (found) left.show(el("bdi", {}, found.word), ` ${found.score}`);
    }).catch(() => {});
    call("listResults", { path: { challengeID: id }, query: { scope: "friends", around: "me", limit: 3 } }).then((found) => {
        const own = found.items.find(isMine);
        if (own && found.playCount > 1) friends.show(`${own.rank} of ${found.playCount}`);
    }, () => {});
    answers.read("showPlayProfile").then(({ answer: { bestTimed, bestUntimed, daysPlayed, streak } }) => {
        if (kind === "daily") days.show(streak);
        const isBest = (mode === "timed" ? bestTimed : bestUntimed)?.playID === mine.playID && daysPlayed > 1;
        fill(title, praise(challenge, isBest));
        title.classList.toggle("cheer", isBest || (mine.rank === 1 && playCount > 1));
    }, () => {});
    if (mine.rank && playCount > 1) rank.show(`${mine.rank} of ${playCount}`);
    return el("section", { class: "card own-result", data: { mode }, "aria-label": "Your result" },
        el("div", { class: "result-head" }, title,
            el("p", { class: "own-score figures" }, el("strong", {}, mine.score), " points"),
            el("p", { class: "soft" }, counted(mine.wordCount))),
        cube,
        el("dl", { class: "tiles" }, days.node, rank.node, friends.node, left.node),
        el("div", { class: "line" }, button, el("a", { class: "button", href: `/plays/${mine.playID}` }, "My moves")));
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
