// What will be made of a history, before anything is sent: how much, of which shows and films, and what is left out and why.
import { session } from "../../client.js";
import { outlineOf } from "../../client/history.js";
import { el } from "../../dom.js";
import { needsNetwork } from "../controls/states.js";
import { listed, locale, phrase, phraseAround } from "../../phrases.js";

/** @typedef {import("../../client/history.js").LeftOut} LeftOut */

/** How many names stand there at first, and how many plays that are left out are listed at most. */
const [first, most] = [8, 200];

/** The names of files in a sentence. */
const files = (/** @type {readonly string[]} */ names) => el("bdi", {}, listed(names, "unit"));

/**
 * @param {ReturnType<typeof import("../../client/history.js").readHistory>} reading
 * @param {{send: () => void, again: () => void}} actions
 */
export function previewPart({ leftOut, others, read, things }, { send, again }) {
    const outline = outlineOf(things);
    const [shows, films] = [phrase("connections.history.shows"), phrase("connections.history.films")];
    const hasCatalogue = session.keptTenant()?.catalogue;
    const main = el("button", { class: "button button-main", onclick: send },
        phrase("connections.history.import", { count: things.length }));
    needsNetwork(main);
    return el("div", { class: "stack" },
        el("section", { class: "card stack", "aria-labelledby": "preview" },
            el("div", {}, el("h2", { id: "preview" }, phrase("connections.history.preview")),
                el("p", { class: "small soft" }, spanWords(files(read), outline.first, outline.last))),
            tiles([phrase("connections.history.episodes"), outline.episodes], [shows, outline.shows.length],
                [films, outline.films.length]),
            !hasCatalogue && outline.needCatalogue > 0 && el("p", { class: "small warn" },
                phrase("connections.history.needCatalogue", { count: outline.needCatalogue })),
            el("div", { class: "form-actions" }, main,
                el("button", { class: "button", onclick: again }, phrase("connections.history.others"))),
            names(shows, outline.shows.map(({ episodes, name }) =>
                [name, phrase("connections.history.episodeCount", { count: episodes })])),
            names(films, outline.films.map((name) => [name, ""]))),
        leftOut.length > 0 && leftOutPart(leftOut),
        others.length > 0 && el("p", { class: "small soft" },
            phraseAround("connections.history.without", { files: files(others) })));
}

/**
 * Numbers with what each counts.
 * @param {...(readonly [label: string, number: number])} numbers
 */
export const tiles = (...numbers) => el("dl", { class: "counts" }, ...numbers.map(([label, number]) =>
    el("div", {}, el("dt", {}, label), el("dd", {}, number.toLocaleString(locale)))));

/**
 * @param {string} title
 * @param {readonly (readonly [name: string, about: string])[]} lines
 */
function names(title, lines) {
    if (lines.length === 0) return undefined;
    const row = ([name, about] = ["", ""]) => el("li", {}, el("bdi", { class: "name" }, name),
        about && el("span", { class: "small soft figures" }, about));
    return el("section", { "aria-label": title }, el("h3", {}, title), el("ul", { class: "list counted" },
        ...lines.slice(0, first).map((line) => row([...line]))),
    lines.length > first && el("details", {}, el("summary", { class: "small" }, 
        phrase("connections.history.more", { count: lines.length - first })),
        el("ul", { class: "list counted" }, ...lines.slice(first).map((line) => row([...line])))));
}

/**
 * The plays that are left out, each by file, line and place.
 * @param {readonly LeftOut[]} leftOut
 */
const leftOutPart = (leftOut) => el("details", { class: "card fold" },
    el("summary", {}, phrase("connections.history.leftOut", { count: leftOut.length })),
    el("ul", { class: "list small left-out" }, ...leftOut.slice(0, most).map(({ entry, file, line, reason }) =>
        el("li", {}, phraseAround("connections.history.leftOutAt",
            { file: el("bdi", {}, file), line: `${line}`, entry: `${entry}`, reason })))),
    leftOut.length > most && el("p", { class: "small soft" },
        phrase("connections.history.andMore", { count: leftOut.length - most })));

/**
 * Of which files a history is, and from when to when something was watched.
 * @param {Node} files
 * @param {string | undefined} from
 * @param {string | undefined} to
 */
function spanWords(files, from = "", to = "") {
    const [start, end] = [from, to].map((stamp) => `${new Date(stamp).getFullYear()}`);
    return start === end ? phraseAround("connections.history.inYear", { files, year: end })
        : phraseAround("connections.history.inYears", { files, from: start, to: end });
}
