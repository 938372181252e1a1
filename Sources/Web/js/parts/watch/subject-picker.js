// Chooses the subject of a new room: from the catalogue, or named by the user.
import { el, fill } from "../../dom.js";
import { session } from "../../client.js";
import { phrase } from "../../phrases.js";
import { EpisodePicker } from "./episodes.js";
import { OwnSubject } from "./own-subject.js";
import { kindAndYear, MediaSearch } from "./media-search.js";
import { poster } from "./room-row.js";

/** @typedef {import("../../types/wire.js").SearchResult} SearchResult */
/** @typedef {import("../../types/wire.js").NewSubject} NewSubject */
/** @typedef {"search" | "picked" | "own"} Mode */
/**
 * What is kept of a choice that isn't sent yet.
 * @typedef {object} KeptSubject
 * @property {Mode} mode
 * @property {string} query
 * @property {SearchResult} [picked]
 * @property {import("./episodes.js").EpisodeChoice} [episode]
 * @property {import("./own-subject.js").OwnValues} own
 */

/** The choice of a new room's subject. */
export class SubjectPicker {
    /** @type {Mode} */
    mode = "search";
    /** @type {SearchResult | undefined} */
    picked = undefined;
    /** @type {EpisodePicker | undefined} */
    episodes = undefined;
    hasCatalogue = session.keptTenant()?.catalogue ?? true;

    /** @param {{signal: AbortSignal, others: () => string[], onChange: () => void}} options */
    constructor(options) {
        const { onChange, signal } = this.options = options;
        this.own = new OwnSubject(onChange);
        this.finder = new MediaSearch({ signal, onPick: (result) => this.pick(result), onUnavailable: () => this.show("own") });
        this.byName = el("button", { class: "button button-plain", onclick: () => this.show("own") },
            phrase("watch.pick.byName"));
        this.bySearch = el("button", { class: "button button-plain", onclick: () => this.show("search") },
            phrase("watch.pick.bySearch"));
        this.hint = el("p", { class: "small bad", role: "alert" });
        this.node = el("div", { class: "stack card subject" });
        this.show(this.hasCatalogue ? "search" : "own");
    }

    /** @param {Mode} mode */
    show(mode) {
        const { bySearch, byName, episodes, finder, hint, node, options, own, picked } = this;
        if (mode === "own" && finder.isUnavailable) this.hasCatalogue = false;
        const hadFocus = node.contains(document.activeElement);
        this.mode = mode;
        fill(hint);
        if (mode === "search") fill(node, finder.node, el("div", {}, byName), hint);
        else if (mode === "own") fill(node, own.node, this.hasCatalogue && el("div", {}, bySearch));
        else if (picked) fill(node, this.pickedCard(picked), episodes?.node, hint);
        // What is typed next is the name.
        const first = mode === "own" ? own.shown()[0].input : node.querySelector("input, button");
        if (hadFocus && first instanceof HTMLElement) first.focus();
        options.onChange();
    }

    /**
     * @param {SearchResult} result
     * @param {import("./episodes.js").EpisodeChoice} [choice] of an episode
     */
    pick(result, choice = {}) {
        this.picked = result;
        this.episodes = result.kind === "tv" ? new EpisodePicker(result.id, { ...this.options, choice }) : undefined;
        this.show("picked");
    }

    /** @param {SearchResult} result */
    pickedCard(result) {
        return el("div", { class: "picked" }, poster(result.title, result.poster),
            el("div", { class: "result-text" }, el("bdi", { class: "name" }, result.title),
                el("span", { class: "small soft" }, kindAndYear(result))),
            el("button", { class: "button button-small", onclick: () => this.show("search") }, phrase("watch.pick.change")));
    }

    /**
     * The subject, or undefined after the page has said what is missing.
     * @returns {NewSubject | undefined}
     */
    subject() {
        const { episodes, finder, hasCatalogue, hint, mode, own, picked } = this;
        if (mode === "own") return own.subject(hasCatalogue);
        if (mode === "search" || !picked) {
            fill(hint, phrase("watch.pick.nothing"));
            return void finder.query.input.focus();
        }
        if (picked.kind !== "tv") return { kind: "movie", movieID: picked.id, title: picked.title };
        const episode = episodes?.chosen();
        if (!episode) return void fill(hint, phrase("watch.pick.noEpisode"));
        return { kind: "tv", showID: picked.id, showTitle: picked.title, season: episode.season, episode: episode.episode,
            episodeTitle: episode.title };
    }

    peopleChanged() {
        this.episodes?.preselect();
    }

    /**
     * Whether the faults stand at fields.
     * @param {import("../../types/app.js").Problem} problem
     */
    showFaults(problem) {
        return this.mode === "own" && this.own.showFaults(problem);
    }

    /** What is kept; undefined if nothing was typed or picked. @returns {KeptSubject | undefined} */
    kept() {
        const { episodes, finder, mode, own, picked } = this;
        if (mode !== "picked" && finder.words().trim() === "" && own.isEmpty()) return undefined;
        return { mode, query: finder.words(), picked, episode: episodes?.choice, own: own.values() };
    }

    /**
     * Shows what was kept; nothing for undefined.
     * @param {KeptSubject | undefined} kept
     */
    put(kept) {
        const { finder, hasCatalogue, own } = this;
        finder.put(kept?.query ?? "");
        own.put(kept?.own ?? { kind: "tv", showTitle: "", season: "1", episode: "1", title: "" });
        if (kept?.picked) this.pick(kept.picked, kept.episode);
        this.show(kept?.mode ?? (hasCatalogue ? "search" : "own"));
    }

    /** The words by which somebody knows the subject again. */
    words() {
        const { finder, mode, own, picked } = this;
        if (mode === "picked") return picked?.title ?? "";
        const { showTitle, title } = own.values();
        return [mode === "search" ? finder.words() : "", showTitle, title].filter(Boolean).join("\n");
    }
}
