// What a screen shows while loading, and when it is empty, stale or failed; what its buttons show without network and while their
// request runs; and what is announced to screen readers.
import { el, fill, mark } from "../../dom.js";
import { isKey, language, phrase } from "../../first-phrases.js";
import { live, replica } from "../../client.js";
import { clockText } from "./time.js";

/** @typedef {import("../../types/app.js").Problem} Problem */

/** The ages at which a placeholder says that it loads, and at which it offers another try, in milliseconds. */
const [noticed, tooLong] = [800, 10_000];
const slowness = phrase("controls.slow");

/**
 * Grey lines as placeholders. CSS shows them after 200 ms. The first of them says what it stands for once that takes longer.
 * @param {number} [lines]
 * @param {() => void} [again] asks for the content anew; what a slower answer brings must not count then.
 */
export function skeleton(lines = 6, again) {
    const words = el("div", { class: "skeleton-line skeleton-words" },
        el("span", { class: "unseen" }, phrase("controls.loading")));
    setTimeout(() => fill(words, phrase("controls.stillLoading")), noticed);
    if (again) setTimeout(() => {
        fill(words, slowness, el("button", { class: "button button-small", onclick: again }, phrase("controls.tryAgain")));
        if (words.isConnected) say(slowness);
    }, tooLong);
    return el("div", { class: "skeleton" }, words,
        ...Array.from({ length: lines - 1 }, () => el("span", { class: "skeleton-line" })));
}

/**
 * One sentence and the one thing to do.
 * @param {string} sentence
 * @param {...import("../../dom.js").Parts} actions
 */
export function emptyState(sentence, ...actions) {
    return el("div", { class: "empty" }, el("p", {}, sentence), actions.length > 0 && el("div", { class: "line" }, ...actions));
}

/** Content older than this, in milliseconds, is stale while it is fetched anew. */
const patience = 30_000;

/**
 * Whether what the replica has is current: `stale` while it is fetched anew, `offline` while it can't be.
 * @returns {"ready" | "stale" | "offline"}
 */
export function freshness() {
    if (live.isOffline()) return "offline";
    const at = replica.asOf();
    return at && live.state() === "off" && replica.now() - at.getTime() > patience ? "stale" : "ready";
}

/**
 * The time of stale content.
 * @param {Date | undefined} at
 */
export function asOf(at) {
    return at ? el("p", { class: "as-of small soft" }, phrase("controls.asOf", { time: clockText(at) })) : undefined;
}

/**
 * A failure: its sentence, its request id, and "Try again". After 429 and 503 it counts down and goes on by itself.
 * @param {unknown} problem
 * @param {() => void} again
 * @param {{missing?: string}} options `missing` is the sentence for 404.
 */
export function failure(problem, again, { missing } = {}) {
    const found = asProblem(problem);
    const isMissing = found.status === 404 && missing !== undefined;
    const wait = el("p", { class: "small soft" });
    const node = el("div", { class: "failure", role: "alert" },
        el("p", {}, isMissing ? missing : sentence(found)),
        wait,
        found.requestID && !isMissing
            ? el("p", { class: "tiny soft" }, phrase("controls.request", { id: found.requestID })) : undefined,
        !isMissing && el("button", { class: "button", onclick: again }, phrase("controls.tryAgain")));
    if (found.retryAfter !== undefined
        && (found.status === 429 || found.status === 503)) countDown(wait, found.retryAfter, again);
    return node;
}

/**
 * Counts the seconds down, then calls `again` if the countdown is still in the page.
 * @param {HTMLElement} node
 * @param {number} seconds
 * @param {() => void} again
 */
export function countDown(node, seconds, again) {
    const end = performance.now() + seconds * 1000;
    let wasShown = false;
    const tick = () => {
        if (wasShown && !node.isConnected) return;
        wasShown ||= node.isConnected;
        const left = Math.ceil((end - performance.now()) / 1000);
        if (left <= 0) return again();
        fill(node, phrase("controls.countdown", { seconds: left }));
        setTimeout(tick, 250);
    };
    tick();
}

/**
 * A failed request as a sentence.
 * @param {unknown} problem
 */
