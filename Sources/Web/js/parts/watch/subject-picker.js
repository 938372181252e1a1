// Chooses the subject of a new room: from the catalogue, or named by the user.
import { el, fill } from "../../dom.js";
import { session } from "../../client.js";
import { episodePicker } from "./episodes.js";
import { ownSubject } from "./own-subject.js";
import { kindAndYear, mediaSearch } from "./media-search.js";
import { poster } from "./poster.js";

/** @typedef {import("../../types/wire.js").SearchResult} SearchResult */
/** @typedef {import("../../types/wire.js").NewSubject} NewSubject */

/** @param {{signal: AbortSignal, others: () => string[], onChange: () => void}} options */
export function subjectPicker({ signal, others, onChange }) {
    const node = el("div", { class: "stack card" });
    const own = ownSubject(onChange);
    const byName = el("button", { class: "button", onclick: () => showMode("own") }, "Name it yourself");
    const bySearch = el("button", { class: "button", onclick: () => showMode("search") }, "Search the catalogue");
    const finder = mediaSearch({ signal, onPick: pick, onUnavailable: () => showMode("own") });
    const hint = el("p", { class: "small bad", role: "alert" });
    /** @type {"search" | "picked" | "own"} */
    let mode = "search";
    /** @type {SearchResult | undefined} */
    let picked;
    /** @type {ReturnType<typeof episodePicker> | undefined} */
    let episodes;
    let hasCatalogue = session.keptTenant()?.catalogue ?? true;

    /** @param {"search" | "picked" | "own"} to */
    function showMode(to) {
        if (to === "own" && finder.isUnavailable()) hasCatalogue = false;
        const hadFocus = node.contains(document.activeElement);
        mode = to;
        fill(hint);
        if (mode === "search") fill(node, finder.node, el("div", {}, byName), hint);
        else if (mode === "own") fill(node, own.node, hasCatalogue && el("div", {}, bySearch));
        else if (picked) fill(node, pickedCard(picked), episodes?.node, hint);
        const first = node.querySelector("input, button");
        if (hadFocus && first instanceof HTMLElement) first.focus();
        onChange();
    }

    /** @param {SearchResult} result */
    function pick(result) {
        picked = result;
        episodes = result.kind === "tv" ? episodePicker(result.id, { signal, others, onChange }) : undefined;
        showMode("picked");
    }

    /** @param {SearchResult} result */
    const pickedCard = (result) => el("div", { class: "picked" }, poster(result.title, result.posterURL),
        el("div", { class: "result-text" }, el("bdi", { class: "name" }, result.title),
            el("span", { class: "small soft" }, kindAndYear(result))),
        el("button", { class: "button button-small", onclick: () => showMode("search") }, "Change"));

    if (!hasCatalogue) mode = "own";
    showMode(mode);
    return {
        node,
        /**
         * The subject, or undefined after the page has said what is missing.
         * @returns {NewSubject | undefined}
         */
        subject() {
            if (mode === "own") return own.subject(hasCatalogue);
            if (mode === "picked" && picked) {
                if (picked.kind !== "tv") return { kind: "movie", movieID: picked.id, title: picked.title };
                const episode = episodes?.chosen();
                if (episode) return { kind: "tv", showID: picked.id, showTitle: picked.title, season: episode.season,
                    episode: episode.episode, episodeTitle: episode.title };
                fill(hint, "Choose an episode.");
                return undefined;
            }
            fill(hint, "Choose what you watch: search for it, or name it yourself.");
            finder.focus();
            return undefined;
        },
        peopleChanged: () => episodes?.peopleChanged(),
        /**
         * Whether the faults stand at fields.
         * @param {import("../../types/app.js").Problem} problem
         */
        showFaults: (problem) => mode === "own" && own.showFaults(problem),
    };
}
