// A subject that the user names: an episode by its numbers, a movie, or anything else.
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { radios } from "../controls/choices.js";
import { field } from "../controls/form.js";

/** @typedef {import("../../types/wire.js").NewSubject} NewSubject */
/** @typedef {import("../controls/form.js").Field} Field */
/** @typedef {{kind: string, showTitle: string, season: string, episode: string, title: string}} OwnValues */

const kinds = /** @type {const} */ (["tv", "movie", "custom"]);
const [mostSeason, mostEpisode] = [9_999, 99_999];

/** The form for a subject that isn't of the catalogue. */
export class OwnSubject {
    kind = "tv";

    /** @param {() => void} onChange */
    constructor(onChange) {
        this.showTitle = field(phrase("watch.own.show"), { name: "showTitle", required: true, maxLength: 200, dir: "auto" });
        const number = { type: "number", min: "0", value: "1", required: true, inputmode: "numeric" };
        this.season = field(phrase("watch.pick.season"), { name: "season", ...number, max: String(mostSeason) });
        this.episode = field(phrase("watch.pick.episode"), { name: "episode", ...number, max: String(mostEpisode) });
        this.title = field(phrase("watch.own.title"), { name: "title", required: true, maxLength: 200, dir: "auto" });
        this.fields = el("div", { class: "stack" });
        this.node = el("div", { class: "stack" }, radios(phrase("watch.own.what"),
            kinds.map((kind) => [kind, phrase(`watch.own.${kind}`)]), this.kind, (kind) => {
                this.show(kind);
                onChange();
            }), this.fields);
        this.show(this.kind);
    }

    /** @param {string} kind */
    show(kind) {
        const { episode, fields, season, showTitle, title } = this;
        this.kind = kind;
        if (kind === "tv") fill(fields, showTitle.node, el("div", { class: "pair" }, season.node, episode.node));
        else fill(fields, title.node);
    }

    /** The fields of the chosen kind. */
    shown() {
        return this.kind === "tv" ? [this.showTitle, this.season, this.episode] : [this.title];
    }

    isEmpty() {
        return this.showTitle.input.value.trim() === "" && this.title.input.value.trim() === "";
    }

    /** @returns {OwnValues} */
    values() {
        const { episode, kind, season, showTitle, title } = this;
        return { kind, showTitle: showTitle.input.value, season: season.input.value, episode: episode.input.value,
            title: title.input.value };
    }

    /** @param {OwnValues} values */
    put({ kind, ...others }) {
        for (const [name, value] of Object.entries(others)) {
            this[/** @type {"showTitle" | "season" | "episode" | "title"} */ (name)].input.value = value;
        }
        for (const input of this.node.querySelectorAll("input")) if (input.type === "radio") input.checked = input.value === kind;
        this.show(kind);
    }

    /**
     * The subject, or undefined after the page has said what is missing. With a catalogue it is a custom title, since the
     * catalogue wouldn't know the id. Without one, shows and movies get ids derived from their names, so that rooms are grouped
     * by show and have a next episode.
     * @param {boolean} hasCatalogue
     * @returns {NewSubject | undefined}
     */
    subject(hasCatalogue) {
        if (this.hasFault()) return undefined;
        if (this.kind === "tv") {
            const numbers = { season: Number(this.season.input.value), episode: Number(this.episode.input.value) };
            const name = this.showTitle.input.value.trim();
            if (hasCatalogue) return { kind: "custom", title: `${name} S${numbers.season} E${numbers.episode}` };
            return { kind: "tv", showID: numberOf(name), showTitle: name, ...numbers };
        }
        const name = this.title.input.value.trim();
        return this.kind === "movie" && !hasCatalogue ? { kind: "movie", movieID: numberOf(name), title: name }
            : { kind: "custom", title: name };
    }

    /** Whether something is missing or no number. Then the page says so, and the first such field has the focus. */
    hasFault() {
        const { episode, season } = this;
        const missing = this.shown().filter(({ input }) => input.value.trim() === "");
        const wrong = this.kind === "tv" ? [season, episode].filter(({ input }) => input.value !== ""
            && !(input instanceof HTMLInputElement && input.validity.valid)) : [];
        for (const one of missing) one.fault(phrase("watch.own.needed"));
        for (const one of wrong) one.fault(phrase("watch.own.number", { most: one === season ? mostSeason : mostEpisode }));
        const [first] = [...missing, ...wrong];
        first?.input.focus();
        return first !== undefined;
    }

    /**
     * Whether the faults of an answer stand at fields.
     * @param {import("../../types/app.js").Problem} problem
     */
    showFaults(problem) {
        const shown = this.shown();
        const found = Object.entries(problem.faults).map(([path, text]) => {
            const one = shown.find((item) => path.endsWith(item.name)) ?? shown[0];
            one?.fault(text);
            return one;
        });
        found[0]?.input.focus();
        return found.length > 0;
    }
}

/**
 * Derives an id from a name, regardless of case, by FNV-1a. It is from 2^30 to 2^31 − 1, far above TMDB's ids.
 * @param {string} name
 */
function numberOf(name) {
    let hash = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(name.normalize("NFKC")
        .toLowerCase())) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    return 0x40000000 + (hash % 0x40000000);
}
