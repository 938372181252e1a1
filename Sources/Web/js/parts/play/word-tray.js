// The tray below the cube: the word as it grows, what it scores or why it doesn't, and what can be done with it.
import { el, fill, mark } from "../../dom.js";
import { faults, sides } from "../../client/play.js";
import { say } from "../controls/states.js";

/** @typedef {import("../../client/play.js").Game} Game */

/**
 * The word that is being spelled: faces in order, however they were chosen.
 * @param {{game: () => Game, play: (faces: number[]) => void, changed: (path: readonly number[]) => void, hint: () => string |
 *     undefined}} page
 *     `hint`: what else a tap does now.
 */
export function wordTray({ game, play, changed, hint }) {
    /** @type {number[]} */
    let path = [];
    const input = el("input",
        { "aria-label": "Word", autocomplete: "off", spellcheck: false, enterkeyhint: "go", maxLength: 30 });
    input.autocapitalize = "none";
    const about = el("p", { class: "tray-about figures" });
    const submit = el("button", { class: "button button-main", onclick: send }, "Play word");
    const clear = el("button", { class: "button", onclick: () => choose([]) }, "Clear");
    const node = el("div", { class: "tray-word" }, about, el("div", { class: "line" }, input, submit, clear));

    /** @param {readonly number[]} faces */
    function choose(faces) {
        path = [...faces];
        input.value = game().spelled(path);
        showWord();
    }

    function type() {
        path = game().faces(input.value.trim().toLowerCase()) ?? [];
        showWord();
    }

    function showWord() {
        const fault = problem();
        fill(about, ...describe(fault));
        mark(submit, "aria-disabled", fault ? "true" : undefined);
        changed(path);
    }

    function problem() {
        if (path.length === 0) return input.value ? "the cube doesn’t spell that" : "empty";
        const fault = game().fault({ faces: path });
        return fault && (faults[fault] ?? fault);
    }

    /** @param {string | undefined} fault */
    function describe(fault) {
        const other = hint();
        if (other) return [el("span", { class: "warn" }, other)];
        if (fault === "empty") return [el("span", { class: "soft" }, "Tap letters, drag across them, or type.")];
        const { words } = game();
        const product = words && path.length > 2
            && `${game().sum(path)} × ${path.length - 2} × ${sides(path)} = ${game().scoreOf(path)}`;
        if (fault) return [product && el("span", { class: "soft" }, `${product} · `), el("span", { class: "warn" }, fault)];
        return [product && el("strong", {}, product),
            el("span", { class: "soft" }, words ? " · in the list" : "The server checks it.")];
    }

    function send() {
        const fault = problem();
        if (fault) return say(fault === "empty" ? "No letters yet." : `${input.value}: ${fault}.`);
        const faces = path;
        choose([]);
        play(faces);
    }

    /**
     * Letters, Enter, Escape and Backspace spell wherever the focus is.
     * @param {KeyboardEvent} event
     */
    function key(event) {
        if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey
            || event.defaultPrevented) return;
        const target = event.target instanceof Element ? event.target : undefined;
        if (target?.closest("dialog, select, textarea, [type=range]") || (target?.matches("input") && target !== input)) return;
        const isTyping = target === input;
        // While a word stands here, Enter plays it, whatever button was pressed last.
        const isOther = target === clear || target?.matches("a")
            || (!isTyping && input.value === "" && target?.matches("button:not(.face)"));
        if (event.key === "Enter" && !isOther) send();
        else if (event.key === "Escape") choose([]);
        else if (isTyping) return;
        else if (event.key === "Backspace") input.value = input.value.replace(/(qu|.)$/u, "");
        else if (/^\p{L}$/u.test(event.key)) input.value += event.key.toLowerCase();
        else return;
        event.preventDefault();
        if (event.key !== "Enter" && event.key !== "Escape") type();
    }

    input.addEventListener("input", type);
    return {
        node, key, show: showWord, choose,
        /** @param {number} face */
        tap(face) {
            const at = path.indexOf(face);
            // The last face is taken back; an earlier one becomes the last.
            choose(at < 0 ? [...path, face] : path.slice(0, at === path.length - 1 ? at : at + 1));
        },
        /**
         * @param {number} face
         * @param {boolean} isFirst
         */
        drag(face, isFirst) {
            if (isFirst) return path.at(-1) === face ? undefined : choose([face]);
            const at = path.indexOf(face);
            choose(at < 0 ? [...path, face] : path.slice(0, at + 1));
        },
        /** Drops faces that have gone. */
        check() {
            if (path.some((face) => !game().isOpen(face))) choose([]);
            else showWord();
        },
    };
}
