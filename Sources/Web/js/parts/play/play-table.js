// A play as it runs: the cube, the tray, the time, and the words so far.
import { el, fill, mark, set, sync } from "../../dom.js";
import { grace } from "../../client/play.js";
import { replica, session } from "../../client.js";
import { cube } from "./cube.js";
import { ask } from "../controls/dialog.js";
import { howToPlay } from "./how-to-play.js";
import { say } from "../controls/states.js";
import { stopwatch } from "./stopwatch.js";
import { wordTray } from "./word-tray.js";

/** The pause between questions whether the play is over, in milliseconds. */
const askingPause = 2_000;

/**
 * @param {import("../../client/play.js").RunningPlay} playing
 * @param {AbortSignal} signal
 */
export function playTable(playing, signal) {
    /** @type {readonly number[]} */
    let path = [];
    let isRemoving = false;
    let isEnded = false;
    let asked = 0;
    const notices = el("div", { class: "stack-tight" });
    const score = el("strong", { class: "figures" });
    const words = el("ol", { class: "played" });
    const word = wordTray({
        game: () => playing.game, play: (faces) => play({ faces }),
        changed: (faces) => { path = faces; shape.update({ game: playing.game, path }); },
        hint: () => isRemoving ? "Tap the cubelet to remove." : undefined,
    });
    const shape = cube({ onFace: (face) => (isRemoving ? remove(face) : word.tap(face)),
        onDrag: (face, isFirst) => !isRemoving && word.drag(face, isFirst) });
    const removal = el("button", { class: "button button-small", "aria-pressed": "false", onclick: () => removing(!isRemoving) },
        "Remove a cubelet");
    const flat = flatButton(shape.node, signal);
    const turns = el("div", { class: "line turns" }, ...turnButtons(shape.turn), flat,
        el("button", { class: "button button-small", "aria-label": "How to play", onclick: () => howToPlay(signal) }, "?"));
    const more = el("div", { class: "line" }, removal, el("button", { class: "button button-small", onclick: finish }, "Finish"));
    const closing = el("div", { class: "tray" }, word.node);
    const node = el("div", { class: "table", data: { play: playing.row.play.id } },
        el("div", { class: "line apart" }, stopwatch(playing, signal, tick), el("span", {}, score, " points")),
        notices, shape.node, closing, turns, more, el("h2", {}, "Words"), words);

    /** @param {boolean} next */
    function removing(next) {
        isRemoving = next;
        mark(removal, "aria-pressed", String(next));
        word.show();
        if (next) say("Choose the cubelet to remove.");
    }

    /** @param {number} face */
    async function remove(face) {
        const cubelet = Math.floor(face / 3);
        const button = /** @type {HTMLElement | null} */ (shape.node.querySelector(`[data-face="${face}"]`));
        const isSure = await ask({
            title: "Remove this cubelet?",
                text: `${button?.getAttribute("aria-label") ?? ""}. It scores nothing, and the faces behind it open.`,
            action: "Remove", opener: button,
        });
        removing(false);
        if (isSure) await play({ cubelet });
    }

    /** @param {{ faces?: number[], cubelet?: number }} move */
    async function play(move) {
        const before = new Set(playing.game.open);
        const fault = await playing.move(move);
        if (fault) return say(fault === "out_of_time" ? "The time is over." : "That can’t be played now.");
        const made = playing.game.moves.at(-1);
        const opened = playing.game.open.filter((face) => !before.has(face)).length;
        const points = made?.score === undefined ? "" : `, ${made.score} points`;
        const faces = opened === 0 ? "Nothing" : opened === 1 ? "One face" : `${opened} faces`;
        say(`${made?.word ?? "Removed"}${points}. ${faces} opened.`);
    }

    async function finish() {
        const { moves, score } = playing.game;
        const count = moves.filter((move) => move.word).length;
        const text = `You have ${count} ${count === 1 ? "word" : "words"} and ${score} points. You can’t go on afterwards.`;
        if (await ask({ title: "Finish?", text, action: "Finish" })) await playing.finish();
    }

    /** @param {number} left */
    function tick(left) {
        if (isEnded !== left <= 0) {
            isEnded = left <= 0;
            update();
        }
        if (left + grace > 0 || playing.isOver || performance.now() - asked < askingPause) return;
        asked = performance.now();
        playing.refresh();
    }

    function update() {
        const { play, queue, finishes, late } = playing.row;
        const { game } = playing;
        const isClosed = isEnded || finishes || play.over || !playing.isPlayer;
        fill(score, game.score);
        set(node, { data: { over: play.over || undefined, unsent: queue.length || undefined } });
        closing.hidden = more.hidden = isClosed;
        sync(notices, notes(playing, { isEnded, late, finishes }), (note) => note.text, ({ text, action, run }) => ({
            node: el("div", { class: "notice", role: "alert" }, el("span", {}, text),
                action && el("button", { class: "button button-small", onclick: run }, action)),
        }));
        fill(words, ...game.moves.filter((move) => move.word).map((move) => el("li", {}, el("bdi", {}, move.word), " ",
            el("span", { class: "figures soft" }, move.score ?? "…"))).reverse());
        word.check();
    }

    document.addEventListener("keydown", (event) => {
        const typing = event.target instanceof Element ? event.target.closest("input, dialog") : null;
        if (event.key === "?" && !typing) return howToPlay(signal);
        if (event.shiftKey && (!typing || word.node.contains(typing))) shape.key(event);
        if (!closing.hidden) word.key(event);
    }, { signal });
    signal.addEventListener("abort", replica.subscribe([`play:${playing.row.play.challengeID}`, "live"], update));
    update();
    return node;
}

