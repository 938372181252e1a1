// A play as it runs: the cube, the tray, the time, and the words so far.
import { el, fill, mark, set, sync } from "../../dom.js";
import { grace } from "../../client/play.js";
import { replica } from "../../client.js";
import { cube } from "./cube.js";
import { ask } from "../controls/dialog.js";
import { goalLine } from "./goal.js";
import { howToPlay } from "./how-to-play.js";
import { openMenu } from "../controls/menu.js";
import { fly } from "../controls/motion.js";
import { sign } from "../controls/signs.js";
import { say } from "../controls/states.js";
import { stopwatch } from "./stopwatch.js";
import { flatButton, turnButtons } from "./turn-buttons.js";
import { WordTray } from "./word-tray.js";

/** @typedef {import("../../client/play.js").RunningPlay} RunningPlay */

/** The pause between questions whether the play is over, in milliseconds. */
const askingPause = 2_000;

/** The cube with its tray, as long as the play runs. */
export class PlayTable {
    /** `asked` is when the server was asked whether the play is over. */
    state = { isRemoving: false, isEnded: false, asked: 0 };
    notices = el("div", { class: "stack-tight" });
    score = el("strong", { class: "figures" });
    /** The last word first. Where they are many, they scroll. */
    words = el("ol", { class: "played", tabIndex: 0, "aria-label": "Words, the last one first" });

    /**
     * @param {RunningPlay} playing
     * @param {AbortSignal} signal
     */
    constructor(playing, signal) {
        this.playing = playing;
        this.signal = signal;
        const button = (/** @type {string} */ text, /** @type {Record<string, any>} */ options) =>
            el("button", { class: "button", ...options }, text);
        /** What is rarely needed stands in a menu, for the bar above the page. */
        this.more = button("", { class: "icon-button", "aria-label": "More", "aria-haspopup": "true", "aria-expanded": "false",
            onclick: () => openMenu(this.more, this.items()) });
        fill(this.more, sign("more"));
        const keep = button("Cancel", { class: "button button-small", onclick: () => this.setRemoving(false) });
        this.word = new WordTray({
            game: () => playing.game, play: (faces) => this.play({ faces }),
            changed: (path) => this.cube.update({ game: playing.game, path }),
            hint: () => this.state.isRemoving && [el("span", { class: "warn" }, "Tap the cubelet to remove."), keep],
        });
        this.cube = cube({ onFace: (face) => this.state.isRemoving ? this.remove(face) : this.word.tap(face),
            onDrag: (face, isFirst) => !this.state.isRemoving && this.word.drag(face, isFirst) });
        this.end = button("Finish", { class: "button button-small", onclick: () => this.finish() });
        this.goal = goalLine(playing.row.play);
        const turns = el("div", { class: "turns" }, turnButtons(this.cube.turn), flatButton(this.cube.node, signal));
        this.tray = el("div", { class: "tray" }, this.word.node);
        const { id, mode } = playing.row.play;
        this.node = el("div", { class: "table", data: { play: id, mode } }, el("div", { class: "table-head" },
            el("div", { class: "table-goal" }, el("p", {}, this.score, " points"), this.goal.node),
            el("div", { class: "table-end" }, stopwatch(playing, signal, (left) => this.tick(left)), this.end)),
        this.notices, el("div", { class: "table-cube" }, this.cube.node, turns, wearLegend()),
        el("div", { class: "table-side" }, el("section", { class: "table-words", "aria-labelledby": "table-words" },
            el("h2", { id: "table-words", class: "small soft" }, "Words"), this.words), this.tray));
        document.addEventListener("keydown", (event) => this.key(event), { signal });
        const topics = [`play:${playing.row.play.challengeID}`, "live"];
        signal.addEventListener("abort", replica.subscribe(topics, () => this.update()));
        this.update();
    }

    /** @returns {import("../controls/menu.js").MenuItem[]} */
    items() {
        const removal = { label: "Remove a cubelet", hint: "It scores nothing, and the faces behind it open.",
            run: () => this.setRemoving(true) };
        return [...this.tray.hidden ? [] : [removal], { label: "How to play", run: () => howToPlay(this.signal) }];
    }

