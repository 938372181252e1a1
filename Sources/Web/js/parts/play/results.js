// Rankings: a challenge's results and the boards.
import { el, fill } from "../../dom.js";
import { call, replica } from "../../client.js";
import { radios } from "../controls/form.js";
import { pagedList } from "../controls/paged-list.js";
import { disc, name } from "../controls/person.js";

/**
 * The results of a challenge that is open to me.
 * @param {string} challengeID
 */
export function challengeResults(challengeID) {
    return ranking({
        /** @param {any} query */
        page: (query) => call("listResults", { path: { challengeID }, query }),
        empty: "Nobody has a word here.",
        line: (result, by) => by === "word" ? row(result, result.bestWord.score) : scoreRow(result),
    });
}

/** A result with its score, as lists by score have it. */
export const scoreRow = (/** @type {Wire.ChallengeResult} */ result) => row(result, result.score);

/**
 * @param {Wire.ChallengeResult} result
 * @param {number} score
 */
const row = (result, score) => rankedRow(result, { word: result.bestWord.word, score },
    `${result.wordCount} ${result.wordCount === 1 ? "word" : "words"}${result.over ? "" : ", still playing"}`,
        result.playID && `/plays/${result.playID}`);

/**
 * A ranking by score or best word: friends first, where there are any, and then everybody. My own row always stands there: above
 * the others where it isn't among the first of them.
 * @template {{rank: number, user?: Wire.UserStub}} Entry
 * @param {{page: (query: {by: "score" | "word", scope: "everyone" | "friends", around?: "me", after?: string, limit: number}) =>
 *     Promise<{items: Entry[], next?: string}>, line: (entry: Entry, by: string) => Node, empty: string}} options
 * @returns what is ranked, and the switch of its order, which stands above it until it is placed elsewhere
 */
export function ranking({ page, line, empty }) {
    let by = /** @type {"score" | "word"} */ ("score");
    let turn = 0;
    const friends = el("section", { class: "stack-tight", "aria-label": "You and your friends" });
    const heading = el("h3", {}, "Everybody");
    const own = el("ul", { class: "card list", hidden: true, "aria-label": "Your place" });
    const order = el("div", { class: "mode" }, radios("Rank by", [["score", "Points"], ["word", "Best word"]], by, (value) => {
        by = /** @type {typeof by} */ (value);
        list.load();
    }));
    const list = pagedList({
        page: async (after) => {
            const found = await page({ by, scope: "everyone", ...(after && { after }), limit: 50 });
            if (!after) await showAround(found).catch(() => {});
            return found;
        },
        line: (/** @type {Entry} */ one) => line(one, by), empty, class: "card list ranking",
    });

    /**
     * Shows friends above the others, or my own row.
     * @param {{items: readonly Entry[], next?: string}} first the first page of everybody
     */
    async function showAround({ items, next }) {
        const mine = turn += 1;
        const close = items.length === 0 ? [] : (await page({ by, scope: "friends", limit: 50 })).items;
        const isMore = close.length > 1 && (next !== undefined || items.length > close.length);
        const found = isMore || items.length === 0 || items.some(isMine) ? undefined
            : (await page({ by, scope: "everyone", around: "me", limit: 3 })).items.find(isMine);
        if (mine !== turn) return;
        heading.hidden = friends.hidden = !isMore;
        fill(friends, ...isMore ? [el("h3", {}, "You and your friends"),
            el("ul", { class: "card list ranking" }, ...close.map((one) => line(one, by)))] : []);
        own.hidden = !found;
        fill(own, found && line(found, by));
    }

    heading.hidden = friends.hidden = true;
    list.load();
    return { load: list.load, order, node: el("div", { class: "stack" }, order, friends, heading, own, list.node) };
}

/** Whether a row is my own. */
export const isMine = (/** @type {{user?: Wire.UserStub}} */ { user }) => user !== undefined && user.id === replica.me()?.id;

/**
 * A row: rank, person, score and the best word.
 * @param {{rank: number, user?: Wire.UserStub}} one
 * @param {{word: string, score: number}} best
 * @param {string} about
 * @param {string} [href]
 */
export function rankedRow({ rank, user }, best, about, href) {
    const person = user && replica.person(user);
    const current = isMine({ user }) ? "true" : undefined;
    const parts = [el("span", { class: "rank figures" }, rank), disc(person, { large: true }),
        el("span", { class: "person-text" }, person ? name(person) : el("span", { class: "soft" }, "somebody"),
            el("span", { class: "small soft" }, about, " · best: ", el("bdi", {}, best.word))),
        el("strong", { class: "figures" }, best.score)];
    return el("li", {}, href ? el("a", { class: "ranked", href, "aria-current": current }, parts)
        : el("div", { class: "ranked", "aria-current": current }, parts));
}
