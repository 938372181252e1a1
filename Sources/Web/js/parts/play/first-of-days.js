// Who was first in each of the last daily puzzles: a row of days, which leads to their results.
import { call } from "../../client.js";
import { el, fill } from "../../dom.js";
import { called, disc } from "../controls/person.js";
import { isMine } from "./results.js";
import { locale, phrase } from "../../phrases.js";

/** The number of days in the row. */
const dayCount = 7;
const weekday = new Intl.DateTimeFormat(locale, { weekday: "short" });

/**
 * The row, the last day at its end. Of a puzzle that I may still play nobody's result is asked for.
 * @param {Wire.PlayMode} mode
 */
export function firstOfDays(mode) {
    const list = el("ol", { class: "first-days" });
    const node = el("section", { class: "card stack-tight", "aria-labelledby": "first-days", hidden: true },
        el("h2", { id: "first-days" }, phrase("play.boards.firstOfDays")), list);
    call("listChallenges", { query: { kind: "daily", mode, limit: dayCount } }).then(async ({ items }) => {
        const days = await Promise.all(items.map(async (challenge) => ({ challenge, first: await firstOf(challenge) })));
        fill(list, ...days.reverse().map(({ challenge, first }) => dayLink(challenge, first)));
        node.hidden = !days.some(({ first }) => first);
    }).catch(() => {});
    return node;
}

/** Who is first in a puzzle that is open to me. */
async function firstOf(/** @type {Wire.Challenge} */ { ended, id, mine, playCount }) {
    if (!ended && !mine?.over || playCount === 0) return undefined;
    return (await call("listResults", { path: { challengeID: id }, query: { limit: 1 } })).items[0];
}

/**
 * @param {Wire.Challenge} challenge
 * @param {Wire.ChallengeResult} [first]
 */
function dayLink({ day = "", ended, id, mine }, first) {
    return el("li", {}, el("a", { href: `/challenges/${id}`, "aria-current": first && isMine(first) ? "true" : undefined },
        el("span", { class: "tiny soft" }, weekday.format(new Date(`${day}T12:00`))),
        first ? [disc(first.user), el("span", { class: "small first-name" }, first.user
            ? called(first.user) : phrase("play.results.somebody")), el("strong", { class: "figures" }, first.score)]
            : el("span", { class: ended ? "small soft" : "small to-play" },
                phrase(ended ? "play.boards.nobody" : mine ? "play.goOn" : "play.next.play"))));
}
