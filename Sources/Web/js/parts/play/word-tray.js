// The tray below the cube: the word as it grows, what it scores or why it doesn't, and what can be done with it.
import { el, fill, mark } from "../../dom.js";
import { sides } from "../../client/play.js";
import { refuse } from "../controls/motion.js";
import { say } from "../controls/states.js";
import { isKey, phrase, phraseAround } from "../../phrases.js";

/** @typedef {import("../../client/play.js").Game} Game */

/**
 * What the tray needs of its page. `hint` is what else a tap does now.
 * @typedef {{game: () => Game, play: (faces: number[]) => void, changed: (path: readonly number[]) => void,
 *     hint: () => import("../../dom.js").Parts}} Page
 */

/** The word that is being spelled: faces in order, however they were chosen. */
export class WordTray {
    /** @type {number[]} */
    path = [];
    /** Why the last word was refused, until another one is spelled. */
    refusal = "";
    input = el("input", { "aria-label": phrase("play.tray.word"), autocomplete: "off", autocapitalize: "none", spellcheck: false,
        enterkeyhint: "go", maxLength: 30, oninput: () => this.type() });
    about = el("p", { class: "tray-about figures" });
    submit = el("button", { class: "button button-main", onclick: () => this.send() }, phrase("play.tray.play"));
    clear = el("button", { class: "button", onclick: () => this.choose([]) }, phrase("play.tray.clear"));
    node = el("div", { class: "tray-word" }, this.about, el("div", { class: "line" }, this.input, this.submit, this.clear));

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
    }

    /** @param {readonly number[]} faces */
    choose(faces) {
        this.refusal = "";
        this.path = [...faces];
        this.input.value = this.page.game().spelled(this.path);
        this.show();
    }

    type() {
        this.refusal = "";
        this.path = this.page.game().faces(this.input.value.trim().toLowerCase()) ?? [];
        this.show();
    }

    show() {
        const { page, path, refusal } = this;
        const fault = this.fault();
        const hint = page.hint();
        fill(this.about, hint || (refusal ? el("strong", { class: "bad" }, refusal) : describe(page.game(), path, fault)));
        mark(this.submit, "aria-disabled", fault ? "true" : undefined);
        // It stays in its place, so that nothing moves and no focus is lost.
        mark(this.clear, "aria-disabled", fault === "empty" ? "true" : undefined);
        page.changed(path);
    }

    fault() {
        const { input, page, path } = this;
        if (path.length === 0) return input.value ? phrase("play.fault.not_spelled") : "empty";
        const fault = page.game().fault({ faces: path });
        const key = `play.fault.${fault}`;
        return fault && (isKey(key) ? phrase(key) : fault);
    }

    send() {
        const fault = this.fault();
        if (fault) return this.refuse(fault === "empty" ? phrase("play.tray.none")
            : phrase("play.tray.refused", { word: this.input.value, reason: fault }));
        const faces = this.path;
        this.choose([]);
        this.page.play(faces);
    }

    /**
     * Says why a word doesn't count.
     * @param {string} why
     */
    refuse(why) {
        this.refusal = why;
        this.show();
        refuse(this.node);
        say(why);
    }

    /** Letters, Enter, Escape and Backspace spell wherever the focus is. */
    key(/** @type {KeyboardEvent} */ event) {
        const { clear, input } = this;
        if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey
            || event.defaultPrevented) return;
        const target = event.target instanceof Element ? event.target : undefined;
        if (target?.closest("dialog, .menu, select, textarea, [type=range]")
            || (target?.matches("input") && target !== input)) return;
        const isTyping = target === input;
        // While a word stands here, Enter plays it, whatever button was pressed last.
        const isOther = target === clear || target?.matches("a")
            || (!isTyping && input.value === "" && target?.matches("button:not(.face)"));
        if (event.key === "Enter" && !isOther) this.send();
        else if (event.key === "Escape") this.choose([]);
        else if (isTyping) return;
        else if (event.key === "Backspace") input.value = input.value.replace(/(qu|.)$/u, "");
        else if (/^\p{L}$/u.test(event.key)) input.value += event.key.toLowerCase();
        else return;
        event.preventDefault();
        if (event.key !== "Enter" && event.key !== "Escape") this.type();
    }

    /** The last face is taken back; an earlier one becomes the last. */
    tap(/** @type {number} */ face) {
        const { path } = this;
        const at = path.indexOf(face);
        this.choose(at < 0 ? [...path, face] : path.slice(0, at === path.length - 1 ? at : at + 1));
    }

    drag(/** @type {number} */ face, /** @type {boolean} */ isFirst) {
        const { path } = this;
        if (isFirst) return path.at(-1) === face ? undefined : this.choose([face]);
        const at = path.indexOf(face);
        this.choose(at < 0 ? [...path, face] : path.slice(0, at + 1));
    }

    /** Drops faces that have gone. */
    check() {
        if (this.path.some((face) => !this.page.game().isOpen(face))) this.choose([]);
        else this.show();
    }
}

/** What a word scores, or why it doesn't. */
function describe(/** @type {Game} */ game, /** @type {readonly number[]} */ path, /** @type {string | undefined} */ fault) {
    if (fault === "empty") return [el("span", { class: "soft" }, phrase("play.tray.how"))];
    const product = game.words && path.length > 2 && factors(game.sum(path), path.length - 2, sides(path));
    if (fault) return [el("span", { class: "warn" }, fault), product];
    return [game.words ? el("strong", {}, phrase("play.tray.counts", { points: game.scoreOf(path) }))
        : el("span", { class: "soft" }, phrase("play.tray.serverChecks")), product];
}

/**
 * What a score is the product of, each factor with its name: "letters 20 × length 5 × sides 3".
 * @param {number} letters
 * @param {number} length
 * @param {number} sides
 */
const factors = (letters, length, sides) => el("span", { class: "tiny soft" }, phraseAround("play.tray.factors",
    { letters: el("b", {}, letters), length: el("b", {}, length), sides: el("b", {}, sides) }));
