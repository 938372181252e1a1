// How a puzzle is played: pictures with a line each, and the keys for those who play by them.
import { el } from "../../dom.js";
import { sheet } from "../controls/dialog.js";
import { puzzleName } from "../../routes.js";
import { cubePicture } from "./cube-picture.js";
import { showFirstSteps } from "./first-steps.js";
import { phrase } from "../../phrases.js";

const corner = ["top 1 1", "top 1 2", "left 2 0", "left 1 1"];

/** @type {readonly (readonly [string, string, Parameters<typeof cubePicture>[0]])[]} */
const steps = [
    [phrase("play.how.spell"), phrase("play.how.spellAbout"), { word: corner }],
    [phrase("play.how.sides"), phrase("play.how.sidesAbout"), { word: ["top 2 1", "top 2 2", "right 0 0", "left 2 0"] }],
    [phrase("play.how.wear"), phrase("play.how.wearAbout"),
        { word: ["left 0 1", "left 1 1", "left 2 1"], worn: ["top 0 2", "top 1 2", "left 2 0", "right 0 0"] }],
    [phrase("play.how.look"), phrase("play.how.lookAbout", { button: phrase("play.unfold") }), {}],
];
const keys = [
    [phrase("play.key.letters"), phrase("play.key.lettersDo")], [phrase("play.key.enter"), phrase("play.key.enterDoes")],
    [phrase("play.key.escape"), phrase("play.key.escapeDoes")], [phrase("play.key.tab"), phrase("play.key.tabDoes")],
    [phrase("play.key.arrows"), phrase("play.key.arrowsDo")], [phrase("play.key.space"), phrase("play.key.spaceDoes")],
    [phrase("play.key.shift"), phrase("play.key.shiftDoes")], ["?", phrase("play.key.helpDoes")],
];

/**
 * Opens the sheet that says how a puzzle is played.
 * @param {AbortSignal} [signal] closes it
 */
export function howToPlay(signal) {
    sheet(phrase("play.how.title", { puzzle: puzzleName }), el("div", { class: "stack" },
        el("div", {}, el("button", { class: "button", onclick: () => showFirstSteps(signal) }, phrase("play.how.try"))),
        el("ol", { class: "how" }, ...steps.map(([title, text, shown]) => el("li", {}, cubePicture(shown),
            el("div", {}, el("h3", {}, title), el("p", {}, text))))),
        el("details", { class: "fold" }, el("summary", {}, phrase("play.how.keyboard")),
            el("dl", { class: "facts" },
                ...keys.flatMap(([key, text]) => [el("dt", {}, key), el("dd", {}, text)])))), { signal });
}

/**
 * The button that opens it.
 * @param {AbortSignal} [signal]
 */
export const helpButton = (signal) => el("button",
    { class: "icon-button rules-button", "aria-label": phrase("play.how.open"), title: phrase("play.how.open"),
        onclick: () => howToPlay(signal) }, "?");
