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
import { listed, phrase, phraseAround } from "../../phrases.js";

/** @typedef {import("../../client/play.js").RunningPlay} RunningPlay */

/** The pause between questions whether the play is over, in milliseconds. */
const askingPause = 2_000;

/** The cube with its tray, as long as the play runs. */
export class PlayTable {
    /** `asked` is when the server was asked whether the play is over. */
    state = { isRemoving: false, isEnded: false, asked: 0 };
    notices = el("div", { class: "stack-tight" });
    score = el("strong", { class: "figures" });
    points = el("p", {});
    /** The last word first. Where they are many, they scroll. */
    words = el("ol", { class: "played", tabIndex: 0, "aria-label": phrase("play.table.lastFirst") });

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
        this.more = button("", { class: "icon-button", "aria-label": phrase("play.table.more"), "aria-haspopup": "true",
            "aria-expanded": "false", onclick: () => openMenu(this.more, this.items()) });
        fill(this.more, sign("more"));
        const keep = button(phrase("play.cancel"), { class: "button button-small", onclick: () => this.setRemoving(false) });
        this.word = new WordTray({
            game: () => playing.game, play: (faces) => this.play({ faces }),
            changed: (path) => this.cube.update({ game: playing.game, path }),
            hint: () => this.state.isRemoving && [el("span", { class: "warn" }, phrase("play.remove.tap")), keep],
        });
        this.cube = cube({ onFace: (face) => this.state.isRemoving ? this.remove(face) : this.word.tap(face),
            onDrag: (face, isFirst) => !this.state.isRemoving && this.word.drag(face, isFirst) });
        this.end = button(phrase("play.finish.action"), { class: "button button-small", onclick: () => this.finish() });
        this.goal = goalLine(playing.row.play);
        const turns = el("div", { class: "turns" }, turnButtons(this.cube.turn), flatButton(this.cube.node, signal));
        this.tray = el("div", { class: "tray" }, this.word.node);
        const { id, mode } = playing.row.play;
        this.node = el("div", { class: "table", data: { play: id, mode } }, el("div", { class: "table-head" },
            el("div", { class: "table-goal" }, this.points, this.goal.node),
            el("div", { class: "table-end" }, stopwatch(playing, signal, (left) => this.tick(left)), this.end)),
        this.notices, el("div", { class: "table-cube" }, this.cube.node, turns, wearLegend()),
        el("div", { class: "table-side" }, el("section", { class: "table-words", "aria-labelledby": "table-words" },
            el("h2", { id: "table-words", class: "small soft" }, phrase("play.table.words")), this.words), this.tray));
        document.addEventListener("keydown", (event) => this.key(event), { signal });
        const topics = [`play:${playing.row.play.challengeID}`, "live"];
        signal.addEventListener("abort", replica.subscribe(topics, () => this.update()));
        this.update();
    }

    /** @returns {import("../controls/menu.js").MenuItem[]} */
    items() {
        const removal = { label: phrase("play.remove.action"), hint: phrase("play.remove.hint"),
            run: () => this.setRemoving(true) };
        return [...this.tray.hidden ? [] : [removal], { label: phrase("play.how.open"), run: () => howToPlay(this.signal) }];
    }

    /** @param {boolean} isRemoving */
    setRemoving(isRemoving) {
        this.state.isRemoving = isRemoving;
        this.word.show();
        if (isRemoving) say(phrase("play.remove.choose"));
    }

    /** @param {number} face */
    async remove(face) {
        const cubelet = Math.floor(face / 3);
        const button = /** @type {HTMLElement | null} */ (this.cube.node.querySelector(`[data-face="${face}"]`));
        const text = phrase("play.remove.about", { face: button?.getAttribute("aria-label") ?? "" });
        const isSure = await ask({ title: phrase("play.remove.ask"), text, action: phrase("play.remove.yes"), opener: button });
        this.setRemoving(false);
        if (isSure) await this.play({ cubelet });
    }

    /** @param {{ faces?: number[], cubelet?: number }} move */
    async play(move) {
        const { playing } = this;
        const before = new Set(playing.game.open);
        const fault = await playing.move(move);
        if (fault) return this.word.refuse(phrase(fault === "out_of_time" ? "play.timeOver" : "play.table.notNow"));
        const made = playing.game.moves.at(-1);
        const opened = playing.game.open.filter((face) => !before.has(face)).length;
        if (made?.word) fly(made.word, this.word.input, this.score);
        if (!made?.word) say(phrase("play.table.removed", { opened }));
        else if (made.score === undefined) say(phrase("play.table.playedUnchecked", { word: made.word, opened }));
        else say(phrase("play.table.played", { word: made.word, points: made.score, opened }));
    }

    async finish() {
        const { moves, score: points } = this.playing.game;
        const text = phrase("play.finish.about", { words: moves.filter((move) => move.word).length, points });
        const isSure = await ask({ title: phrase("play.finish.ask"), text, action: phrase("play.finish.action") });
        if (isSure) await this.playing.finish();
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
        fill(this.points, phraseAround("play.points", { score: this.score, points: game.score }));
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
            && { text: phrase("play.note.elsewhere"), action: phrase("play.note.here"), run: () => playing.hold(true) },
        playing.notice && { text: playing.notice },
        late.length > 0 && { text: phrase("play.note.late", { words: listed(late, "unit") }), action: phrase("play.note.throw"),
            run: () => playing.read() },
        isEnded && !play.over && { text: phrase("play.note.resultsCome") },
        finishes && { text: phrase("play.note.finishing") },
        count > 0 && playing.attempts > 0 && { text: phrase("play.note.unsent", { count }) },
    ].flatMap((note) => note || []);
}

/** What the frames of worn letters mean, where there are any. */
const wearLegend = () => el("p", { class: "tiny soft wear-legend" },
    el("span", { class: "swatch", data: { wear: 1 } }), phrase("play.wear.once"),
    el("span", { class: "swatch", data: { wear: 2 } }), phrase("play.wear.twice"));