export function sentence(problem) {
    const found = asProblem(problem);
    if (found.isOffline && found.code !== "not_loaded") {
        return phrase(live.isIntercepted() ? "controls.intercepted" : "controls.unreachable");
    }
    const key = `problem.${found.code}`;
    // The server's own sentence says more, and is English.
    if (language !== "en" && isKey(key)) return phrase(key);
    // The page has one kind of apostrophe, and the server another one.
    return (found.detail || phrase("controls.wentWrong")).replace(/(?<=\p{L})'(?=\p{L})/gu, "’");
}

/**
 * An error as a problem that a screen can show. Throws every other error, which is a fault of the client.
 * @param {unknown} problem
 * @returns {Problem}
 */
export function asProblem(problem) {
    if (problem instanceof Error && "faults" in problem) return /** @type {Problem} */ (problem);
    throw problem;
}

/** The time for which an announcement stays in the page, where screen readers find it too, in milliseconds. */
const memory = 10_000;
let forgetting = 0;

/**
 * Announces a sentence at once.
 * @param {string} sentence
 */
export function say(sentence) {
    const status = document.getElementById("status");
    if (!status) return;
    fault = "";
    clearTimeout(forgetting);
    forgetting = window.setTimeout(unsay, memory);
    // The same sentence twice is announced only if the text changes.
    status.textContent = status.textContent === sentence ? `${sentence}\u00A0` : sentence;
}

/**
 * Forgets what was announced, if it was this sentence: it isn't true any more.
 * @param {string} [sentence]
 */
export function unsay(sentence = "") {
    const status = document.getElementById("status");
    if (status?.textContent?.startsWith(sentence)) status.textContent = "";
}

/** The fault of a form that was announced last. It isn't true any more on another page. */
let fault = "";

/**
 * Announces a fault of a form.
 * @param {string} sentence
 */
export function sayFault(sentence) {
    say(sentence);
    // It holds until the form is changed.
    clearTimeout(forgetting);
    fault = sentence;
}

/** Forgets the announced fault of a form, when the page changes or the form is changed. */
export function forgetFault() {
    if (fault) unsay(fault);
    fault = "";
}

/** Why nothing can be sent now, in the words of the bar; undefined where it can. */
export function networkFault() {
    if (!live.isOffline()) return undefined;
    return phrase(live.isIntercepted() ? "controls.needsServer" : "controls.needsNetwork");
}

/** @type {WeakMap<HTMLElement, (node: HTMLElement) => void>} */
const shows = new WeakMap();
/** @type {Set<WeakRef<HTMLElement>>} */
const followers = new Set();
let isFollowing = false;

/**
 * Follows whether there is a network, for as long as an element is there.
 * @param {HTMLElement} node
 * @param {(node: HTMLElement) => void} show is called now, and whenever the network may have come or gone
 */
export function followNetwork(node, show) {
    shows.set(node, show);
    followers.add(new WeakRef(node));
    show(node);
    if (isFollowing) return;
    isFollowing = true;
    replica.subscribe(["live"], () => {
        for (const reference of followers) {
            const found = reference.deref();
            if (found) shows.get(found)?.(found);
            else followers.delete(reference);
        }
    });
}

/**
 * Disables a button while the client is offline. The button stays focusable.
 * @param {HTMLElement} button
 */
export function needsNetwork(button) {
    followNetwork(button, showNetwork);
}

/** @param {HTMLElement} button */
function showNetwork(button) {
    const reason = networkFault();
    if (!reason && !button.hasAttribute("data-offline")) return;
    mark(button, "data-offline", reason !== undefined);
    mark(button, "aria-disabled", reason && "true");
    mark(button, "title", reason);
}

/**
 * Shows that a button's request runs. The button stays focusable.
 * @param {HTMLElement} button
 * @param {boolean} isBusy
 */
export function busy(button, isBusy) {
    mark(button, "aria-busy", isBusy ? "true" : undefined);
    mark(button, "aria-disabled", isBusy || button.hasAttribute("data-offline") ? "true" : undefined);
}

/**
 * Makes a button send a request. A second press is ignored while the first request runs. Offline, the button is disabled.
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} fault where a failure is shown
 * @param {(button: HTMLButtonElement) => Promise<string | void>} run what it returns is announced
 */
export function sendOnClick(button, fault, run) {
    let isRunning = false;
    needsNetwork(button);
    button.addEventListener("click", async () => {
        if (isRunning) return;
        const reason = networkFault();
        if (reason) return fill(fault, reason);
        isRunning = true;
        busy(button, true);
        fill(fault);
        try {
            const said = await run(button);
            if (said) say(said);
        } catch (problem) {
            fill(fault, sentence(problem));
        } finally {
            isRunning = false;
            busy(button, false);
        }
    });
}
