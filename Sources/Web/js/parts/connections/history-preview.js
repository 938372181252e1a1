// What will be made of a history, before anything is sent: how much, of which shows and films, and what is left out and why.
import { session } from "../../client.js";
import { outlineOf } from "../../client/history.js";
import { el } from "../../dom.js";
import { needsNetwork } from "../controls/states.js";

/** @typedef {import("../../client/history.js").LeftOut} LeftOut */

/** How many names stand there at first, and how many plays that are left out are listed at most. */
const [first, most] = [8, 200];

/** @param {number} number @param {string} one @param {string} [several] */
export const counted = (number, one, several = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : several}`;

/**
 * @param {ReturnType<typeof import("../../client/history.js").readHistory>} reading
 * @param {{send: () => void, again: () => void}} actions
 */
export function previewPart({ leftOut, others, read, things }, { send, again }) {
    const outline = outlineOf(things);
    const hasCatalogue = session.keptTenant()?.catalogue;
    const main = el("button", { class: "button button-main", onclick: send }, `Import ${counted(things.length, "title")}`);
    needsNetwork(main);
    return el("div", { class: "stack" },
        el("section", { class: "card stack", "aria-labelledby": "preview" },
            el("div", {}, el("h2", { id: "preview" }, "What will be made"),
                el("p", { class: "small soft" }, "From ", el("bdi", {}, read.join(", ")), ", ",
                    spanWords(outline.first, outline.last))),
            tiles(["Episodes", outline.episodes], ["Shows", outline.shows.length], ["Films", outline.films.length]),
            !hasCatalogue && outline.needCatalogue > 0 && el("p", { class: "small warn" },
                `${counted(outline.needCatalogue, "title")} can’t be made: they need a catalogue, and this server has none.`),
            el("div", { class: "form-actions" }, main, el("button", { class: "button", onclick: again }, "Choose other files")),
            names("Shows", outline.shows.map(({ episodes, name }) => [name, counted(episodes, "episode")])),
            names("Films", outline.films.map((name) => [name, ""]))),
        leftOut.length > 0 && leftOutPart(leftOut),
        others.length > 0 && el("p", { class: "small soft" }, "Without a history: ", el("bdi", {}, others.join(", ")), "."));
}

/**
 * Numbers with what each counts.
 * @param {...(readonly [label: string, number: number])} numbers
 */
export const tiles = (...numbers) => el("dl", { class: "counts" }, ...numbers.map(([label, number]) =>
    el("div", {}, el("dt", {}, label), el("dd", {}, number.toLocaleString("en")))));

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
    lines.length > first && el("details", {}, el("summary", { class: "small" }, `${lines.length - first} more`),
        el("ul", { class: "list counted" }, ...lines.slice(first).map((line) => row([...line])))));
}

/**
 * The plays that are left out, each by file, line and place.
 * @param {readonly LeftOut[]} leftOut
 */
const leftOutPart = (leftOut) => el("details", { class: "card fold" },
    el("summary", {}, `${counted(leftOut.length, "play")} left out`),
    el("ul", { class: "list small left-out" }, ...leftOut.slice(0, most).map(({ entry, file, line, reason }) =>
        el("li", {}, el("bdi", {}, file), `, line ${line}, entry ${entry}: it ${reason}.`))),
    leftOut.length > most && el("p", { class: "small soft" }, `And ${leftOut.length - most} more.`));

/**
 * From when to when something was watched: "2019 to 2026", "in 2026".
 * @param {string | undefined} from
 * @param {string | undefined} to
 */
function spanWords(from = "", to = "") {
    const [start, end] = [from, to].map((stamp) => new Date(stamp).getFullYear());
    return start === end ? `watched in ${end}` : `watched from ${start} to ${end}`;
}
