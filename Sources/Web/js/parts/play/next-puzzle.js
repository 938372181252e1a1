// What there is to play after a puzzle: the day's other one, or when the next ones come.
import { answers } from "../../client/answers.js";
import { el, fill } from "../../dom.js";
import { cubePicture } from "./cube-picture.js";
import { clockText } from "../controls/time.js";
import { phrase } from "../../phrases.js";

/**
 * The next puzzle, below the result of this one.
 * @param {Wire.Challenge} challenge that I have played
 */
export function nextPuzzle({ kind }) {
    const node = el("section",
        { class: "card challenge-card next-puzzle", "aria-label": phrase("play.next.label"), hidden: true });
    answers.read("showToday").then(({ answer }) => {
        const other = [answer.timed, answer.untimed].find(({ mine }) => !mine?.over);
        node.hidden = false;
        fill(node, cubePicture({ isTimed: other?.mode === "timed" }), el("div", { class: "stack-tight" },
            ...other ? offered(other) : waited(answer, kind)));
    }, () => {});
    return node;
}

/** @param {Wire.Challenge} other */
const offered = ({ endsAt, id, mine, mode }) => [el("h2", {}, phrase("play.next.title", { mode })),
    el("p", { class: "soft" }, mode === "timed" ? phrase("play.next.timed")
        : phrase("play.next.untimed", { time: clockText(new Date(endsAt)) })),
    el("div", {}, el("a", { class: "button", href: `/challenges/${id}` }, phrase(mine ? "play.goOn" : "play.next.play")))];

/**
 * @param {Wire.PlayToday} today
 * @param {Wire.Challenge["kind"]} kind
 */
const waited = ({ endsAt }, kind) => [
    el("h2", {}, phrase(kind === "daily" ? "play.next.bothDone" : "play.next.done")),
    el("p", { class: "soft" }, phrase("play.next.when", { time: clockText(new Date(endsAt)) })),
    el("div", {}, el("a", { class: "button", href: "/play" }, phrase("play.next.challenge")))];
