// How far a history is sent, and what came of it.
import { el, fill } from "../../dom.js";
import { asProblem, failure, say } from "../controls/states.js";
import { counted, tiles } from "./history-preview.js";
import { reasons } from "./history-run.js";

/** @typedef {import("../../client/history.js").Thing} Thing */
/** @typedef {import("./history-run.js").HistoryRun} HistoryRun */

/** How many names of things without a room are listed for each reason. */
const most = 100;

/** The longest time for which a page waits to go on by itself, in seconds. */
const patience = 3600;
const tomorrow = "That is as much as you can import in a day. Leave this page open, and go on tomorrow.";

/** @param {unknown} problem */
function isForToday(problem) {
    const { retryAfter = 0, status } = asProblem(problem);
    return status === 429 && retryAfter > patience;
}

/**
 * The progress of a run, with the button that stops it. Leaving the page stops it, too.
 * @param {HistoryRun} run
 * @param {{signal: AbortSignal, done: () => void}} options
 */
export function progressPart(run, { signal, done }) {
    const bar = el("progress", { max: run.count, value: run.sent, "aria-labelledby": "progress" });
    const words = el("p", { class: "figures" });
    const rest = el("div", {});
    const stop = el("button", { class: "button", onclick: () => run.isStopped ? begin() : pause() });
    function update() {
        bar.value = run.sent;
        fill(words, `${run.sent.toLocaleString("en")} of ${run.count.toLocaleString("en")}`);
        fill(stop, run.isStopped ? "Go on" : "Stop");
    }
    function pause() {
        run.isStopped = true;
        update();
        say("Stopped.");
    }
    async function begin() {
        fill(rest);
        const going = run.go(update);
        update();
        stop.hidden = false;
        try {
            await going;
            if (run.isDone && bar.isConnected) done();
        } catch (problem) {
            stop.hidden = !isForToday(problem);
            if (stop.hidden) return fill(rest, failure(problem, begin));
            run.isStopped = true;
            update();
            fill(rest, el("p", { class: "warn" }, tomorrow));
        }
    }
    signal.addEventListener("abort", () => { run.isStopped = true; });
    update();
    return { begin, node: el("section", { class: "card stack", "aria-labelledby": "progress" },
        el("h2", { id: "progress" }, "Importing"), bar, words, rest,
        el("p", { class: "small soft" }, "Stay on this page until it is done. If it stops before, choose the files again: "
            + "nothing is made twice."), el("div", { class: "form-actions" }, stop)) };
}

/**
 * What came of a run: how many rooms there are now, and the things of which there is none, with the reasons.
 * @param {HistoryRun} run
 * @param {{more: (things: Thing[]) => void, again: () => void}} actions
 */
export function outcomePart(run, { more, again }) {
    const said = outcomeWords(run);
    say(said);
    const left = run.toTryAgain;
    const without = [...run.without.values()].reduce((sum, things) => sum + things.length, 0);
    return el("div", { class: "stack" }, el("section", { class: "card stack", "aria-labelledby": "outcome" },
        el("h2", { id: "outcome" }, run.made > 0 ? "It is here" : "Nothing new"),
        tiles(["New rooms", run.made], ["Were here", run.known], ["Not made", without]),
        el("div", { class: "form-actions" }, el("a", { class: "button button-main", href: "/archive" }, "To the archive"),
            left.length > 0 && el("button", { class: "button", onclick: () => more(left) },
                `Try ${counted(left.length, "title")} again`),
            el("button", { class: "button", onclick: again }, "More files"))),
    ...[...run.without].map(([code, things]) => withoutPart(code, things)));
}

/** @param {Pick<HistoryRun, "made" | "known">} run */
export function outcomeWords({ made, known }) {
    const first = made === 0 ? "No room was made." : `${counted(made, "room was", "rooms were")} made.`;
    return known === 0 ? first : `${first} Of ${counted(known, "title")} you had one already.`;
}

/**
 * @param {string} code
 * @param {readonly Thing[]} things
 */
function withoutPart(code, things) {
    const [reason] = reasons[/** @type {keyof typeof reasons} */ (code)] ?? ["The server made no room"];
    return el("details", { class: "card fold", data: { without: code } },
        el("summary", {}, `${counted(things.length, "title")}: `, reason.charAt(0).toLowerCase() + reason.slice(1)),
        el("ul", { class: "list small left-out" }, ...things.slice(0, most).map((thing) => el("li", {}, thingWords(thing)))),
        things.length > most && el("p", { class: "small soft" }, `And ${things.length - most} more.`));
}

/**
 * A thing in words: "Severance S1E4", "Heat (1995)".
 * @param {Thing} thing
 */
export function thingWords({ item, name }) {
    const { season, episode } = item.subject?.kind === "tv" ? item.subject : item;
    const about = season !== undefined && season !== null ? ` S${season}E${episode}` : item.year ? ` (${item.year})` : "";
    return [el("bdi", {}, name), about];
}
