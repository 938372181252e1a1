// The cube: its open faces as buttons, in three boards. CSS lays them out in space, or flat.
import { el, mark, set, sync } from "../../dom.js";
import { axisOf, cubeletOf, place, strength } from "../../client/play.js";
import { seenHalf } from "./cube-shape.js";
import { listed, phrase } from "../../phrases.js";

/** @typedef {import("../../client/play.js").Game} Game */
/**
 * @typedef {object} Shown
 * @property {Game} game
 * @property {readonly number[]} path the faces of the word so far.
 */

const sideNames = [phrase("play.side.left"), phrase("play.side.right"), phrase("play.side.top")];
/** The widest turn each way, so that each side can still be read, and the turn by a button or key, in degrees. */
const [widest, turnStep] = [20, 10];

/**
 * The row and column of a face on its board, counted from 0.
 * @param {number} face
 */
export function spot(face) {
    const [x, y, z] = [0, 1, 2].map((axis) => place(face, axis));
    return [[2 - z, y], [2 - z, 2 - x], [x, y]][axisOf(face)];
}

/**
 * What a face shows: its letter, and u behind q.
 * @param {Game} game
 * @param {number} face
 */
export const letterOf = ({ letters }, face) => `${letters[face].toUpperCase()}${letters[face] === "q" ? "u" : ""}`;

/**
 * The cube's open faces, as buttons in three boards.
 * @param {{onFace?: (face: number) => void, onDrag?: (face: number, isFirst: boolean) => void}} actions without them the cube
 *     only shows.
 */
export function cube({ onFace, onDrag }) {
    const boards = [2, 0, 1].map((axis) => ({ axis, cells: Array.from({ length: 9 }, () => el("div", { class: "cell" })) }));
    const scene = el("div", { class: "cube-space" }, ...boards.map(({ axis, cells }) =>
        el("div", { class: "board", role: "group", "aria-label": sideNames[axis] }, ...cells)));
    const node = el("div", { class: "cube", role: "group", "aria-label": phrase("play.cube") }, scene);
    const { key, turn } = turning(node, scene);
    /** @type {readonly number[]} */
    let open = [];
    /** The face that Tab reaches. */
    let here = 80;
    /** @type {(face: number) => HTMLElement | null} */
    const button = (face) => scene.querySelector(`[data-face="${face}"]`);
    const rove = (/** @type {number} */ face) => {
        for (const other of [here, face]) mark(button(other) ?? node, "tabindex", other === face ? "0" : "-1");
        here = face;
    };

    /** @param {Shown} shown */
    function update(shown) {
        const { game } = shown;
        open = game.open;
        const hadFocus = scene.contains(document.activeElement);
        if (!open.includes(here)) here = nearest(open, here) ?? here;
        for (const { axis, cells } of boards) cells.forEach((cell, at) => sync(cell, facesAt(open, axis, at), String, (face) => ({
            node: faceButton(game, face, { onclick: () => onFace?.(face), onfocus: () => rove(face) }) })));
        for (const face of open) showFace(button(face), face, shown, face === here);
        if (hadFocus && !scene.contains(document.activeElement)) button(here)?.focus();
    }

    node.addEventListener("keydown", (event) => {
        const way = ways[event.key];
        if (!way || event.ctrlKey || event.metaKey || event.altKey
            || !(event.target instanceof Element && event.target.matches(".face"))) return;
        if (event.shiftKey) return key(event);
        event.preventDefault();
        const next = neighbour(open, here, way);
        if (next !== undefined) button(next)?.focus();
    });
    drags(node, turn, onDrag);
    return { node, update, turn, key };
}

/**
 * The open faces at a place of a board, the last one first.
 * @param {readonly number[]} open
 * @param {number} axis
 * @param {number} at
 */
const facesAt = (open, axis, at) => open.filter((face) => axisOf(face) === axis && spot(face)[0] * 3 + spot(face)[1] === at)
    .sort((one, other) => other - one);

/**
 * @param {Game} game
 * @param {number} face
 * @param {{onclick: () => void, onfocus: () => void}} actions
 */
function faceButton(game, face, actions) {
    const axis = axisOf(face);
    const [row, column] = spot(face);
    const [x, y, z] = [0, 1, 2].map((other) => place(face, other) - 1 + (other === axis ? 0.5 : 0));
    return el("button", {
        class: "face", "aria-label": phrase("play.face.name", { letter: letterOf(game, face), side: sideNames[axis],
            row: row + 1, column: column + 1 }), data: { face, axis }, vars: { x: y, y: -z, z: x }, ...actions,
    }, el("span", { class: "letter", "aria-hidden": "true" }, letterOf(game, face)),
    el("small", { class: "worth", "aria-hidden": "true" }));
}

/** Where on a face of each axis the half lies that is towards another axis: to the right, and down. */
const halves = [[[0, 0], [1, 1], [-1, -1]], [[-1, 1], [0, 0], [1, -1]], [[-1, 1], [1, -1], [0, 0]]];

/**
 * Shows how worn a face is, what it is worth, and its place in the word.
 * @param {HTMLElement | null} button
 * @param {number} face
 * @param {Shown} shown
 * @param {boolean} isHere
 */
function showFace(button, face, { game, path }, isHere) {
    if (!button) return;
    const depth = 2 - place(face, axisOf(face));
    const wear = game.wear[cubeletOf(face)];
    const worth = game.words?.value(game.letters[face]);
    const at = path.indexOf(face);
    const half = seenHalf(game, face);
    const [x, y] = half === undefined ? [0, 0] : halves[axisOf(face)][half];
    set(button, { tabIndex: isHere ? 0 : -1, "aria-pressed": String(at >= 0), vars: { "half-x": x, "half-y": y },
        data: { wear: wear || undefined, depth: depth || undefined, order: at >= 0 ? at + 1 : undefined, half } });
    mark(button, "aria-description", listed([worth && phrase("play.face.worth", { points: worth }),
        wear && phrase("play.face.worn", { times: wear, most: strength }),
        depth && phrase("play.face.depth", { count: depth })].flatMap((one) => one || []), "unit"));
    if (worth && button.lastChild) button.lastChild.textContent = String(worth);
}

