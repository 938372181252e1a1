// The buttons that turn a cube and unfold it.
import { session } from "../../client.js";
import { el, mark } from "../../dom.js";
import { phrase } from "../../phrases.js";

/**
 * The buttons that turn the cube.
 * @param {(yaw: number, pitch: number) => void} turn
 */
export function turnButtons(turn) {
    /** @type {readonly (readonly [string, string, number, number])[]} */
    const all = [
        [phrase("play.turn.left"), "←", -10, 0], [phrase("play.turn.right"), "→", 10, 0], [phrase("play.turn.up"), "↑", 0, 10],
        [phrase("play.turn.down"), "↓", 0, -10], [phrase("play.turn.back"), "↺", 0, 0],
    ];
    return el("span", { class: "turn-group" }, ...all.map(([label, sign, yaw, pitch]) => el("button",
            { class: "button turn", "aria-label": label, title: label, onclick: () => turn(yaw, pitch) }, sign)));
}

/**
 * Unfolds the cube, or folds it: as chosen on this device, otherwise where the cube is narrower than 18rem.
 * @param {HTMLElement} cube
 * @param {AbortSignal} signal
 */
export function flatButton(cube, signal) {
    const button = el("button", { class: "button" }, el("span", {}, phrase("play.unfold")),
        el("span", {}, phrase("play.fold")));
    const showFlat = () => {
        const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
        const isFlat = session.preference("flat") ?? (cube.clientWidth > 0 && cube.clientWidth < 18 * rem);
        mark(cube, "data-flat", isFlat);
    };
    button.addEventListener("click", async () => {
        await session.setPreference("flat", !cube.hasAttribute("data-flat"));
        showFlat();
    });
    const observer = new ResizeObserver(showFlat);
    observer.observe(cube);
    // Its size follows the text's.
    observer.observe(button);
    signal.addEventListener("abort", () => observer.disconnect());
    return button;
}
