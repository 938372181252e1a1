// The boards: the daily challenges of a week or of all time.
import { call } from "../client.js";
import { bar, el, fill } from "../dom.js";
import { radios } from "../parts/controls/form.js";
import { rankedRow, ranking } from "../parts/play/results.js";
import { dayText } from "../parts/controls/time.js";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function boards(context) {
    const which = { mode: "timed", period: "week" };
    const about = el("p", { class: "small soft" });
    const board = ranking({
        /** @param {any} query */
        page: async (query) => {
            const found = await call("listPlayBoard", { query: { ...which, ...query } });
            fill(about, found.from && found.to
                ? `${dayText(new Date(`${found.from}T12:00`))} to ${dayText(new Date(`${found.to}T12:00`))}, without today`
                    : "All days before today");
            return found;
        },
        empty: "Nobody has a word here yet. Today counts from tomorrow.",
        line: (one, by) => rankedRow(one, by === "word" ? one.bestWord : { word: one.bestWord.word, score: one.score },
            `${one.days} ${one.days === 1 ? "day" : "days"}`),
    });
    /**
     * @param {string} legend
     * @param {keyof typeof which} key
     * @param {readonly (readonly [string, string])[]} options
     */
    const switches = (legend, key, options) => radios(legend, options, which[key], (value) => {
        which[key] = value;
        board.load();
    });
    context.title("Boards");
    context.state("ready");
    context.settled();
    return el("div", { class: "stack" }, bar("/play", el("h1", {}, "Boards")),
        el("div", { class: "switches slim" }, switches("Mode", "mode", [["timed", "Timed"], ["untimed", "Untimed"]]),
            switches("Time", "period", [["week", "This week"], ["all", "All time"]])),
        about, board.node);
}
