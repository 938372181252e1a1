// The boards: the daily challenges of today, of this week, and of all time.
import { call } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, el, fill } from "../dom.js";
import { radios } from "../parts/controls/form.js";
import { emptyState, failure, skeleton } from "../parts/controls/states.js";
import { dayText } from "../parts/controls/time.js";
import { bestWords, rankedRow, ranking, resultsOf } from "../parts/play/results.js";

const periods = /** @type {const} */ ([["today", "Today"], ["week", "This week"], ["all", "All time"]]);
/** @typedef {{mode: Wire.PlayMode, period: typeof periods[number][0]}} Which */

/** @type {import("../parts/frame/frame.js").Screen} */
export default function boards(context) {
    const which = /** @type {Which} */ ({ mode: "timed", period: "week" });
    const about = el("p", { class: "small soft" });
    const place = el("div", { class: "board-and-words" });
    const show = () => {
        const { mode, period } = which;
        if (period === "today") todaysResults(which, about, place);
        else fill(place, ...board({ mode, period }, about));
    };
    /**
     * @param {string} legend
     * @param {keyof typeof which} key
     * @param {readonly (readonly [string, string])[]} options
     */
    const switches = (legend, key, options) => radios(legend, options, which[key], (value) => {
        Object.assign(which, { [key]: value });
        show();
    });
    context.title("Boards");
    context.state("ready");
    context.settled();
    show();
    return el("div", {}, bar("/play", el("h1", {}, "Boards"),
        el("div", { class: "mode" }, switches("Mode", "mode", [["timed", "Timed"], ["untimed", "Untimed"]]))),
    el("div", { class: "stack" }, el("div", { class: "board-about" },
        el("div", { class: "period" }, switches("Time", "period", periods)), about), place));
}

/** @param {string} date */
const day = (date) => dayText(new Date(`${date}T12:00`));

/**
 * A ranking with its best words beside it.
 * @template {import("../parts/play/results.js").Ranked} Entry
 * @param {import("../parts/play/results.js").Ranking<Entry>} options
 */
const withWords = (options) => [ranking(options), bestWords(options)];

/**
 * A board of days that are over.
 * @param {{mode: Wire.PlayMode, period: "week" | "all"}} which
 * @param {HTMLElement} about the place of what it covers, in words
 */
function board({ mode, period }, about) {
    fill(about);
    return withWords(/** @type {import("../parts/play/results.js").Ranking<Wire.PlayBoardEntry>} */ ({
        page: async (query) => {
            const found = await call("listPlayBoard", { query: { mode, period, ...query } });
            const days = found.from && found.to ? `${day(found.from)} to ${day(found.to)}` : "Since the first day";
            fill(about, `${days}, without today`);
            return found;
        },
        empty: "Nobody has a word here yet.",
        line: (one, shown) => rankedRow(one, shown, `${one.days} ${one.days === 1 ? "day" : "days"}`),
    }));
}

/**
 * The results of today's puzzle, once I have played it.
 * @param {Which} which
 * @param {HTMLElement} about
 * @param {HTMLElement} place
 */
async function todaysResults(which, about, place) {
    const { mode, period } = which;
    const isShown = () => which.mode === mode && which.period === period;
    fill(about);
    fill(place, skeleton(3));
    try {
        const { answer } = await answers.read("showToday");
        const { id, mine } = answer[mode];
        if (!isShown()) return;
        fill(about, `${day(answer.day)}. It ends at midnight.`);
        if (mine?.over) fill(place, ...withWords(resultsOf(id)));
        else fill(place, emptyState("Play today’s puzzle first. Then you see how others did it.",
            el("a", { class: "button", href: `/challenges/${id}` }, mine ? "Go on" : "To the puzzle")));
    } catch (problem) {
        if (isShown()) fill(place, failure(problem, () => todaysResults(which, about, place)));
    }
}
