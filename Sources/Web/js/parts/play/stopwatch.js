// What is left of a play's time: a ring and a number, for three minutes, or the hour at which it ends.
import { el, fill, set } from "../../dom.js";
import { clockText } from "../controls/time.js";
import { say } from "../controls/states.js";
import { phrase } from "../../phrases.js";

/** The seconds left at which the time is announced. */
const announced = [60, 30, 10];
const step = 200;

/**
 * What is left of a play's time, renewed until the signal.
 * @param {Pick<import("../../client/play.js").RunningPlay, "limit" | "elapsed" | "isOver"> & {row: {play: Pick<Wire.Play, "mode"
 *     | "endsAt">}}} playing
 * @param {AbortSignal} signal
 * @param {(left: number) => void} onTick is called with the milliseconds that are left, negative after the end.
 */
export function stopwatch(playing, signal, onTick) {
    const { mode, endsAt } = playing.row.play;
    const number = el("span", { class: "figures" });
    const node = el("span", { class: "stopwatch", role: "timer" }, number);
    let before = playing.limit - playing.elapsed;
    const tick = () => {
        const left = playing.limit - playing.elapsed;
        if (mode === "timed") {
            const seconds = Math.max(0, Math.ceil(left / 1000));
            fill(number, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
            set(node, { vars: { left: Math.max(0, left / playing.limit) } });
            const passed = announced.find((one) => before > one * 1000 && left <= one * 1000);
            if (passed && !playing.isOver) say(phrase("play.secondsLeft", { count: passed }));
        } else {
            fill(number, phrase("play.until", { time: clockText(new Date(endsAt)) }));
        }
        if (before > 0 && left <= 0 && !playing.isOver) say(phrase("play.timeOver"));
        before = left;
        onTick(left);
    };
    node.classList.toggle("ring", mode === "timed");
    const timer = setInterval(tick, step);
    signal.addEventListener("abort", () => clearInterval(timer));
    queueMicrotask(tick);
    return node;
}
