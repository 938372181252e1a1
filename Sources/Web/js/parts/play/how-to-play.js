// How a puzzle is played: pictures with a line each, and the keys for those who play by them.
import { el } from "../../dom.js";
import { sheet } from "../controls/dialog.js";
import { puzzleName } from "../../routes.js";
import { cubePicture } from "./cube-picture.js";
import { showFirstSteps } from "./first-steps.js";

const corner = ["top 1 1", "top 1 2", "left 2 0", "left 1 1"];

/** @type {readonly (readonly [string, string, Parameters<typeof cubePicture>[0]])[]} */
const steps = [
    ["Spell a word", "Three letters or more. Each touches the one before, at a side or a corner, and around edges too. "
        + "Tap them, drag across them, or type.", { word: corner }],
    ["Run it over more sides", "A word scores letters × length × sides. The length counts from the third letter on: "
        + "five letters worth 10 on three sides are 10 × 3 × 3 = 90.",
        { word: ["top 2 1", "top 2 2", "right 0 0", "left 2 0"] }],
    ["Wear the cube down", "Each letter wears its small cube: a dashed frame says once, a double one twice. After three "
        + "times it is gone, and the letters behind it open. You can remove one, too: that scores nothing.",
        { word: ["left 0 1", "left 1 1", "left 2 1"], worn: ["top 0 2", "top 1 2", "left 2 0", "right 0 0"] }],
    ["Look around", "Drag beside the cube to turn it. “Unfold” shows every open letter at once. Each word counts once.", {}],
];
const keys = [
    ["Letters", "spell a word wherever you are"], ["Enter", "plays it"], ["Escape", "clears it"], ["Tab", "reaches the cube"],
    ["Arrows", "go from face to face"], ["Space", "takes a face"], ["Shift and arrows", "turn the cube"], ["?", "opens this"],
];

/**
 * Opens the sheet that says how a puzzle is played.
 * @param {AbortSignal} [signal] closes it
 */
export function howToPlay(signal) {
    sheet(`How to play ${puzzleName}`, el("div", { class: "stack" },
        el("div", {}, el("button", { class: "button", onclick: () => showFirstSteps(signal) }, "Try it in three steps")),
        el("ol", { class: "how" }, ...steps.map(([title, text, shown]) => el("li", {}, cubePicture(shown),
            el("div", {}, el("h3", {}, title), el("p", {}, text))))),
        el("details", { class: "fold" }, el("summary", {}, "With a keyboard"),
            el("dl", { class: "facts" },
                ...keys.flatMap(([key, text]) => [el("dt", {}, key), el("dd", {}, text)])))), { signal });
}

/**
 * The button that opens it.
 * @param {AbortSignal} [signal]
 */
export const helpButton = (signal) => el("button",
    { class: "icon-button help", "aria-label": "How to play", title: "How to play", onclick: () => howToPlay(signal) }, "?");
