// My play: streak and best ones, the week, words, the history, and who sees my name.
import { call } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, el, fill, icon } from "../dom.js";
import { challengeRow, isBeforeMe } from "../parts/play/challenge-card.js";
import { dayBars } from "../parts/play/day-bars.js";
import { choice, radios } from "../parts/controls/form.js";
import { pagedList } from "../parts/controls/paged-list.js";
import { failure, say, sentence, skeleton } from "../parts/controls/states.js";
import { ago, dayText } from "../parts/controls/time.js";

/** The number of days that are shown as bars. */
const barCount = 10;

/** @type {import("../parts/frame/frame.js").Screen} */
export default function myPlay(context) {
    const profile = { top: el("div", { class: "block" }, skeleton(3)), end: el("div", {}) };
    const week = el("div", {}, skeleton(3));
    let order = /** @type {"score" | "recent"} */ ("score");
    const words = pagedList({
        page: (after) => call("listMyWords", { query: { order, limit: 50, ...(after && { after }) } }), empty: "No words yet.",
        line: ({ word, times, bestScore, playID, lastAt }) => el("li", {}, el("a", { class: "ranked", href: `/plays/${playID}` },
            el("span", { class: "person-text" }, el("bdi", {}, word),
                el("span", { class: "small soft" }, times > 1 && `${times} times, `, ago(lastAt))),
                    el("strong", { class: "figures" }, bestScore), icon("next"))),
    });
    const bars = el("div", {});
    call("listChallenges", { query: { kind: "daily", mode: "timed", limit: barCount } }).then(({ items }) => {
        const own = items.filter((one) => !isBeforeMe(one));
        if (own.some(({ mine }) => mine)) fill(bars, block("Timed, day by day", el("div", { class: "card" }, dayBars(own))));
    }, () => {});
    const history = pagedList({ page: sinceJoining, line: challengeRow, empty: "No challenges yet." });
    const first = answers.watch("showPlayProfile", {}, ({ answer, problem }) => {
        if (answer) fill(profile.top, profileTiles(answer));
        else if (problem) fill(profile.top, failure(problem, first.again));
        if (answer) fill(profile.end, naming(answer));
        context.state(answer ? "ready" : problem ? "error" : "loading");
        context.settled();
    });
    const second = answers.watch("showPlayWeek", {}, ({ answer, problem }) => {
        if (answer) fill(week, weekOf(answer));
        else if (problem) fill(week, failure(problem, second.again));
    });
    context.signal.addEventListener("abort", () => {
        first.stop();
        second.stop();
    });
    words.load();
    history.load();
    context.title("My play");
    return el("div", {}, bar("/play", el("h1", {}, "My play")), profile.top, bars, block("This week", week),
        el("div", { class: "today" }, block("Words", el("div", { class: "mode" },
            radios("Order", [["score", "Best"], ["recent", "Newest"]], order, (value) => {
                order = /** @type {typeof order} */ (value);
                words.load();
            })), words.node), block("History", history.node)), profile.end);
}

/**
 * A page of the history. It says nothing of the days before I was here.
 * @param {string | undefined} after
 */
async function sinceJoining(after) {
    const found = await call("listChallenges", { query: { limit: 20, ...(after && { after }) } });
    const items = found.items.filter((one) => !isBeforeMe(one));
    // Daily challenges come by day, the last one first.
    return items.length === found.items.length ? found : { items };
}

/**
 * @param {string} title
 * @param {...import("../dom.js").Parts} parts
 */
const block = (title, ...parts) => el("section", { class: "block" }, el("h2", {}, title), ...parts);

/**
 * Facts, each with its name below it.
 * @param {readonly (readonly [string, import("../dom.js").Parts])[]} facts
 * @param {"tiles" | "heroes"} [style]
 */
const tiles = (facts, style = "tiles") => el("dl", { class: `card ${style}` }, ...facts.filter(([, value]) => value !== undefined)
    .map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", { class: "figures" }, value))));

/** @param {Wire.PlayedWord | undefined} word */
const wordText = (word) => word && [el("bdi", {}, word.word), ` ${word.score}`];

/** @param {Wire.PlayedWord | undefined} word */
const lengthText = (word) => word && [el("bdi", {}, word.word), el("span", { class: "small soft" },
    ` ${word.word.length} letters`)];

/**
 * The person's numbers of all plays.
 * @param {Wire.PlayProfile} profile
 */
function profileTiles({ streak, longestStreak, daysPlayed, wordCount, bestTimed, bestUntimed, bestWord }) {
    const best = (/** @type {Wire.PlayProfileBestPlay | undefined} */ play) => play
        && [el("a", { class: "tile-link", href: `/plays/${play.playID}` }, play.score, icon("next"))];
    const longest = longestStreak > streak ? `, ${longestStreak} at most` : streak > 1 ? ", your longest" : "";
    return el("div", { class: "stack" }, tiles([[`${streak === 1 ? "day" : "days"} in a row${longest}`, streak],
        ["points, your best timed", best(bestTimed)]], "heroes"),
    tiles([["Days played", daysPlayed], ["Words", wordCount], ["Best untimed", best(bestUntimed)],
        ["Best word", wordText(bestWord)]]));
}

/**
 * The choice of who sees the person's name.
 * @param {Wire.PlayProfile} profile
 */
function naming({ namedTo }) {
    const { node, input } = choice("checkbox", "Show my name to friends only", { checked: namedTo === "friends" });
    const fault = el("p", { class: "small bad", role: "alert" });
    input.addEventListener("change", async () => {
        try {
            await call("changePlayProfile", { body: { namedTo: input.checked ? "friends" : "everyone" } });
            await answers.forget("showPlayProfile");
            say(input.checked ? "Only friends see your name." : "Everyone sees your name.");
        } catch (problem) {
            input.checked = !input.checked;
            fill(fault, sentence(problem));
        }
    });
    return el("div", { class: "stack-tight" }, node, fault);
}

/** @param {Wire.PlayWeek} week */
function weekOf({ from, to, days, plays, words, newWords, timed, untimed, bestWord, longestWord }) {
    const standing = (/** @type {Wire.PlayWeekStanding | undefined} */ one) => one
        && [one.score, one.rank && el("span", { class: "small soft" }, ` rank ${one.rank}`)];
    const day = (/** @type {string} */ date) => dayText(new Date(`${date}T12:00`));
    const span = el("p", { class: "small soft" }, `${day(from)} to ${day(to)}${plays === 0 ? ": nothing played yet." : ""}`);
    return el("div", { class: "stack-tight" }, span, plays > 0 &&
        tiles([["Days", days], ["Plays", plays], ["Words", words], ["New words", newWords], ["Timed", standing(timed)],
            ["Untimed", standing(untimed)], ["Best word", wordText(bestWord)], ["Longest word", lengthText(longestWord)]]));
}
