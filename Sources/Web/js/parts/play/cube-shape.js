// Where the faces of a cube lie in a drawing, seen from the corner at which the three sides meet.
import { axisOf, place } from "../../client/play.js";

/** @typedef {readonly [across: number, down: number]} Point */
/** @typedef {{face: number, corners: readonly Point[], middle: Point}} Shape */

/** The part of a drawing in which a whole cube lies, as a `viewBox` has it. */
export const bounds = "-2.7 -3.1 5.4 6.2";

/** How the writing on each side leans: its directions along the line and down, as a `matrix` has them. */
export const leanings = ["0.866 0.5 0 1", "0.866 -0.5 0 1", "0.92 0 0 0.82"];

/**
 * A point of the cube in the drawing. The cube is three small cubes wide.
 * @param {readonly number[]} at along x, to the left; y, to the right; and z, up
 * @returns {Point}
 */
const drawnAt = ([x, y, z]) => [(y - x) * 0.866, (x + y) / 2 - z];

/** The corners of a face, in the plane in which it lies. */
const corners = [[0, 0], [1, 0], [1, 1], [0, 1]];

/**
 * The shapes of faces, the hindmost first, so that each covers what lies behind it.
 * @param {readonly number[]} faces
 * @returns {Shape[]}
 */
export function shapesOf(faces) {
    const depth = (/** @type {number} */ face) => place(face, 0) + place(face, 1) + place(face, 2);
    return [...faces].sort((one, other) => depth(one) - depth(other)).map((face) => {
        const axis = axisOf(face);
        const point = (/** @type {number} */ along, /** @type {number} */ across) => {
            const rest = [along, across];
            return drawnAt([0, 1, 2].map((other) => place(face, other) + (other === axis ? 1 : rest.shift() ?? 0)));
        };
        return { face, corners: corners.map(([along, across]) => point(along, across)), middle: point(0.5, 0.5) };
    });
}

/**
 * The axis towards which the half of a face lies that is seen, where a cubelet in front covers the other half; undefined where
 * none or both are covered. Seen from the corner, a face is two triangles, of which each is seen or not.
 * @param {Pick<import("../../client/play.js").Game, "has">} game
 * @param {number} face
 */
export function seenHalf(game, face) {
    const axis = axisOf(face);
    const isThere = (/** @type {number[]} */ at) => at.every((part) => part < 3) && game.has(9 * at[0] + 3 * at[1] + at[2]);
    /** Whether a cubelet lies so far from the one in front of the face, or behind that in the line of sight. */
    const covers = (/** @type {readonly number[]} */ ...axes) => [0, 1, 2].some((depth) => isThere([0, 1, 2].map((other) =>
        place(face, other) + depth + Number(other === axis) + Number(axes.includes(other)))));
    const others = [0, 1, 2].filter((other) => other !== axis);
    if (covers() || covers(...others)) return undefined;
    const seen = others.filter((other) => !covers(other));
    return seen.length === 1 ? seen[0] : undefined;
}
