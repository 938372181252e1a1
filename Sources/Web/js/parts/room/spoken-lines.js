// What is spoken at a second: the lines of one of a room's tracks of subtitles.
import { live, replica, session } from "../../client.js";
import { answers } from "../../client/answers.js";

/** One answer has at most so many lines. */
const most = 200;
/** A line can be quoted for so long after it was spoken, in milliseconds. */
const echo = 5_000;

/** @typedef {import("../../types/wire.js").Cue} Cue */

/**
 * The language of a room's lines on this device: the chosen one, else one that the browser's user reads, else any. Undefined if
 * no lines are
 * wanted, or there are none.
 * @param {readonly string[]} tracks the languages that the room has.
 */
export function languageOfLines(tracks) {
    const chosen = session.preference("lines");
    const plain = (/** @type {string} */ tag) => tag.replace(/-.*/, "");
    const wanted = [chosen, ...navigator.languages].find((one) => tracks.some((track) => plain(track) === plain(one)));
    if (chosen === "none") return undefined;
    return tracks.find((track) => track === wanted) ?? tracks.find((track) => plain(track) === plain(wanted ?? track));
}

/** @typedef {ReturnType<typeof spokenLines>} SpokenLines */

/**
 * @param {string} roomID
 * @param {AbortSignal} signal
 * @param {() => void} onLoad
 */
export function spokenLines(roomID, signal, onLoad) {
    /** @type {Cue[]} */
    let cues = [];
    /** @type {string | undefined} */
    let shown;
    /** Whether they couldn't be loaded without network. */
    let isMissed = false;

    /** @param {string} wanted */
    async function load(wanted) {
        /** @type {Cue[]} */
        let found = [];
        for (let from = -1, next = 0; next > from;) {
            from = next;
            const { items } = (await answers.read("listCues", { path: { roomID }, query: { language: wanted, from } })).answer;
            // A page begins with the lines that are still shown then, and the page before may lack some that start with its last
            // one.
            found = [...found.filter(({ start }) => start < from), ...items.filter(({ start }) => start >= from)];
            if (items.length >= most) next = items[most - 1].start;
        }
        if (signal.aborted || wanted !== shown) return;
        cues = found;
        onLoad();
    }

    function update(isChanged = isMissed && !live.isOffline()) {
        const wanted = languageOfLines(replica.room(roomID)?.subtitles ?? []);
        if (wanted === shown && !isChanged) return;
        if (wanted !== shown) cues = [];
        shown = wanted;
        isMissed = false;
        if (wanted) load(wanted).catch(() => { isMissed = live.isOffline(); });
    }

    return {
        /** Follows the room's tracks and the language chosen here. */
        update: () => update(),
        /** Reads the lines anew, after another file took their place. */
        reload() {
            update(true);
            onLoad();
        },
        /** Whether there may be lines. */
        isOn: () => shown !== undefined,
        /**
         * The line spoken at a second, or shortly before. General has none.
         * @param {number} second
         */
        at(second) {
            const [from, to] = [second * 1000 - echo, second * 1000 + 999];
            return second > 0 ? cues.findLast(({ start, end }) => start <= to && end > from)?.text : undefined;
        },
    };
}
