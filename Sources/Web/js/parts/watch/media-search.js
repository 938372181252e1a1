// The search for shows and movies.
import { call } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { field } from "../controls/form.js";
import { asProblem, countDown, say, sentence } from "../controls/states.js";
import { poster } from "./room-row.js";

/** @typedef {import("../../types/wire.js").SearchResult} SearchResult */
/**
 * @typedef {object} Options
 * @property {AbortSignal} signal
 * @property {(result: SearchResult) => void} onPick
 * @property {() => void} onUnavailable is called where there is no catalogue
 */

/** The pause after the last key before the catalogue is asked, in milliseconds. */
const pause = 300;

/** The search for a show or movie in the catalogue. */
export class MediaSearch {
    timer = 0;
    isUnavailable = false;
    stop = new AbortController();

    /** @param {Options} options */
    constructor(options) {
        this.options = options;
        this.query = field(phrase("watch.search.what"),
            { name: "query", type: "search", autocomplete: "off", spellcheck: false, enterkeyhint: "search",
                placeholder: phrase("watch.search.placeholder"), oninput: () => this.runSoon() });
        this.results = el("ul", { class: "list results" });
        this.note = el("div", { class: "small soft" });
        this.node = el("div", { class: "stack-tight" }, this.query.node, this.results, this.note);
        this.query.input.addEventListener("keydown", (event) => {
            if (!(event instanceof KeyboardEvent) || event.key !== "Enter" || event.isComposing) return;
            event.preventDefault();
            this.run();
        });
        options.signal.addEventListener("abort", () => {
            clearTimeout(this.timer);
            this.stop.abort();
        });
    }

    words() {
        return this.query.input.value;
    }

    /** @param {string} words */
    put(words) {
        if (words === this.words()) return;
        this.query.input.value = words;
        this.runSoon();
    }

    runSoon() {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.run(), pause);
    }

    async run() {
        clearTimeout(this.timer);
        this.stop.abort();
        const { signal } = this.stop = new AbortController();
        const words = this.words().trim();
        if (Array.from(words).length < 2) {
            fill(this.results);
            fill(this.note);
            return;
        }
        try {
            this.show(await call("searchMedia", { query: { query: words }, signal }));
        } catch (reason) {
            if (!signal.aborted) this.showProblem(asProblem(reason));
        }
    }

    /** @param {Wire.Operations["searchMedia"]["answer"]} found */
    show({ attribution, results, stale }) {
        fill(this.results, ...results.map((result) => resultRow(result, this.options.onPick)));
        say(phrase("watch.search.found", { count: results.length }));
        fill(this.note,
            el("p", {}, results.length === 0 && `${phrase("watch.search.nothing")} `, stale && phrase("watch.pick.old")),
            el("p", { class: "tiny" }, attribution));
    }

    /** @param {import("../../types/app.js").Problem} problem */
    showProblem(problem) {
        fill(this.results);
        if (problem.status === 503 && problem.code === "catalogue_unavailable" && problem.retryAfter === undefined) {
            this.isUnavailable = true;
            return this.options.onUnavailable();
        }
        const wait = el("p", {});
        say(sentence(problem));
        fill(this.note, el("p", {}, sentence(problem)), wait);
        if (problem.retryAfter !== undefined) countDown(wait, problem.retryAfter, () => this.run());
    }
}

/**
 * @param {SearchResult} result
 * @param {(result: SearchResult) => void} onPick
 */
function resultRow(result, onPick) {
    return el("li", {}, el("button", { class: "result", onclick: () => onPick(result) }, poster(result.title, result.poster),
        el("span", { class: "result-text" }, el("bdi", { class: "name" }, result.title),
            el("span", { class: "small soft" }, kindAndYear(result)),
            result.overview && el("span", { class: "tiny soft clamp" }, result.overview))));
}

/**
 * "TV · 2022"
 * @param {SearchResult} result
 */
export function kindAndYear(result) {
    return [phrase(result.kind === "tv" ? "watch.search.tv" : "watch.search.film"), result.year].filter(Boolean).join(" · ");
}
