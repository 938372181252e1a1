// How a puzzle is played, with and without pointer.
import { el } from "../../dom.js";
import { sheet } from "../controls/dialog.js";

const texts = [
    "Spell words of three letters or more. Each letter touches the one before, if only at a corner, also around edges. "
        + "Use a face once in a word, and a word once.",
    "A word scores the sum of its letters × (faces − 2) × the number of sides it runs over: top, left and right.",
    "Each letter that you use wears its small cube. After three times the cube is gone, and the letters behind it are open. "
        + "You can also remove one, for nothing.",
    "Tap the letters one by one; tap the last again to take it back. Or drag across them. Or type the word, and press Enter.",
    "With keys: Tab reaches the cube, arrows go from face to face, Space takes one, Enter plays the word, Escape clears it.",
    "Turn the cube by its buttons, by dragging beside it, or by Shift with arrows. Flat shows every open face.",
];

/**
 * Opens the sheet that says how a puzzle is played.
 * @param {AbortSignal} [signal] closes it
 */
export function howToPlay(signal) {
    sheet("How to play", el("div", { class: "stack" }, ...texts.map((text) => el("p", {}, text))), { signal });
}
