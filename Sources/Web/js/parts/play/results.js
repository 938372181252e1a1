// Rankings: a challenge's results and the boards.
import { el, fill } from "../../dom.js";
import { call, replica } from "../../client.js";
import { radios } from "../controls/choices.js";
import { pagedList } from "../controls/paged-list.js";
import { called, disc, name } from "../controls/person.js";
import { phrase, phraseAround } from "../../phrases.js";

/** @typedef {"score" | "word"} Order */
/** @typedef {{rank: number, user?: Wire.UserStub, score: number, bestWord: {word: string, score: number}}} Ranked */

/**
 * The results of a challenge that is open to me.
 * @param {string} challengeID
 */
export function challengeResults(challengeID) {
    return ranking({ ...resultsOf(challengeID), hasOrder: true });
}

/**
 * The same, as what a ranking and the best words are made of.
 * @param {string} challengeID
 * @returns {Ranking<Wire.ChallengeResult>}
 */
export const resultsOf = (challengeID) => ({
    page: (query) => call("listResults", { path: { challengeID }, query }),
    empty: phrase("play.results.empty"),
    line: row,
});

/** A result with its score, as lists by score have it. */
export const scoreRow = (/** @type {Wire.ChallengeResult} */ result) => row(result, { by: "score" });

/**
 * @param {Wire.ChallengeResult} result
 * @param {Shown} shown
 */
const row = (result, shown) => rankedRow(result, shown,
    phrase(result.over ? "play.words" : "play.results.running", { count: result.wordCount }),
        result.playID && `/plays/${result.playID}`);

/** What a row counts for. */
const valueOf = (/** @type {Ranked} */ { bestWord, score }, /** @type {Order} */ by) => by === "word" ? bestWord.score : score;

/**
 * How far I am behind whoever has more, or ahead of the next: "12 behind Bea". Empty for others, and where nobody is near.
 * @param {readonly Ranked[]} items in their order
 * @param {Ranked} one
 * @param {Order} by
 */
export function gapText(items, one, by) {
    if (!isMine(one)) return "";
    const other = items.findLast(({ rank }) => rank < one.rank) ?? items[items.indexOf(one) + 1];
    if (!other) return "";
    const ahead = valueOf(one, by) - valueOf(other, by);
    const how = ahead === 0 ? "level" : ahead > 0 ? "ahead" : "behind";
    const points = Math.abs(ahead);
    return other.user ? phrase("play.gap.person", { how, points, person: called(other.user) })
        : phrase("play.gap.somebody", { how, points });
}

/**
 * What is ranked. `page` asks the server for a part of it.
 * @template {Ranked} Entry
 * @typedef {{page: (query: {by: Order, scope: "everyone" | "friends", around?: "me", after?: string, limit: number}) =>
 *     Promise<{items: Entry[], next?: string, playCount?: number, playerCount?: number}>,
 *     line: (entry: Entry, shown: Shown) => Node, empty: string}} Ranking
 */

/**
 * A ranking by score or best word: friends first, where there are any, and then everybody. My own row always stands there: above
 * the others where it isn't among the first of them.
 * @template {Ranked} Entry
 * @param {Ranking<Entry> & {hasOrder?: boolean, hasPlace?: boolean}} options `hasOrder`: with a switch of its order, where there
 *     is something to order; `hasPlace`: with my place among everybody above it, which says then how far the next one is
 */
export function ranking({ page, line, empty, hasOrder = false, hasPlace = false }) {
    let by = /** @type {Order} */ ("score");
    let turn = 0;
    /** What the first of everybody has. */
    let most = 0;
    const shown = (/** @type {readonly Entry[]} */ items, /** @type {Entry} */ one) =>
        ({ by, gap: hasPlace ? "" : gapText(items, one, by), part: most > 0 ? valueOf(one, by) / most : 0 });
    const rows = (/** @type {readonly Entry[]} */ items) => items.map((one) => line(one, shown(items, one)));
    /** @type {readonly Entry[]} */
    let all = [];
    const place = el("div", { hidden: true });
    const friends = el("section", { class: "stack-tight podium", "aria-label": phrase("play.results.friends") });
    const heading = el("h3", {}, phrase("play.results.everybody"));
    const own = el("ul", { class: "card list own-place", hidden: true, "aria-label": phrase("play.results.place") });
    const orders = /** @type {const} */ ([["score", phrase("play.order.points")], ["word", phrase("play.order.word")]]);
    const order = el("div", { class: "mode", hidden: true }, radios(phrase("play.order.label"), orders, by, (value) => {
        by = /** @type {typeof by} */ (value);
        list.load();
    }));
    const list = pagedList({
        page: async (after) => {
            const found = await page({ by, scope: "everyone", ...(after && { after }), limit: 50 });
            if (!after) {
                most = found.items[0] ? valueOf(found.items[0], by) : 0;
                await showAround(found).catch(() => {});
            }
            all = found.items;
            if (!after && all.length > 1) order.hidden = false;
            return found;
        },
        line: (/** @type {Entry} */ one) => line(one, shown(all, one)), empty, class: "card list ranking",
    });

    /**
     * Shows my place, and friends above the others, or my own row.
     * @param {{items: readonly Entry[], next?: string, playCount?: number, playerCount?: number}} first everybody's first page
     */
    async function showAround({ items, next, playCount, playerCount = playCount }) {
        const mine = turn += 1;
        const close = items.length === 0 ? [] : (await page({ by, scope: "friends", limit: 50 })).items;
        const isMore = close.length > 1 && (next !== undefined || items.length > close.length);
        const found = isMore || items.length === 0 || items.some(isMine) ? undefined
            : (await page({ by, scope: "everyone", around: "me", limit: 3 })).items;
        if (mine !== turn) return;
        const around = isMore ? close : found ?? items;
        const me = around.find(isMine);
        place.hidden = !hasPlace || !me;
        if (hasPlace && me) fill(place, ownPlace((found ?? items).find(isMine) ?? me, playerCount, gapText(around, me, by)));
        heading.hidden = friends.hidden = !isMore;
        list.node.classList.toggle("podium", !isMore);
        fill(friends, ...isMore ? [el("h3", {}, phrase("play.results.friends")),
            el("ul", { class: "card list ranking" }, ...rows(close))] : []);
        own.hidden = !found?.some(isMine);
        fill(own, ...rows(found ?? []).filter((_, place) => isMine(found?.[place] ?? {})));
    }

    heading.hidden = friends.hidden = true;
    list.load();
    return el("div", { class: "stack rankings" }, hasOrder && order, place, friends, heading, own, list.node);
}

