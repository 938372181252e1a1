// A subject that the user names: an episode by its numbers, a movie, or anything else.
import { el, fill } from "../../dom.js";
import { field, radios } from "../controls/form.js";

/** @typedef {import("../../types/wire.js").NewSubject} NewSubject */

/** @param {() => void} onChange */
export function ownSubject(onChange) {
    const showTitle = field("Show", { name: "showTitle", required: true, maxLength: 200, dir: "auto" });
    const season = field("Season",
        { name: "season", type: "number", min: "0", max: "9999", value: "1", required: true, inputmode: "numeric" });
    const episode = field("Episode",
        { name: "episode", type: "number", min: "0", max: "99999", value: "1", required: true, inputmode: "numeric" });
    const title = field("Title", { name: "title", required: true, maxLength: 200, dir: "auto" });
    const fields = el("div", { class: "stack" });
    /** @type {string} */
    let kind = "tv";
    const shown = () => kind === "tv" ? [showTitle, season, episode] : [title];
    /** @param {string} value */
    const choose = (value) => {
        kind = value;
        if (kind === "tv") fill(fields, showTitle.node, el("div", { class: "pair" }, season.node, episode.node));
        else fill(fields, title.node);
        onChange();
    };
    const node = el("div", { class: "stack" },
        radios("What", [["tv", "TV"], ["movie", "Movie"], ["custom", "Anything else"]], kind, choose), fields);
    choose(kind);

    return {
        node,
        /**
         * The subject. With a catalogue it is a custom title, since the catalogue wouldn't know the id. Without one, shows and
         * movies get
         * ids derived from their names, so that rooms are grouped by show and have a next episode.
         * @param {boolean} hasCatalogue
         * @returns {NewSubject | undefined}
         */
        subject(hasCatalogue) {
            const missing = shown().filter(({ input }) => input.value.trim() === "");
            const wrong = kind === "tv"
                ? [season, episode].filter(({ input }) => input.value !== ""
                    && !(input instanceof HTMLInputElement && input.validity.valid)) : [];
            for (const one of missing) one.fault("This is needed.");
            for (const one of wrong) one.fault(one === season ? "A number from 0 to 9,999." : "A number from 0 to 99,999.");
            const [first] = [...missing, ...wrong];
            if (first) {
                first.input.focus();
                return undefined;
            }
            if (kind === "tv") {
                const numbers = { season: Number(season.input.value), episode: Number(episode.input.value) };
                const name = showTitle.input.value.trim();
                if (hasCatalogue) return { kind: "custom", title: `${name} S${numbers.season} E${numbers.episode}` };
                return { kind: "tv", showID: numberOf(name), showTitle: name, ...numbers };
            }
            const name = title.input.value.trim();
            return kind === "movie" && !hasCatalogue ? { kind: "movie", movieID: numberOf(name), title: name }
                : { kind: "custom", title: name };
        },
        /** @param {import("../../types/app.js").Problem} problem */
        showFaults(problem) {
            const found = Object.entries(problem.faults).map(([path, text]) => {
                const one = shown().find((item) => path.endsWith(item.name)) ?? shown()
                    .find((item) => item === showTitle || item === title);
                one?.fault(text);
                return one;
            });
            found[0]?.input.focus();
            return found.length > 0;
        },
    };
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