/** @type {Record<string, readonly [down: number, right: number]>} */
const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** How the cube is turned: by an angle each way, or by Shift and an arrow. */
function turning(/** @type {HTMLElement} */ node, /** @type {HTMLElement} */ scene) {
    const turned = { yaw: 0, pitch: 0 };
    const within = (/** @type {number} */ angle) => Math.max(-widest, Math.min(widest, angle));
    /**
     * @param {number} yaw
     * @param {number} pitch in degrees; both 0 turn it back.
     */
    const turn = (yaw, pitch) => {
        [turned.yaw, turned.pitch] = yaw === 0 && pitch === 0 ? [0, 0] : [within(turned.yaw + yaw), within(turned.pitch + pitch)];
        set(scene, { vars: { yaw: `${turned.yaw}deg`, pitch: `${turned.pitch}deg` } });
        mark(node, "data-turned", turned.yaw !== 0 || turned.pitch !== 0);
    };
    return { turn, key: (/** @type {KeyboardEvent} */ event) => {
        const way = ways[event.key];
        if (!way || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        turn(way[1] * turnStep, -way[0] * turnStep);
    } };
}

/**
 * The open face beside another one: on its board, behind it at the same place, or around an edge.
 * @param {readonly number[]} open
 * @param {number} from
 * @param {readonly [down: number, right: number]} way
 */
export function neighbour(open, from, [down, right]) {
    const axis = axisOf(from);
    const [row, column] = spot(from);
    /** The faces of a board along a line, in the way's direction. */
    const line = (/** @type {number} */ board, /** @type {(spot: number[]) => boolean} */
        isOn, /** @type {(spot: number[]) => number} */ at) =>
        open.filter((face) => axisOf(face) === board && isOn(spot(face)))
            .sort((one, other) => at(spot(one)) - at(spot(other)) || (other - one) * (down + right));
    const step = down + right;
    const own = down !== 0 ? line(axis, (spot) => spot[1] === column, (spot) => spot[0] * step)
        : line(axis, (spot) => spot[0] === row, (spot) => spot[1] * step);
    const next = own[own.indexOf(from) + 1];
    if (next !== undefined) return next;
    // Around an edge: the top's front edges meet the upper edges of left and right, and these meet each other.
    /** @type {readonly (readonly [boolean, number, (spot: number[]) => boolean, (spot: number[]) => number])[]} */
    const edges = [
        [axis === 0 && right > 0, 1, (spot) => spot[0] === row, (spot) => spot[1]],
        [axis === 1 && right < 0, 0, (spot) => spot[0] === row, (spot) => -spot[1]],
        [axis === 0 && down < 0, 2, (spot) => spot[1] === column, (spot) => -spot[0]],
        [axis === 1 && down < 0, 2, (spot) => spot[0] === 2 - column, (spot) => -spot[1]],
        [axis === 2 && down > 0, 0, (spot) => spot[1] === column, (spot) => spot[0]],
        [axis === 2 && right > 0, 1, (spot) => spot[1] === 2 - row, (spot) => spot[0]],
    ];
    const edge = edges.find(([isThere]) => isThere);
    return edge && line(edge[1], edge[2], edge[3])[0];
}

function nearest(/** @type {readonly number[]} */ open, /** @type {number} */ face) {
    const far = (/** @type {number} */ other) => [0, 1, 2].reduce((sum,
        axis) => sum + Math.abs(place(face, axis) - place(other, axis)), axisOf(face) === axisOf(other) ? 0 : 1);
    return [...open].sort((one, other) => far(one) - far(other))[0];
}

/**
 * Dragging across faces spells; dragging beside the cube turns it.
 * @param {HTMLElement} node
 * @param {(yaw: number, pitch: number) => void} turn
 * @param {((face: number, isFirst: boolean) => void) | undefined} onDrag
 */
function drags(node, turn, onDrag) {
    /** @type {{ face: number | undefined, x: number, y: number, isLong: boolean } | undefined} */
    let drag;
    const faceAt = (/** @type {PointerEvent} */ event) => {
        const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-face]");
        return found && node.contains(found) ? Number(found.getAttribute("data-face")) : undefined;
    };
    node.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        drag = { face: faceAt(event), x: event.clientX, y: event.clientY, isLong: false };
        if (event.target instanceof Element
            && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    });
    node.addEventListener("pointermove", (event) => {
        if (!drag || event.buttons === 0) return;
        const face = faceAt(event);
        if (drag.face === undefined) {
            turn((event.clientX - drag.x) / 4, (drag.y - event.clientY) / 4);
            [drag.x, drag.y] = [event.clientX, event.clientY];
        } else if (onDrag && face !== undefined && face !== drag.face) {
            if (!drag.isLong) onDrag(drag.face, true);
            drag.isLong = true;
            drag.face = face;
            onDrag(face, false);
        }
    });
    // The click at the end of a drag takes nothing back.
    node.addEventListener("click", (event) => {
        if (drag?.isLong) event.stopPropagation();
        drag = undefined;
    }, true);
    node.addEventListener("pointerup", () => setTimeout(() => { drag = undefined; }));
    for (const name of ["pointercancel", "pointerleave"]) node.addEventListener(name, () => { drag = undefined; });
}