/**
 * My place among so many, and how far the next one is.
 * @param {Ranked} me
 * @param {number} [count]
 * @param {string} [gap]
 */
const ownPlace = (me, count, gap) => el("p", { class: "own-standing" },
    el("span", { class: "soft" }, phrase("play.results.place")),
    el("strong", { class: "figures" }, count ? phrase("play.rankOf", { rank: me.rank, count }) : me.rank),
    gap && el("span", { class: "gap figures" }, gap));

/** The number of best words beside a board. */
const mostWords = 5;

/**
 * The best words of a ranking, with whose they are, and mine where it is none of them.
 * @template {Ranked} Entry
 * @param {Ranking<Entry>} options
 */
export function bestWords({ page }) {
    const list = el("ul", { class: "list" });
    const node = el("section", { class: "card list best-words", "aria-labelledby": "best-words", hidden: true },
        el("h2", { id: "best-words" }, phrase("play.results.bestWords")), list);
    page({ by: "word", scope: "everyone", limit: mostWords }).then(async ({ items }) => {
        const isThere = items.length === 0 || items.some(isMine);
        const own = isThere ? [] : (await page({ by: "word", scope: "everyone", around: "me", limit: 1 })).items.filter(isMine);
        fill(list, ...[...items, ...own].map((one) => el("li",
            { class: "ranked", "aria-current": isMine(one) ? "true" : undefined },
            el("span", { class: "rank figures" }, one.rank),
            el("span", { class: "person-text" }, el("bdi", {}, one.bestWord.word),
                el("span", { class: "small soft" }, personOf(one), youText(one))),
            el("strong", { class: "figures" }, one.bestWord.score))));
        node.hidden = items.length === 0;
    }, () => {});
    return node;
}

/** Whether a row is my own. */
export const isMine = (/** @type {{user?: Wire.UserStub}} */ { user }) => user !== undefined && user.id === replica.me()?.id;

/**
 * What a list counts by, how far its row is from the next one, and which part of the first one's it has.
 * @typedef {{by: Order, gap?: string, part?: number}} Shown
 */

/**
 * A row: rank, person, what counts, and the best word.
 * @param {Ranked} one
 * @param {Shown} shown
 * @param {string} about
 * @param {string} [href]
 */
export function rankedRow(one, { by, gap, part = 0 }, about, href) {
    const { bestWord: best, rank, user } = one;
    const person = user && replica.person(user);
    const current = isMine(one) ? "true" : undefined;
    const parts = [el("span", { class: "rank figures", data: { medal: rank <= 3 && rank } }, rank), disc(person, { large: true }),
        el("span", { class: "person-text" }, el("span", {}, personOf(one), youText(one)),
            el("span", { class: "small soft" }, by === "score"
                ? phraseAround("play.results.aboutScored", { about, word: el("bdi", {}, best.word), points: best.score })
                : phraseAround("play.results.about", { about, word: el("bdi", {}, best.word) })),
            gap && el("span", { class: "gap figures" }, gap)),
        el("strong", { class: "figures" }, valueOf(one, by))];
    const row = { class: "ranked", "aria-current": current, vars: { part } };
    return el("li", {}, href ? el("a", { ...row, href }, parts) : el("div", row, parts));
}

/** Who somebody in a ranking is. */
const personOf = (/** @type {Ranked} */ { user }) => user ? name(replica.person(user))
    : el("span", { class: "soft" }, phrase("play.results.somebody"));

/** Says which row is mine. */
const youText = (/** @type {Ranked} */ one) => isMine(one) && el("span", { class: "you" }, phrase("play.results.you"));
