// Announces what was sent, refused or received in an open room since it was shown last, except for comments that the gate hides.
import { reasonOf } from "../not-sent/reasons.js";
import { called } from "../controls/person.js";
import { say } from "../controls/states.js";
import { listed, phrase } from "../../phrases.js";

/** @typedef {import("../../types/app.js").ShownComment} ShownComment */

/** The time from the first new comment until the page announces all that came, in milliseconds. */
const gathering = 3_000;
/**
 * The number of new comments that aren't announced yet, by author.
 * @type {Map<string, number>}
 */
const gathered = new Map();
let timer = 0;

/** The announcements of an open room: its `update` announces what has changed since the call before. */
export function roomNews() {
    let highest = 0;
    /** @type {Set<string>} */
    let waiting = new Set();
    /**
     * What the gate hid the last time.
     * @type {Set<string>}
     */
    let hidden = new Set();

    /** @param {readonly ShownComment[]} all */
    function sayOwn(all) {
        for (const comment of all) {
            if (!waiting.has(comment.id) || comment.state === "waiting") continue;
            say(comment.state === "sent" ? phrase("room.news.sent")
                : phrase("room.news.notSent", { reason: reasonOf("comment", comment.problem) }));
        }
        const refused = all.find(({ id, state }) => state === "refused" && waiting.has(id));
        waiting = new Set(all.filter((comment) => comment.state === "waiting").map((comment) => comment.id));
        return refused;
    }

    return {
        /**
         * @param {readonly ShownComment[]} all
         * @param {(comment: ShownComment) => boolean} isHidden
         * @param {boolean} isShown whether others' comments are news: what is there when the page opens isn't.
         * @returns {ShownComment | undefined} my comment that was refused just now
         */
        update(all, isHidden, isShown) {
            const refused = sayOwn(all);
            const before = highest;
            highest = Math.max(highest, ...all.map((comment) => comment.state === "sent" ? comment.number : 0));
            const appears = (/** @type {ShownComment} */ comment) => hidden.has(comment.id)
                || (comment.state === "sent" && comment.number > before && !comment.mine);
            const arrived = all.filter((comment) => appears(comment) && !comment.folded && !isHidden(comment));
            hidden = new Set(all.filter(isHidden).map((comment) => comment.id));
            if (isShown) for (const comment of arrived) announceArrival(called(comment.author, phrase("room.news.somebody")));
            return refused;
        },
    };
}

/**
 * Counts new comments for three seconds, then announces them in one sentence, such as "2 new comments from bea".
 * @param {string} from
 */
function announceArrival(from) {
    gathered.set(from, (gathered.get(from) ?? 0) + 1);
    timer ||= window.setTimeout(() => {
        const parts = [...gathered].map(([person, count]) => phrase("room.news.came", { count, person }));
        gathered.clear();
        timer = 0;
        say(listed(parts, "unit"));
    }, gathering);
}
