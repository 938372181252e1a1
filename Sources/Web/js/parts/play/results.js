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
 * A ranking with its options: by score or best word, everyone or friends, from the top or around me. My own row always stands
 * there: above the others where it isn't among the first of them.
 * @template {{rank: number, user?: Wire.UserStub}} Entry
 * @param {{page: (query: {by: string, scope: string, around?: "me", after?: string, limit: number}) => Promise<{items: Entry[],
 *     next?: string}>,
 *     line: (entry: Entry, by: string) => Node, empty: string}} options
 */
export function ranking({ page, line, empty }) {
    const query = { by: "score", scope: "everyone", around: "" };
    const own = el("ul", { class: "card list", hidden: true, "aria-label": "Your place" });
    let turn = 0;
    const list = pagedList({
        page: async (after) => {
            if (!after) own.hidden = true;
            const found = await page({ by: query.by, scope: query.scope,
                ...(query.around && !after && { around: /** @type {"me"} */ ("me") }), ...(after && { after }), limit: 50 });
            if (!after) showOwn(found.items).catch(() => {});
            return found;
        },
        line: (/** @type {Entry} */ one) => line(one, query.by), empty, class: "card list ranking",
    });
    /**
     * @param {string} legend
     * @param {keyof typeof query} key
     * @param {readonly (readonly [string, string])[]} options
     */
    const switches = (legend, key, options) => radios(legend, options, query[key], (value) => {
        query[key] = value;
        list.load();
    });
    /** @param {readonly Entry[]} first the first of the list, which may have me among them. */
    async function showOwn(first) {
        const mine = turn += 1;
        if (first.length === 0 || first.some(isMine)) return;
        const { items } = await page({ by: query.by, scope: query.scope, around: "me", limit: 3 });
        const found = items.find(isMine);
        if (mine !== turn || !found) return;
        fill(own, line(found, query.by));
        own.hidden = false;
    }
    list.load();
    return { load: list.load, node: el("div", { class: "stack" }, el("details", { class: "more-fields" },
        el("summary", { class: "small" }, "Options"), el("div", { class: "switches" },
            switches("Rank by", "by", [["score", "Score"], ["word", "Best word"]]),
            switches("People", "scope", [["everyone", "Everyone"], ["friends", "Friends"]]),
            switches("Show", "around", [["", "The best"], ["me", "My place"]]))), own, list.node) };
}

/** Whether a row is my own. */
const isMine = (/** @type {{user?: Wire.UserStub}} */ { user }) => user !== undefined && user.id === replica.me()?.id;

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
    const parts = [el("span", { class: "rank figures" }, rank), disc(person),
        el("span", { class: "person-text" }, person ? name(person) : el("span", { class: "soft" }, "somebody"),
            el("span", { class: "small soft" }, about, " · ", el("bdi", {}, best.word))),
        el("strong", { class: "figures" }, best.score)];
    return el("li", {}, href ? el("a", { class: "ranked", href, "aria-current": current }, parts)
        : el("div", { class: "ranked", "aria-current": current }, parts));
}
