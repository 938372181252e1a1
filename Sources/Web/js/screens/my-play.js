// My play: streak and best ones, the week, words, the history, and who sees my name.
import { call } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, el, fill, icon } from "../dom.js";
import { challengeRow, isBeforeMe } from "../parts/play/challenge-card.js";
import { dayBars } from "../parts/play/day-bars.js";
import { choice, radios } from "../parts/controls/choices.js";
import { pagedList } from "../parts/controls/paged-list.js";
import { failure, say, sentence, skeleton } from "../parts/controls/states.js";
import { ago, dayText } from "../parts/controls/time.js";
import { phrase, phraseAround } from "../phrases.js";

/** The number of days that are shown as bars. */
const barCount = 10;

/** @type {import("../parts/frame/frame.js").Screen} */
export default function myPlay(context) {
    const profile = { top: el("div", { class: "block" }, skeleton(3)), end: el("div", {}) };
    const week = el("div", {}, skeleton(3));
    let order = /** @type {"score" | "recent"} */ ("score");
    const words = pagedList({
        empty: phrase("play.mine.noWords"),
        page: (after) => call("listMyWords", { query: { order, limit: 50, ...(after && { after }) } }),
        line: ({ word, times, bestScore, playID, lastAt }) => el("li", {}, el("a", { class: "ranked", href: `/plays/${playID}` },
            el("span", { class: "person-text" }, el("bdi", {}, word),
                el("span", { class: "small soft" }, times > 1
                    ? phraseAround("play.mine.times", { count: times, ago: ago(lastAt) }) : ago(lastAt))),
                    el("strong", { class: "figures" }, bestScore), icon("next"))),
    });
    const bars = el("div", {});
    call("listChallenges", { query: { kind: "daily", mode: "timed", limit: barCount } }).then(({ items }) => {
        const own = items.filter((one) => !isBeforeMe(one));
        if (!own.some(({ mine }) => mine)) return;
        fill(bars, block(phrase("play.mine.dayByDay"), el("div", { class: "card" }, dayBars(own))));
    }, () => {});
    const history = pagedList({ page: sinceJoining, line: challengeRow, empty: phrase("play.mine.noChallenges") });
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
    context.title(phrase("play.mine.title"));
    const orders = /** @type {const} */ ([["score", phrase("play.mine.best")], ["recent", phrase("play.mine.newest")]]);
    return el("div", {}, bar("/play", el("h1", {}, phrase("play.mine.title"))), profile.top, el("div", { class: "today" }, bars,
        block(phrase("play.mine.thisWeek"), week)), el("div", { class: "today" },
            block(phrase("play.mine.words"), el("div", { class: "mode" }, radios(phrase("play.mine.order"), orders, order,
                (value) => {
                    order = /** @type {typeof order} */ (value);
                    words.load();
                })), words.node), block(phrase("play.mine.history"), history.node)), profile.end);
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
 * @param {"card tiles" | "tiles"} [style]
 */
const tiles = (facts, style = "card tiles") => el("dl", { class: style }, ...facts.filter(([, value]) => value !== undefined)
    .map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", { class: "figures" }, value))));

/**
 * A word as a fact, with its points in the words below it.
 * @param {"best" | "longest"} which
 * @param {Wire.PlayedWord | undefined} word
 */
const wordFact = (which, word) => /** @type {const} */ ([
    phrase("play.mine.word", { which, points: word?.score ?? 0, letters: word?.word.length ?? 0 }),
    word && el("bdi", {}, word.word)]);

/**
 * The person's numbers of all plays. Each goes on with the words below it: "6 days in a row".
 * @param {Wire.PlayProfile} profile
 */
function profileTiles({ streak, longestStreak, daysPlayed, wordCount, bestTimed, bestUntimed, bestWord }) {
    const row = longestStreak > streak ? phrase("play.mine.rowAtMost", { count: streak, most: longestStreak })
        : phrase(streak > 1 ? "play.mine.rowLongest" : "play.mine.row", { count: streak });
    return el("div", { class: "stack-tight" }, tiles([[row, streak], [phrase("play.mine.bestTimed"), bestTimed?.score],
        [phrase("play.mine.bestUntimed"), bestUntimed?.score], wordFact("best", bestWord),
        [phrase("play.mine.wordCount", { count: wordCount }), wordCount],
        [phrase("play.mine.daysPlayed", { count: daysPlayed }), daysPlayed]]),
    el("p", { class: "small soft" }, phrase("play.mine.dailyOnly")));
}

/**
 * The choice of who sees the person's name.
 * @param {Wire.PlayProfile} profile
 */
function naming({ namedTo }) {
    const { node, input } = choice("checkbox", phrase("play.mine.friendsOnly"), { checked: namedTo === "friends" });
    const fault = el("p", { class: "small bad", role: "alert" });
    input.addEventListener("change", async () => {
        try {
            await call("changePlayProfile", { body: { namedTo: input.checked ? "friends" : "everyone" } });
            await answers.forget("showPlayProfile");
            say(phrase(input.checked ? "play.mine.friendsSee" : "play.mine.everyoneSees"));
        } catch (problem) {
            input.checked = !input.checked;
            fill(fault, sentence(problem));
        }
    });
    return el("div", { class: "stack-tight" }, node, fault);
}

/**
 * The week in a sentence, and the best of it.
 * @param {Wire.PlayWeek} week
 */
function weekOf({ from, to, days, plays, words, newWords, timed, untimed, bestWord, longestWord }) {
    const day = (/** @type {string} */ date) => dayText(new Date(`${date}T12:00`));
    const span = el("p", { class: "small soft" },
        phrase(plays === 0 ? "play.mine.weekEmpty" : "play.mine.week", { from: day(from), to: day(to) }));
    const standing = (/** @type {Wire.PlayMode} */ mode, /** @type {Wire.PlayWeekStanding | undefined} */ one) =>
        /** @type {const} */ ([phrase("play.mine.weekPoints", { mode, rank: one?.rank ?? 0 }), one?.score]);
    return el("div", { class: "card stack" }, el("div", {}, span,
        plays > 0 && el("p", {}, phrase("play.mine.weekWords", { days, words, fresh: newWords === words ? "all" : newWords }))),
    plays > 0 && tiles([standing("timed", timed), standing("untimed", untimed), wordFact("best", bestWord),
        longestWord?.word === bestWord?.word ? ["", undefined] : wordFact("longest", longestWord)], "tiles"));
}
