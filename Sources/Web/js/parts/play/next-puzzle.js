// What there is to play after a puzzle: the day's other one, or when the next ones come.
import { answers } from "../../client/answers.js";
import { el, fill } from "../../dom.js";
import { cubePicture } from "./cube-picture.js";
import { untilText } from "./stopwatch.js";

/**
 * The next puzzle, below the result of this one.
 * @param {Wire.Challenge} challenge that I have played
 */
export function nextPuzzle({ kind }) {
    const node = el("section", { class: "card challenge-card next-puzzle", "aria-label": "The next puzzle", hidden: true });
    answers.read("showToday").then(({ answer }) => {
        const other = [answer.timed, answer.untimed].find(({ mine }) => !mine?.over);
        node.hidden = false;
        fill(node, cubePicture({ isTimed: other?.mode === "timed" }), el("div", { class: "stack-tight" },
            ...other ? offered(other) : waited(answer, kind)));
    }, () => {});
    return node;
}

/** @param {Wire.Challenge} other */
const offered = ({ endsAt, id, mine, mode }) => [el("h2", {}, `Next: ${mode}`),
    el("p", { class: "soft" }, mode === "timed" ? "Three minutes, by the clock." : `Take your time, ${untilText(endsAt)}.`),
    el("div", {}, el("a", { class: "button", href: `/challenges/${id}` }, mine ? "Go on" : "Play it"))];

/**
 * @param {Wire.PlayToday} today
 * @param {Wire.Challenge["kind"]} kind
 */
const waited = ({ endsAt }, kind) => [el("h2", {}, kind === "daily" ? "Both are done for today" : "Today’s are done"),
    el("p", { class: "soft" }, "The next two come ", untilText(endsAt).replace("until", "at"), "."),
    el("div", {}, el("a", { class: "button", href: "/play" }, "Challenge a friend"))];
