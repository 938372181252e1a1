// Small drawings of a cube, with no letters of any puzzle: as a sign of one, and to show how it is played.
import { svg } from "../../dom.js";

/** @typedef {readonly [across: number, down: number]} Point */

/** The edges of a small cube as they are drawn: to the right, to the left, and down. */
const [right, left, down] = /** @type {Point[]} */ ([[0.866, 0.5], [-0.866, 0.5], [0, 1]]);
/** Where each side begins, and the edges along its rows and columns. */
const sides = {
    top: { from: /** @type {Point} */ ([0, 0]), along: right, below: left },
    left: { from: /** @type {Point} */ ([-2.598, 1.5]), along: right, below: down },
    right: { from: /** @type {Point} */ ([0, 3]), along: /** @type {Point} */ ([0.866, -0.5]), below: down },
};

/**
 * The point that lies so many small cubes along and below the beginning of a side.
 * @param {keyof typeof sides} side
 * @param {number} x
 * @param {number} y
 */
function point(side, x, y) {
    const { from, along, below } = sides[side];
    return [0, 1].map((axis) => (from[axis] + x * along[axis] + y * below[axis]).toFixed(3)).join(" ");
}

/**
 * A face of the drawing, such as "top 0 2": the side, the column and the row, counted from 0.
 * @param {string} face
 * @returns {[keyof typeof sides, number, number]}
 */
function placeOf(face) {
    const [side, column, row] = face.split(" ");
    return [/** @type {keyof typeof sides} */ (side), Number(column), Number(row)];
}

/**
 * A drawing of a cube.
 * @param {{word?: readonly string[], worn?: readonly string[], isTimed?: boolean}} shown `word` are the faces of a word in their
 *     order, along which a line runs; `worn` are faces that were used before
 */
export function cubePicture(shown) {
    const { word = [], worn = [], isTimed = false } = shown;
    const faces = Object.keys(sides).flatMap((side) => [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) =>
        `${side} ${column} ${row}`)));
    const tiles = faces.map((face) => {
        const [side, x, y] = placeOf(face);
        const corners = [[0.04, 0.04], [0.96, 0.04], [0.96, 0.96], [0.04, 0.96]]
            .map(([right, below]) => point(side, x + right, y + below));
        const style = [`tile-${side}`, word.includes(face) && "tile-word", worn.includes(face) && "tile-worn"];
        return svg("path", { class: style.filter(Boolean).join(" "), d: `M${corners.join("L")}Z` });
    });
    const dots = worn.map(placeOf).map(([side, x, y]) =>
        svg("path", { class: "tile-dot", d: `M${point(side, x + 0.78, y + 0.25)}h0` }));
    const way = word.map(placeOf).map(([side, x, y]) => point(side, x + 0.5, y + 0.5));
    return svg("svg", { viewBox: "-2.7 -0.1 5.4 6.2", class: isTimed ? "cube-picture cube-picture-timed" : "cube-picture",
        "aria-hidden": "true" }, ...tiles, ...dots,
    ...way.length > 1 ? [svg("path", { class: "tile-way", d: `M${way.join("L")}` })] : []);
}
