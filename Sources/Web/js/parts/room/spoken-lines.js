// What is spoken at a second: the lines of one of a room's tracks of subtitles.
import { live, replica, session } from "../../client.js";
import { answers } from "../../client/answers.js";

/** The maximum number of lines in one answer. */
const most = 200;
/** The time from the end of a spoken line during which it can be quoted, in milliseconds. */
const echo = 5_000;

/** @typedef {import("../../types/wire.js").Cue} Cue */

/**
 * The language of a room's lines on this device: the chosen one, else one that the browser's user reads, else any. Undefined if
 * no lines are wanted, or there are none.
 * @param {readonly string[]} tracks the languages that the room has.
 */
export function languageOfLines(tracks) {
    const chosen = session.preference("lines");
    const plain = (/** @type {string} */ tag) => tag.replace(/-.*/, "");
    const wanted = [chosen, ...navigator.languages].find((one) => tracks.some((track) => plain(track) === plain(one)));
    if (chosen === "none") return undefined;
    return tracks.find((track) => track === wanted) ?? tracks.find((track) => plain(track) === plain(wanted ?? track));
}

/** The lines that are spoken in a room's show or movie. */
export class SpokenLines {
    /** @type {readonly Cue[]} */
    cues = [];
    /**
     * The language whose lines are here, or on their way.
     * @type {string | undefined}
     */
    shown = undefined;
    /** Whether they couldn't be loaded without network. */
    isMissed = false;

    /**
     * @param {string} roomID
     * @param {AbortSignal} signal
     * @param {() => void} onLoad
     */
    constructor(roomID, signal, onLoad) {
        this.roomID = roomID;
        this.signal = signal;
        this.onLoad = onLoad;
    }

    /** Follows the room's tracks and the language chosen here. */
    update(isChanged = this.isMissed && !live.isOffline()) {
        const wanted = languageOfLines(replica.room(this.roomID)?.subtitles ?? []);
        if (wanted === this.shown && !isChanged) return;
        if (wanted !== this.shown) this.cues = [];
        this.shown = wanted;
        this.isMissed = false;
        if (wanted) this.load(wanted).catch(() => { this.isMissed = live.isOffline(); });
    }

    /** Reads the lines anew, after another file took their place. */
    reload() {
        this.update(true);
        this.onLoad();
    }

    /** @param {string} language */
    async load(language) {
        const found = await allCues(this.roomID, language);
        if (this.signal.aborted || language !== this.shown) return;
        this.cues = found;
        this.onLoad();
    }

    /** Whether there may be lines. */
    isOn() {
        return this.shown !== undefined;
    }

    /**
     * The line spoken at a second, or shortly before. 0:00 has none.
     * @param {number} second
     */
    at(second) {
        const [from, to] = [second * 1000 - echo, second * 1000 + 999];
        return second > 0 ? this.cues.findLast(({ start, end }) => start <= to && end > from)?.text : undefined;
    }
}

/**
 * @param {string} roomID
 * @param {string} language
 */
async function allCues(roomID, language) {
    /** @type {Cue[]} */
    let found = [];
    for (let from = -1, next = 0; next > from;) {
        from = next;
        const { items } = (await answers.read("listCues", { path: { roomID }, query: { language, from } })).answer;
        // A page begins with the lines that are still shown then, and the page before may lack some that start with its last one.
        found = [...found.filter(({ start }) => start < from), ...items.filter(({ start }) => start >= from)];
        if (items.length >= most) next = items[most - 1].start;
    }
    return found;
}