    /** @param {boolean} isRemoving */
    setRemoving(isRemoving) {
        this.state.isRemoving = isRemoving;
        this.word.show();
        if (isRemoving) say("Choose the cubelet to remove.");
    }

    /** @param {number} face */
    async remove(face) {
        const cubelet = Math.floor(face / 3);
        const button = /** @type {HTMLElement | null} */ (this.cube.node.querySelector(`[data-face="${face}"]`));
        const text = `${button?.getAttribute("aria-label") ?? ""}. It scores nothing, and the faces behind it open.`;
        const isSure = await ask({ title: "Remove this cubelet?", text, action: "Remove", opener: button });
        this.setRemoving(false);
        if (isSure) await this.play({ cubelet });
    }

    /** @param {{ faces?: number[], cubelet?: number }} move */
    async play(move) {
        const { playing } = this;
        const before = new Set(playing.game.open);
        const fault = await playing.move(move);
        if (fault) return this.word.refuse(fault === "out_of_time" ? "The time is over." : "That can’t be played now.");
        const made = playing.game.moves.at(-1);
        const opened = playing.game.open.filter((face) => !before.has(face)).length;
        if (made?.word) fly(made.word, this.word.input, this.score);
        const points = made?.score === undefined ? "" : `, ${made.score} points`;
        const faces = opened === 0 ? "Nothing" : opened === 1 ? "One face" : `${opened} faces`;
        say(`${made?.word ?? "Removed"}${points}. ${faces} opened.`);
    }

    async finish() {
        const { moves, score } = this.playing.game;
        const count = moves.filter((move) => move.word).length;
        const text = `You have ${count} ${count === 1 ? "word" : "words"} and ${score} points. You can’t go on afterwards.`;
        if (await ask({ title: "Finish?", text, action: "Finish" })) await this.playing.finish();
    }

    /** @param {number} left how much of the time, in milliseconds */
    tick(left) {
        const { playing, state } = this;
        if (state.isEnded !== left <= 0) {
            state.isEnded = left <= 0;
            this.update();
        }
        if (left + grace > 0 || playing.isOver || performance.now() - state.asked < askingPause) return;
        state.asked = performance.now();
        playing.refresh();
    }

    update() {
        const { playing, state: { isEnded } } = this;
        const { game, row: { play, queue, finishes } } = playing;
        fill(this.score, game.score);
        this.goal.show(game.score);
        set(this.node, { data: { over: play.over || undefined, unsent: queue.length || undefined } });
        this.tray.hidden = this.end.hidden = isEnded || finishes || play.over || !playing.isPlayer;
        sync(this.notices, notes(playing, isEnded), (note) => note.text, ({ text, action, run }) => ({
            node: el("div", { class: "notice", role: "alert" }, el("span", {}, text),
                action && el("button", { class: "button button-small", onclick: run }, action)),
        }));
        const played = game.moves.filter((move) => move.word);
        fill(this.words, ...played.map((move) => el("li", {}, el("bdi", {}, move.word), " ",
            el("span", { class: "figures soft" }, move.score ?? "…"))).reverse());
        mark(this.words, "data-empty", played.length === 0);
        this.word.check();
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const typing = event.target instanceof Element ? event.target.closest("input, dialog") : null;
        if (event.key === "?" && !typing) return howToPlay(this.signal);
        if (event.shiftKey && (!typing || this.word.node.contains(typing))) this.cube.key(event);
        if (event.key === "Escape" && this.state.isRemoving && !typing) return this.setRemoving(false);
        if (!this.tray.hidden) this.word.key(event);
    }
}

/**
 * What there is to say about a play, each a line.
 * @param {RunningPlay} playing
 * @param {boolean} isEnded
 * @returns {{text: string, action?: string, run?: () => void}[]}
 */
function notes(playing, isEnded) {
    const { finishes, late, play, queue } = playing.row;
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

/** What the frames of worn letters mean, where there are any. */
const wearLegend = () => el("p", { class: "tiny soft wear-legend" },
    el("span", { class: "swatch", data: { wear: 1 } }), "worn once",
    el("span", { class: "swatch", data: { wear: 2 } }), "worn twice, falls next");
