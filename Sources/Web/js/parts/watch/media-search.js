// The search for shows and movies.
import { call } from "../../client.js";
import { el, fill } from "../../dom.js";
import { field } from "../controls/form.js";
import { asProblem, countDown, say, sentence } from "../controls/states.js";
import { poster } from "./poster.js";

const pause = 300;

/**
 * @param {{signal: AbortSignal, onPick: (result: import("../../types/wire.js").SearchResult) => void, onUnavailable: () => void}}
 *     options
 *     `onUnavailable` is called where there is no catalogue.
 */
export function mediaSearch({ signal, onPick, onUnavailable }) {
    const query = field("Search",
        { name: "query", type: "search", autocomplete: "off", spellcheck: false, enterkeyhint: "search",
            placeholder: "A show or a film" });
    const results = el("ul", { class: "list results" });
    const note = el("div", { class: "small soft" });
    let timer = 0;
    let isUnavailable = false;
    let stop = new AbortController();
    signal.addEventListener("abort", () => {
        clearTimeout(timer);
        stop.abort();
    });

    async function run() {
        clearTimeout(timer);
        stop.abort();
        const own = stop = new AbortController();
        const words = query.input.value.trim();
        if (Array.from(words).length < 2) {
            fill(results);
            fill(note);
            return;
        }
        try {
            const found = await call("searchMedia", { query: { query: words }, signal: own.signal });
            fill(results, ...found.results.map((result) => el("li", {},
                el("button", { class: "result", onclick: () => onPick(result) },
                poster(result.title, result.posterURL),
                el("span", { class: "result-text" }, el("bdi", { class: "name" }, result.title),
                    el("span", { class: "small soft" }, kindAndYear(result)),
                    result.overview && el("span", { class: "tiny soft clamp" }, result.overview))))));
            say(found.results.length === 1 ? "1 result." : `${found.results.length} results.`);
            fill(note, el("p", {}, found.results.length === 0 && "Nothing found. ",
                found.stale && "An old answer of the catalogue."), el("p", { class: "tiny" }, found.attribution));
        } catch (reason) {
            if (own.signal.aborted) return;
            failed(asProblem(reason));
        }
    }

    /** @param {import("../../types/app.js").Problem} problem */
    function failed(problem) {
        fill(results);
        if (problem.status === 503 && problem.code === "catalogue_unavailable" && problem.retryAfter === undefined) {
            isUnavailable = true;
            onUnavailable();
            return;
        }
        const wait = el("p", {});
        say(sentence(problem));
        fill(note, el("p", {}, sentence(problem)), wait);
        if (problem.retryAfter !== undefined) countDown(wait, problem.retryAfter, run);
    }

    query.input.addEventListener("input", () => {
        clearTimeout(timer);
        timer = window.setTimeout(run, pause);
    });
    query.input.addEventListener("keydown", (event) => {
        if (!(event instanceof KeyboardEvent) || event.key !== "Enter" || event.isComposing) return;
        event.preventDefault();
        run();
    });
    return { node: el("div", { class: "stack-tight" }, query.node, results, note), focus: () => query.input.focus(),
        isUnavailable: () => isUnavailable };
}

/**
 * "TV · 2022"
 * @param {import("../../types/wire.js").SearchResult} result
 */
export function kindAndYear(result) {
    return [result.kind === "tv" ? "TV" : "Movie", result.year].filter(Boolean).join(" · ");
}
