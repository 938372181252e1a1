// How far a history is sent, and what came of it.
import { el, fill } from "../../dom.js";
import { asProblem, failure, say } from "../controls/states.js";
import { tiles } from "./history-preview.js";
import { isKey, phrase, phraseAround } from "../../phrases.js";

/** @typedef {import("../../client/history.js").Thing} Thing */
/** @typedef {import("./history-run.js").HistoryRun} HistoryRun */

/** How many names of things without a room are listed for each reason. */
const most = 100;

/** The longest time for which a page waits to go on by itself, in seconds. */
const patience = 3600;

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
        fill(words, phrase("connections.history.sent", { sent: run.sent, count: run.count }));
        fill(stop, phrase(run.isStopped ? "connections.history.goOn" : "connections.history.stop"));
    }
    function pause() {
        run.isStopped = true;
        update();
        say(phrase("connections.history.stopped"));
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
            fill(rest, el("p", { class: "warn" }, phrase("connections.history.tomorrow")));
        }
    }
    signal.addEventListener("abort", () => { run.isStopped = true; });
    update();
    return { begin, node: el("section", { class: "card stack", "aria-labelledby": "progress" },
        el("h2", { id: "progress" }, phrase("connections.history.running")), bar, words, rest,
        el("p", { class: "small soft" }, phrase("connections.history.stay")), el("div", { class: "form-actions" }, stop)) };
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
        el("h2", { id: "outcome" }, phrase(run.made > 0 ? "connections.history.here" : "connections.history.nothingNew")),
        tiles([phrase("connections.history.newRooms"), run.made], [phrase("connections.history.known"), run.known],
            [phrase("connections.history.notMade"), without]),
        el("div", { class: "form-actions" },
            el("a", { class: "button button-main", href: "/archive" }, phrase("connections.history.archive")),
            left.length > 0 && el("button", { class: "button", onclick: () => more(left) },
                phrase("connections.history.tryAgain", { count: left.length })),
            el("button", { class: "button", onclick: again }, phrase("connections.history.moreFiles")))),
    ...[...run.without].map(([code, things]) => withoutPart(code, things)));
}

/** @param {Pick<HistoryRun, "made" | "known">} run */
export function outcomeWords({ made, known }) {
    return known === 0 ? phrase("connections.history.made", { made })
        : phrase("connections.history.madeAndKnown", { made, known });
}

/**
 * @param {string} code
 * @param {readonly Thing[]} things
 */
function withoutPart(code, things) {
    const key = `connections.without.${code}`;
    return el("details", { class: "card fold", data: { without: code } },
        el("summary", {}, phrase(isKey(key) ? key : "connections.without.other", { count: things.length })),
        el("ul", { class: "list small left-out" }, ...things.slice(0, most).map((thing) => el("li", {}, thingWords(thing)))),
        things.length > most && el("p", { class: "small soft" }, 
            phrase("connections.history.andMore", { count: things.length - most })));
}

/**
 * A thing in words: "Severance S1E4", "Heat (1995)".
 * @param {Thing} thing
 */
export function thingWords({ item, name }) {
    const { season, episode } = item.subject?.kind === "tv" ? item.subject : item;
    const title = el("bdi", {}, name);
    if (season !== undefined && season !== null) {
        return phraseAround("connections.history.episode", { name: title, season: `${season}`, episode: `${episode}` });
    }
    return item.year ? phraseAround("connections.history.film", { name: title, year: `${item.year}` }) : [title];
}
