// The cube of a play that is over, with my words on it: each word can be chosen, and runs over the cube as it was then.
import { el, fill, mark, svg } from "../../dom.js";
import { axisOf, Game } from "../../client/play.js";
import { letterOf } from "./cube.js";
import { bounds, leanings, shapesOf } from "./cube-shape.js";
import { phrase } from "../../phrases.js";

const sideNames = ["left", "right", "top"];

/**
 * A drawing of a game's open faces, with a line along the faces of a word.
 * @param {Game} game
 * @param {readonly number[]} word
 * @param {ReadonlyMap<number, number>} uses how many words used a face
 */
export function drawnCube(game, word, uses) {
    const shapes = shapesOf(game.open);
    const faces = shapes.flatMap(({ face, corners, middle }) => {
        const side = axisOf(face);
        const isOfWord = word.includes(face);
        const style = [`tile-${sideNames[side]}`, isOfWord ? "tile-word" : uses.has(face) && "tile-used"];
        const tile = svg("path", { class: style.filter(Boolean).join(" "),
            d: `M${corners.map((one) => one.join(" ")).join("L")}Z` });
        return isOfWord ? [tile] : [tile, letter(game, face, middle)];
    });
    const middles = new Map(shapes.map(({ face, middle }) => [face, middle.join(" ")]));
    // A path with fewer points is none, and the browser reports it as a fault.
    const way = word.length > 1 && [svg("path", { class: "tile-way", d: `M${word.map((face) => middles.get(face)).join("L")}` })];
    return svg("svg", { viewBox: bounds, class: "word-cube", "aria-hidden": "true" }, ...faces,
        ...way || [], ...shapes.filter(({ face }) => word.includes(face))
            .map(({ face, middle }) => letter(game, face, middle, true)));
}

/** The letter of a face, which leans as its side does. */
function letter(/** @type {Game} */ game, /** @type {number} */ face, /** @type {import("./cube-shape.js").Point} */ middle,
    isOfWord = false) {
    return svg("text", { class: isOfWord ? "tile-letter tile-letter-word" : "tile-letter",
        transform: `matrix(${leanings[axisOf(face)]} ${middle.join(" ")})` }, letterOf(game, face));
}

/**
 * How many words used each face.
 * @param {readonly App.PlayMove[]} moves
 */
export function usesOf(moves) {
    const uses = /** @type {Map<number, number>} */ (new Map());
    for (const face of moves.flatMap(({ faces = [] }) => faces)) uses.set(face, (uses.get(face) ?? 0) + 1);
    return uses;
}

/**
 * My words on the cube: the best one first.
 * @param {Pick<Wire.Play, "letters" | "moves">} play
 */
export function wordCube({ letters, moves }) {
    const uses = usesOf(moves);
    const words = moves.map((move, number) => ({ ...move, number })).filter(({ word }) => word)
        .sort((one, other) => (other.score ?? 0) - (one.score ?? 0));
    const place = el("div", {});
    const buttons = words.map(({ faces = [], number, score, word }) => {
        const show = () => {
            fill(place, drawnCube(new Game(letters, undefined, Infinity, moves.slice(0, number)), faces, uses));
            for (const [at, button] of buttons.entries()) mark(button, "aria-pressed", String(words[at].number === number));
        };
        return el("button", { class: "word-chip", "aria-pressed": "false", onclick: show }, el("bdi", {}, word), " ",
            el("span", { class: "figures" }, score));
    });
    if (words.length === 0) fill(place, drawnCube(new Game(letters, undefined, Infinity), [], uses));
    buttons[0]?.click();
    return el("div", { class: "words-on-cube" }, place,
        words.length > 1 && el("p", { class: "small soft" }, phrase("play.result.bestFirst")),
        words.length > 0 && el("div", { class: "word-chips", role: "group", "aria-label": phrase("play.result.onCube") },
            ...buttons));
}
