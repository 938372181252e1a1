// The boards: the daily challenges of today, of this week, and of all time.
import { call } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, el, fill } from "../dom.js";
import { radios } from "../parts/controls/form.js";
import { emptyState, failure, skeleton } from "../parts/controls/states.js";
import { dayText } from "../parts/controls/time.js";
import { challengeResults, rankedRow, ranking } from "../parts/play/results.js";

const periods = /** @type {const} */ ([["today", "Today"], ["week", "This week"], ["all", "All time"]]);
/** @typedef {{mode: Wire.PlayMode, period: typeof periods[number][0]}} Which */

/** @type {import("../parts/frame/frame.js").Screen} */
export default function boards(context) {
    const which = /** @type {Which} */ ({ mode: "timed", period: "week" });
    const about = el("p", { class: "small soft" });
    const place = el("div", {});
    const order = el("div", {});
    const caption = el("div", { class: "board-about" }, about, order);
    /** @param {ReturnType<typeof ranking>} found */
    const shown = (found) => {
        fill(place, found.node);
        fill(order, found.order);
    };
    const show = () => {
        fill(order);
        if (which.period === "today") todaysResults(which, about, place, shown);
        else shown(board({ ...which }, about));
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
    el("div", { class: "stack" }, el("div", { class: "period" }, switches("Time", "period", periods)), caption, place));
}

/** @param {string} date */
const day = (date) => dayText(new Date(`${date}T12:00`));

/**
 * A board of days that are over.
 * @param {Which} which
 * @param {HTMLElement} about the place of what it covers, in words
 */
function board({ mode, period }, about) {
    fill(about);
    return ranking({
        /** @param {any} query */
        page: async (query) => {
            const found = await call("listPlayBoard", { query: { mode, period, ...query } });
            const days = found.from && found.to ? `${day(found.from)} to ${day(found.to)}` : "Since the first day";
            fill(about, `${days}, without today`);
            return found;
        },
        empty: "Nobody has a word here yet.",
        line: (one, shown) => rankedRow(one, shown, `${one.days} ${one.days === 1 ? "day" : "days"}`),
    });
}

/**
 * The results of today's puzzle, once I have played it.
 * @param {Which} which
 * @param {HTMLElement} about
 * @param {HTMLElement} place
 * @param {(found: ReturnType<typeof ranking>) => void} show
 */
async function todaysResults(which, about, place, show) {
    const { mode, period } = which;
    const isShown = () => which.mode === mode && which.period === period;
    fill(about);
    fill(place, skeleton(3));
    try {
        const { answer } = await answers.read("showToday");
        const { id, mine } = answer[mode];
        if (!isShown()) return;
        fill(about, `${day(answer.day)}. It ends at midnight.`);
        if (mine?.over) show(challengeResults(id));
        else fill(place, emptyState("Play today’s puzzle first. Then you see how others did it.",
            el("a", { class: "button", href: `/challenges/${id}` }, mine ? "Go on" : "To the puzzle")));
    } catch (problem) {
        if (isShown()) fill(place, failure(problem, () => todaysResults(which, about, place, show)));
    }
}