/**
 * What there is to say about a play, each a line.
 * @param {import("../../client/play.js").RunningPlay} playing
 * @param {{isEnded: boolean, late: readonly string[], finishes: boolean}} state
 * @returns {{text: string, action?: string, run?: () => void}[]}
 */
function notes(playing, { isEnded, late, finishes }) {
    const { queue, play } = playing.row;
    const count = queue.length;
    return [
        !play.over && !playing.isPlayer && playing.isReady
            && { text: "You play in another tab.", action: "Play here", run: () => playing.hold(true) },
        playing.notice && { text: playing.notice },
        late.length > 0 && { text: `Too late for the server: ${late.join(", ")}.`, action: "Throw away",
            run: () => playing.read() },
        isEnded && !play.over && { text: "The time is over. The results come within 15 seconds." },
        finishes && { text: "Finishing …" },
        count > 0 && playing.attempts > 0 && { text: `${count} ${count === 1 ? "move" : "moves"} not sent yet.` },
    ].flatMap((note) => note || []);
}

/** @param {(yaw: number, pitch: number) => void} turn */
export function turnButtons(turn) {
    /** @type {readonly (readonly [string, string, number, number])[]} */
    const all = [
        ["Turn left", "←", -15, 0], ["Turn right", "→", 15, 0], ["Turn up", "↑", 0, 15], ["Turn down", "↓", 0, -15],
        ["Turn back", "↺", 0, 0],
    ];
    return all.map(([label, sign, yaw, pitch]) => el("button",
        { class: "button button-small turn", "aria-label": label, title: label, onclick: () => turn(yaw, pitch) }, sign));
}

/**
 * Flat boards: as chosen on this device, otherwise where the cube is narrower than 18rem.
 * @param {HTMLElement} cube
 * @param {AbortSignal} signal
 */
export function flatButton(cube, signal) {
    const button = el("button", { class: "button button-small" }, "Flat");
    const showFlat = () => {
        const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
        const isFlat = session.preference("flat") ?? (cube.clientWidth > 0 && cube.clientWidth < 18 * rem);
        mark(cube, "data-flat", isFlat);
        mark(button, "aria-pressed", String(isFlat));
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
