// What can be taken back for ten seconds, or three: a bar with Undo at the bottom of the page. Only then is it done. Also the bar
// that says that something couldn't be done.
import { el } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { loaded, session } from "../../client.js";
import { uncoveredEdges } from "../frame/bars.js";
import { say, sentence, unsay } from "./states.js";

/** The time in which an act can be taken back, in seconds, if the act names none. */
const patience = 10;

/**
 * @typedef {object} Act
 * @property {string} said what the bar says, such as "You leave the room."
 * @property {() => unknown} run does it. What it throws is shown, and the act is taken back.
 * @property {() => void} [undo] shows the page as it was before
 * @property {number} [seconds] the time in which it can be taken back
 * @property {string} [now] the label of a button that does it at once
 * @property {boolean} [counts] whether it is done, too, if the page goes before. Otherwise it isn't: nothing is lost that way.
 * @property {AbortSignal} [signal] aborted when the place of the act is left, which decides as if the page went
 */
/** @typedef {{act: Act, bar: HTMLElement, timer: number, before: Element | null, stop: AbortController}} Pending */

/** @type {Pending | undefined} */
let pending;

/**
 * Does something after some seconds, unless the person takes it back. While the bar has the focus or the pointer, the time stands
 * still.
 * @param {Act} act
 * @returns {() => void} takes it back, if it still waits
 */
export function undoable(act) {
    settle(true);
    const stop = new AbortController();
    const { signal } = stop;
    const bar = el("div", { class: "undo", role: "region", "aria-label": act.said }, el("span", {}, act.said),
        el("span", { class: "line" },
        act.now && el("button", { class: "button button-small", onclick: () => settle(true) }, act.now),
        el("button", { class: "button button-small", "aria-keyshortcuts": "Control+Z", onclick: takeBack },
            phrase("controls.undo"))));
    const made = pending = { act, bar, timer: 0, before: document.activeElement, stop };
    const wait = () => {
        clearTimeout(made.timer);
        made.timer = window.setTimeout(() => settle(true), (act.seconds ?? patience) * 1000);
    };
    for (const name of ["focusin", "pointerenter"]) bar.addEventListener(name, () => clearTimeout(made.timer));
    for (const name of ["focusout",
        "pointerleave"]) bar.addEventListener(name, () => pending === made && !bar.contains(document.activeElement) && wait());
    wait();
    showBar(bar);
    say(phrase("controls.undoWays", { said: act.said }));
    document.addEventListener("keydown", (event) => {
        const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
        if (isTyping || event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
        event.preventDefault();
        takeBack();
    }, { signal });
    addEventListener("pagehide", () => settle(act.counts ?? false), { signal });
    act.signal?.addEventListener("abort", () => settle(act.counts ?? false), { signal });
    // Nothing of somebody who has signed out is done any more.
    signal.addEventListener("abort", session.subscribe((person) => person || settle(false)));
    return () => { if (pending === made) takeBack(); };
}

/**
 * Shows a bar above the page, or in the dialog that is open: what lies behind that can't be reached.
 * @param {HTMLElement} bar
 */
function showBar(bar) {
    bar.style.setProperty("--foot", `${foot()}px`);
    ([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body).append(bar);
}

/** The height of what sticks to the bottom of the window, over which the bar floats. */
function foot() {
    const tabs = document.querySelector(".tabs");
    const isNarrow = matchMedia("(width < 960px)").matches;
    return Math.max(innerHeight - uncoveredEdges().bottom, isNarrow && tabs instanceof HTMLElement ? tabs.offsetHeight : 0);
}

/** Ends the wait. @returns {Pending | undefined} what waited */
function end() {
    const ended = pending;
    pending = undefined;
    if (!ended) return undefined;
    clearTimeout(ended.timer);
    ended.stop.abort();
    const hadFocus = ended.bar.contains(document.activeElement);
    ended.bar.remove();
    unsay(ended.act.said);
    if (hadFocus && ended.before instanceof HTMLElement && ended.before.isConnected) ended.before.focus();
    return ended;
}

/** @param {boolean} isDone whether it is done now, or never */
async function settle(isDone) {
    const ended = end();
    if (!ended || !isDone) return;
    try {
        const said = await ended.act.run();
        if (typeof said === "string") say(said);
    } catch (problem) {
        ended.act.undo?.();
        showFailure(phrase("controls.notDone", { reason: sentence(problem) }));
    }
}

function takeBack() {
    const ended = end();
    if (!ended) return;
    ended.act.undo?.();
    say(phrase("controls.undone"));
}

/**
 * Says in a bar why something couldn't be done, after the place where it was asked for may have gone.
 * @param {string} text
 * @param {() => void} [again] what "Try again" does
 */
export function showFailure(text, again) {
    const bar = el("div", { class: "undo undo-failed", role: "alert" }, el("span", {}, text), el("span", { class: "line" },
        again && el("button", { class: "button button-small", onclick: () => { bar.remove(); again(); } },
            phrase("controls.tryAgain")),
        el("button", { class: "button button-small", onclick: () => bar.remove() }, phrase("controls.ok"))));
    showBar(bar);
}

/**
 * Goes on with a module that is loaded when somebody asks for what it does. A bar says that it can't be loaded, and tries again.
 * @template Module
 * @param {() => Promise<Module>} load
 * @param {(module: Module) => unknown} use
 */
export async function withModule(load, use) {
    const module = await loaded(load()).catch((problem) => {
        showFailure(sentence(problem), () => withModule(load, use));
    });
    if (module) await use(module);
}
