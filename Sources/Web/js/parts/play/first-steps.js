// The first steps in the puzzle, on a small one of its own: turn the cube, trace a word, and see it scored.
import { session } from "../../client.js";
import { answers } from "../../client/answers.js";
import { cubeletOf, Game, strength } from "../../client/play.js";
import { el, fill, mark } from "../../dom.js";
import { puzzleName } from "../../routes.js";
import { sheet } from "../controls/dialog.js";
import { fly } from "../controls/motion.js";
import { say } from "../controls/states.js";
import { cube } from "./cube.js";
import { turnButtons } from "./turn-buttons.js";
import { WordTray } from "./word-tray.js";
import { phrase, phraseAround } from "../../phrases.js";

/** The word that is traced, and its faces: over the edge between top and right. */
export const [word, way] = /** @type {const} */ (["quarry", [35, 44, 53, 52, 49]]);
/** The letters of the small puzzle, in the order of the faces. */
const letters = "radyeegstbeniesldeospleusiffbeubdeiqpsrda"
    + "gsuapwasyufrrspeueminwglrlbltroaosurcntl";
/** What the letters of the word are worth. */
const values = /** @type {Record<string, number>} */ ({ q: 13, u: 4, a: 2, r: 2, y: 6 });
/** The faces that were used before, so that the word wears cubelets out. */
const worn = [33, 33, 42, 42, 51];

/** What each step asks for. */
const steps = [
    [phrase("play.first.turn"), phrase("play.first.turnAbout", { button: phrase("play.turn.back") })],
    [phrase("play.first.trace"), phrase("play.first.traceAbout")],
    [phrase("play.first.play"), phrase("play.first.playAbout", { button: phrase("play.tray.play") })],
];

/** The small puzzle. The page's list of words isn't needed for it. */
export function smallGame() {
    const words = { has: (/** @type {string} */ text) => text === word,
        value: (/** @type {string} */ letter) => values[letter] ?? 1 };
    return new Game(letters, /** @type {any} */ (words), Infinity, [{ at: 0, faces: worn }]);
}

const title = () => phrase("play.first.title", { puzzle: puzzleName });

class FirstSteps {
    game = smallGame();
    step = 0;
    head = el("h2", {});
    about = el("p", {});
    count = el("p", { class: "small soft" });
    score = el("strong", { class: "figures" }, 0);
    skip = el("button", { class: "button button-small", onclick: () => this.end() }, phrase("play.first.skip"));

    /**
     * @param {AbortSignal | undefined} signal
     * @param {() => void} onEnd
     */
    constructor(signal, onEnd) {
        this.onEnd = onEnd;
        this.tray = new WordTray({ game: () => this.game, play: (faces) => this.play(faces),
            changed: (path) => this.show(path), hint: () => undefined });
        this.cube = cube({ onFace: (face) => this.tray.tap(face), onDrag: (face, isFirst) => this.tray.drag(face, isFirst) });
        const turns = turnButtons(this.cube.turn);
        // However it is turned, the scene says so.
        new MutationObserver(() => this.step === 0 && this.cube.node.hasAttribute("data-turned") && this.go(1))
            .observe(this.cube.node, { attributeFilter: ["data-turned"] });
        this.place = el("div", { class: "stack-tight" });
        this.turns = el("div", { class: "turns" }, turns);
        this.node = el("section", { class: "card first-steps", "aria-label": title() },
            el("div", { class: "first-words" }, el("div", { class: "line first-head" }, this.count, this.skip),
                this.head, this.about, this.place),
            el("div", { class: "table-cube" }, this.cube.node, this.turns));
        document.addEventListener("keydown", (event) => this.step > 0 && this.step < 3 && this.node.isConnected
            && this.tray.key(event), { signal });
        // In a sheet, no key of the page plays the word.
        this.tray.input.addEventListener("keydown", (event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            this.tray.send();
        });
        this.tray.choose([]);
        this.go(0);
    }

    /** @param {number} step */
    go(step) {
        this.step = step;
        const [title, text] = steps[step] ?? [phrase("play.first.done"), ""];
        fill(this.count, step < steps.length
            ? phrase("play.first.count", { puzzle: puzzleName, step: step + 1, steps: steps.length }) : puzzleName);
        fill(this.head, title);
        fill(this.about, text);
        if (step === 1) fill(this.place, this.tray.node);
        if (step > 0 && step < steps.length) say(phrase("play.first.said", { title, text }));
        this.show(this.tray.path);
    }

    /** @param {readonly number[]} path */
    show(path) {
        if (!this.cube) return;
        this.cube.update({ game: this.game, path });
        for (const face of way) {
            const isNext = this.step === 1 && path.every((one, at) => one === way[at]) && !path.includes(face);
            const button = this.cube.node.querySelector(`[data-face="${face}"]`);
            if (button) mark(button, "data-hint", isNext);
        }
        const isTraced = this.game.spelled(path) === word;
        if (this.step === 1 && isTraced) this.go(2);
        else if (this.step === 2 && !isTraced && this.game.moves.length === 1) this.go(1);
    }

    /** @param {readonly number[]} faces */
    play(faces) {
        const before = new Set(this.game.open);
        const points = this.game.scoreOf(faces);
        this.game.accept(this.game.judged({ at: 0, faces: [...faces] }));
        const gone = Array.from({ length: 27 }, (_, cubelet) => cubelet).filter((cubelet) => !this.game.has(cubelet)).length;
        const opened = this.game.open.filter((face) => !before.has(face)).length;
        fill(this.score, points);
        const { input } = this.tray;
        fill(this.place, el("p", { class: "first-score" }, phraseAround("play.points", { score: this.score, points })),
            el("button", { class: "button button-main", onclick: () => this.end() }, phrase("play.first.begin")));
        this.go(3);
        const about = phrase("play.first.worn", { times: strength, gone, opened });
        fill(this.about, about);
        this.skip.hidden = true;
        fly(word, input.isConnected ? input : this.cube.node, this.score);
        say(phrase("play.first.played", { word, points, about }));
        const play = this.place.querySelector("button");
        play?.focus({ preventScroll: true });
    }

    end() {
        session.setPreference("taught", true);
        this.onEnd();
    }
}

/**
 * Shows the first steps in a sheet.
 * @param {AbortSignal} [signal]
 */
export function showFirstSteps(signal) {
    const { node } = new FirstSteps(signal, () => close());
    const close = sheet(title(), node, { signal });
}

/**
 * The first steps, where somebody hasn't played yet and hasn't skipped them.
 * @param {AbortSignal} signal
 */
export function offerFirstSteps(signal) {
    const place = el("div", { class: "asked" });
    if (session.preference("taught")) return place;
    answers.read("showPlayProfile").then(({ answer }) => {
        if (answer.wordCount > 0 || signal.aborted) return;
        fill(place, new FirstSteps(signal, () => fill(place)).node);
    }, () => {});
    return place;
}
