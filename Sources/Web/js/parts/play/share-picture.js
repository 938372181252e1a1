// The picture of a play that is shared: the cube without letters, with the path of its best word, drawn on a canvas.
import { el } from "../../dom.js";
import { axisOf, place } from "../../client/play.js";
import { shapesOf } from "./cube-shape.js";
import { usesOf } from "./word-cube.js";

/** The width and height of the picture, and those of a small cube in it, in pixels. */
const [size, unit] = [1080, 118];
/** The faces of a cube that nobody has played on. */
const whole = Array.from({ length: 81 }, (_, face) => face).filter((face) => place(face, axisOf(face)) === 2);
/** How much of each side is tinted, so that they differ. */
const tints = [0.2, 0.32, 0.12];

/**
 * Draws the picture, in the colours of the page.
 * @param {{title: string, result: string, address: string, mode: Wire.PlayMode,
 *     moves: readonly {faces?: number[], score?: number, at: number}[]}} shown
 * @returns {Promise<Blob>}
 */
export function sharePicture({ title, result, address, mode, moves }) {
    const canvas = el("canvas", { width: size, height: size });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const style = getComputedStyle(document.documentElement);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
    /** @type {(text: string, at: number, font: string, name: string) => void} */
    const write = (text, at, font, name) => {
        Object.assign(context, { font: `${font} system-ui, sans-serif`, fillStyle: colour(name), textAlign: "center" });
        context.fillText(text, size / 2, at, size - 96);
    };
    Object.assign(context, { fillStyle: colour("paper") });
    context.fillRect(0, 0, size, size);
    write(title, 96, "600 40px", "soft");
    write(result, 176, "700 64px", "ink");
    write(address, size - 48, "400 34px", "soft");
    drawCube(context, moves, (name) => colour(name === "lit" ? mode === "timed" ? "accent" : "new" : name));
    return new Promise((resolve, reject) => canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error("No picture.")),
        "image/png"));
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {readonly {faces?: number[], score?: number, at: number}[]} moves
 * @param {(name: string) => string} colour
 */
function drawCube(context, moves, colour) {
    const uses = usesOf(moves);
    const shapes = shapesOf(whole);
    /** @type {(point: import("./cube-shape.js").Point) => [number, number]} */
    const at = ([across, down]) => [size / 2 + across * unit, size / 2 + 64 + down * unit];
    for (const { face, corners } of shapes) {
        const path = new Path2D();
        for (const corner of corners) path.lineTo(...at(corner));
        path.closePath();
        const isUsed = Math.min(3, uses.get(face) ?? 0);
        const parts = /** @type {const} */ ([["card", 1], ["lit", tints[axisOf(face)] + 0.2 * isUsed]]);
        for (const [name, part] of parts) {
            Object.assign(context, { fillStyle: colour(name), globalAlpha: Math.min(1, part) });
            context.fill(path);
        }
        Object.assign(context, { globalAlpha: 1, strokeStyle: colour("paper"), lineWidth: 6 });
        context.stroke(path);
    }
    const middles = new Map(shapes.map(({ face, middle }) => [face, at(middle)]));
    const [best] = [...moves].sort((one, other) => (other.score ?? 0) - (one.score ?? 0));
    const way = (best?.faces ?? []).flatMap((face) => middles.get(face) ?? []);
    // A face that lay behind others at first isn't in the drawing.
    if (way.length !== 2 * (best?.faces?.length ?? 0)) return;
    const path = new Path2D();
    for (let place = 0; place < way.length; place += 2) path.lineTo(way[place], way[place + 1]);
    Object.assign(context, { strokeStyle: colour("paper"), lineWidth: 20, lineCap: "round", lineJoin: "round" });
    context.stroke(path);
}
