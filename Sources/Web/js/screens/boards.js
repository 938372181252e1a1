// The boards: the daily challenges of today, of this week, and of all time.
import { call } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, el, fill } from "../dom.js";
import { radios } from "../parts/controls/choices.js";
import { emptyState, failure, skeleton } from "../parts/controls/states.js";
import { dayText } from "../parts/controls/time.js";
import { firstOfDays } from "../parts/play/first-of-days.js";
import { bestWords, rankedRow, ranking, resultsOf } from "../parts/play/results.js";
import { phrase } from "../phrases.js";

const periods = /** @type {const} */ ([["today", phrase("play.boards.today")],
    ["week", phrase("play.boards.week")], ["all", phrase("play.boards.all")]]);
/** @typedef {{mode: Wire.PlayMode, period: typeof periods[number][0]}} Which */

/** @type {import("../parts/frame/frame.js").Screen} */
export default function boards(context) {
    const which = /** @type {Which} */ ({ mode: "timed", period: "week" });
    const about = el("p", { class: "small soft" });
    const place = el("div", { class: "board-and-words" });
    /** The mode whose days are shown. */
    let daysOf = "";
    const days = el("div", { class: "days-of-board" });
    const show = () => {
        const { mode, period } = which;
        if (daysOf !== mode) fill(days, firstOfDays(mode));
        daysOf = mode;
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
    context.title(phrase("play.boards.title"));
    context.state("ready");
    context.settled();
    show();
    const modes = /** @type {const} */ (["timed", "untimed"]).map((mode) =>
        /** @type {const} */ ([mode, phrase("play.mode", { mode })]));
    return el("div", {}, bar("/play", el("h1", {}, phrase("play.boards.title")),
        el("div", { class: "mode" }, switches(phrase("play.modes"), "mode", modes))),
    el("div", { class: "stack" }, el("div", { class: "board-about" },
        el("div", { class: "period" }, switches(phrase("play.boards.time"), "period", periods)), about), place, days));
}

/** @param {string} date */
const day = (date) => dayText(new Date(`${date}T12:00`));

/**
 * A ranking with its best words beside it.
 * @template {import("../parts/play/results.js").Ranked} Entry
 * @param {import("../parts/play/results.js").Ranking<Entry>} options
 */
const withWords = (options) => [ranking({ ...options, hasPlace: true }), bestWords(options)];

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
            fill(about, found.from && found.to ? phrase("play.boards.days", { from: day(found.from), to: day(found.to) })
                : phrase("play.boards.allDays"));
            return found;
        },
        empty: phrase("play.boards.empty"),
        line: (one, shown) => rankedRow(one, shown, phrase("play.boards.daysPlayed", { count: one.days })),
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
        fill(about, phrase("play.boards.todayEnds", { day: day(answer.day) }));
        if (mine?.over) fill(place, ...withWords(resultsOf(id)));
        else fill(place, emptyState(phrase("play.boards.playFirst"),
            el("a", { class: "button", href: `/challenges/${id}` }, phrase(mine ? "play.goOn" : "play.boards.toPuzzle"))));
    } catch (problem) {
        if (isShown()) fill(place, failure(problem, () => todaysResults(which, about, place)));
    }
}
