// What came of my own play: the score, my place among all and among friends, the days in a row, the best word, and a
// text to share.
import { call, session } from "../../client.js";
import { answers } from "../../client/answers.js";
import { sides } from "../../client/play.js";
import { el, fill } from "../../dom.js";
import { copyText } from "../controls/copy.js";
import { dayText } from "../controls/time.js";
import { isMine } from "./results.js";

/** The squares of a shared word, by the sides that it runs over. */
const squares = ["", "🟨", "🟧", "🟥"];

/**
 * What is shared of a play: nothing that helps anybody to solve the puzzle. Each word is a row of squares, one for each letter,
 * in the colour of how many sides it runs over.
 * @param {Wire.Challenge} challenge
 * @param {readonly {faces?: readonly number[], score?: number}[]} moves
 * @param {{community?: string, origin: string}} place
 */
export function shareText({ code, day, mine, mode, playCount }, moves, { community, origin }) {
    const title = [community, mode === "timed" ? "timed cube" : "untimed cube",
        day && dayText(new Date(`${day}T12:00`))];
    const rank = mine?.rank && playCount > 1 ? `, rank ${mine.rank} of ${playCount}` : "";
    const words = moves.flatMap(({ faces, score }) => faces && score !== undefined ? [{ faces, score }] : [])
        .sort((one, other) => other.score - one.score);
    return [title.filter(Boolean).join(" · "), `${mine?.score ?? 0} points, ${counted(words.length)}${rank}`,
        ...words.slice(0, 8).map(({ faces, score }) => `${squares[sides(faces)].repeat(faces.length)} ${score}`),
        words.length > 8 && "…", `${origin}/play${code ? `#${code}` : ""}`].filter(Boolean).join("\n");
}

const counted = (/** @type {number} */ words) => `${words} ${words === 1 ? "word" : "words"}`;

/**
 * The card of my own result.
 * @param {Wire.Challenge} challenge that I have played
 */
export function ownResult(challenge) {
    const { id, kind, mine, playCount } = challenge;
    if (!mine) return el("div", {});
    const best = fact("Best word");
    const friends = fact("Among friends");
    const days = fact("Days in a row");
    const share = el("button", { class: "button button-main", disabled: true }, "Share");
    call("showPlay", { path: { playID: mine.playID } }).then(({ moves }) => {
        const [top] = moves.filter((move) => move.word).sort((one, other) => (other.score ?? 0) - (one.score ?? 0));
        if (top) best.show(el("bdi", {}, top.word), ` ${top.score}`);
        share.addEventListener("click", () => shareWith(shareText(challenge, moves,
            { community: session.keptTenant()?.name, origin: location.origin })));
        share.disabled = false;
    }, () => {});
    call("listResults", { path: { challengeID: id }, query: { scope: "friends", around: "me", limit: 3 } }).then((found) => {
        const own = found.items.find(isMine);
        if (own && found.playCount > 1) friends.show(`${own.rank} of ${found.playCount}`);
    }, () => {});
    if (kind === "daily") answers.read("showPlayProfile").then(({ answer }) => days.show(answer.streak), () => {});
    const rank = fact("Rank");
    if (mine.rank && playCount > 1) rank.show(`${mine.rank} of ${playCount}`);
    return el("section", { class: "card own-result", "aria-label": "Your result" },
        el("p", { class: "own-score figures" }, el("strong", {}, mine.score), " points"),
        el("p", { class: "soft" }, counted(mine.wordCount)),
        el("dl", { class: "tiles" }, rank.node, friends.node, best.node, days.node),
        el("div", { class: "line" }, share, el("a", { class: "button", href: `/plays/${mine.playID}` }, "My moves")));
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

/**
 * Shares a text by the system's sheet, or copies it where there is none.
 * @param {string} text
 */
async function shareWith(text) {
    if (typeof navigator.share !== "function") return void await copyText(text, "Copied, to be pasted anywhere.");
    await navigator.share({ text }).catch(() => {});
}
