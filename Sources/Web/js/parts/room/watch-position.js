// Where I am in the show or movie of an open room. It advances by the clock, and all of my devices show the same.
import { el, fill, icon, mark } from "../../dom.js";
import { drafts, lastSecond, outbox, replica, session, timestamp } from "../../client.js";
import { age, isRunning, second } from "../../client/room.js";
import { ask } from "../controls/dialog.js";
import { lookUpSubject } from "../watch/catalogue.js";

/** A running position is renewed after so many seconds. */
const renewal = 60;
/** A position that changes key by key is stored so long after the last one, in milliseconds. */
const settling = 300;
/** The copy knows of a position to the second. What it says within so many seconds is where this page is already. */
const slack = 2;
/** A clock that is off by more than so many milliseconds was set. */
const adjustment = 30_000;
const hour = 3600;
const margin = 300;

/** @typedef {ReturnType<typeof watchPosition>} WatchPosition */

/**
 * @param {string} roomID
 * @param {AbortSignal} signal
 * @param {{onMove: () => void, onStart: () => void, onEnd: () => void, isHiding: () => boolean}} actions `onMove` is called whenever I am at another
 *     second. `isHiding`: whether somebody's comment is hidden from me.
 */
export function watchPosition(roomID, signal, { onMove, onStart, onEnd, isHiding }) {
    const place = `position:${roomID}`;
    const sign = el("span", {});
    const label = el("span", { class: "along-label" });
    const button = el("button", { class: "button button-small along", onclick: toggle }, sign, label);
    const note = el("p", { class: "along-note small", hidden: true });
    /**
     * As the copy keeps it: its age counts from 1970.
     * @type {import("../../types/wire.js").Position | undefined}
     */
    let at;
    /** Whether it was set here, or by what this tab has sent. */
    let isOwn = false;
    /** @type {string | undefined} */
    let seen;
    let skew = -Infinity;
    let timer = 0;
    let writing = 0;
    let shown = "";
    /** @type {number | undefined} */
    let runtime;
    let isAsked = false;
    /**
     * Where I was when I marked it as watched: the server forgets it then.
     * @type {number | undefined}
     */
    let before;
    /** @type {Promise<{release(): Promise<void>} | undefined> | undefined} */
    let lock;

    /**
     * The time by the server's clock. An answer that comes late makes that clock look late, and what was shown must not go again: the earliest
     * answer counts, until this device's clock is set.
     */
    const now = () => {
        const found = replica.now() - Date.now();
        if (found > skew || found < skew - adjustment) skew = found;
        return Date.now() + skew;
    };
    const ageNow = () => at ? age(at, now()) : 0;
    const current = () => at && second(at, ageNow());
    const runs = () => at !== undefined && isRunning(at, ageNow());
    const hasWatched = () => replica.room(roomID)?.watched ?? true;

    /**
     * Renews the position, and waits for the end of the second. A page that slept is right with its first tick. One that was left open ends some
     * minutes after the show.
     */
    function tick() {
        const passed = ageNow();
        const hasEnded = runtime !== undefined && (current() ?? 0) >= runtime + margin;
        if (at && runs() && (passed >= renewal || hasEnded)) {
            at = { seconds: second(at, passed), running: !hasEnded, age: at.age - passed };
            write();
        }
        schedule();
        onMove();
    }

    function schedule() {
        clearTimeout(timer);
        if (at && runs() && !signal.aborted) timer = window.setTimeout(tick, 1001 - (now() + at.age * 1000) % 1000);
        showState();
    }

    function write() {
        clearTimeout(writing);
        writing = 0;
        isOwn = true;
        if (at && !hasWatched()) outbox.setPosition(roomID, { seconds: at.seconds, running: at.running }, -at.age * 1000);
    }

    /**
     * @param {number} seconds
     * @param {{running?: boolean, soon?: boolean}} options `soon`: another change may follow at once.
     */
    function set(seconds, { running = runs(), soon = false } = {}) {
        at = { seconds: Math.min(Math.max(seconds, 0), lastSecond), running, age: -now() / 1000 };
        clearTimeout(writing);
        if (soon) writing = window.setTimeout(write, settling);
        else write();
        if (running) onStart();
        tick();
    }

    /**
     * Goes to a second that somebody has said. One beyond the end would show everything, so that it is asked about.
     * @param {number} seconds
     * @param {{soon?: boolean}} [options]
     */
    async function goTo(seconds, options = {}) {
        const isBeyond = runtime !== undefined && seconds > runtime && isHiding();
        if (isBeyond && !await ask({
            title: `Are you at ${timestamp(seconds)}?`, action: "Yes, I am there", weight: "main",
            text: `It ends at ${timestamp(runtime ?? 0)}. There, you see everything that the others wrote.`,
        })) return showState(), onMove();
        set(seconds, options);
    }

    function toggle() {
        if (!hasWatched()) set(current() ?? 0, { running: !runs() });
    }

    function showState() {
        const isLapsed = at !== undefined && at.running && !runs();
        const hasEnded = runtime !== undefined && (current() ?? 0) >= runtime && !hasWatched();
        const key = JSON.stringify([runs(), hasWatched(), isLapsed && at?.seconds, hasEnded]);
        keepAwake(runs() && document.visibilityState === "visible" && session.preference("keepAwake"));
        if (key === shown) return;
        shown = key;
        button.hidden = hasWatched();
        const name = runs() ? "Pause" : "Watch along";
        fill(sign, icon(runs() ? "pause" : "play"));
        fill(label, name);
        mark(button, "aria-label", name);
        note.hidden = !isLapsed && !hasEnded;
        if (isLapsed) fill(note, `You were at ${timestamp(at?.seconds ?? 0)}. `, el("button", { class: "button button-small", onclick: toggle }, "Go on"));
        else if (hasEnded) fill(note, "It ends here. ", el("button", { class: "button button-small", onclick: onEnd }, "Mark as watched"));
    }

    /** @param {boolean} isWanted */
    function keepAwake(isWanted) {
        if (isWanted === (lock !== undefined)) return;
        lock?.then((held) => held?.release());
        // Browsers refuse it where the battery is low.
        lock = isWanted ? Promise.resolve(navigator.wakeLock?.request("screen")).catch(() => undefined) : undefined;
    }

    async function readRuntime() {
        isAsked = true;
        const minutes = (await lookUpSubject(replica.room(roomID)?.subject))?.runtime;
        if (!minutes) return;
        runtime = minutes * 60;
        if (!signal.aborted) tick();
    }

    /** Goes back to where I was, once the server knows that I haven't watched it after all. */
    function goBack() {
        const waits = outbox.writes().some(({ kind, roomID: id }) => id === roomID && (kind === "watched" || kind === "unwatched"));
        if (before === undefined || hasWatched() || waits || at) return;
        const seconds = before;
        before = undefined;
        drafts.save(place, undefined);
        set(seconds, { running: false });
    }

    drafts.load(place).then((kept) => {
        before ??= /** @type {{seconds: number} | undefined} */ (kept)?.seconds;
        goBack();
    }).catch(() => {});
    document.addEventListener("visibilitychange", tick, { signal });
    signal.addEventListener("abort", () => {
        clearTimeout(timer);
        if (writing) write();
        keepAwake(false);
    });
    showState();

    return {
        button, note, toggle, goTo,
        /**
         * Follows my comment to its second, unless that is beyond the end.
         * @param {number} seconds
         */
        follows(seconds) {
            if (seconds > (current() ?? 0) && !hasWatched() && (seconds <= (runtime ?? Infinity) || !isHiding())) set(seconds);
        },
        /** The second at which I am; undefined if I have said none, or have watched. */
        second: current,
        isRunning: runs,
        hasWatched,
        /**
         * How long the timeline is, in seconds.
         * @param {number} last the last second with something that is shown.
         */
        length: (last) => runtime ?? Math.max(hour, last + margin),
        /** Keeps where I am on this device, for when the mark as watched is taken back. */
        remember() {
            before = current();
            if (before !== undefined) drafts.save(place, { seconds: before });
        },
        /** Takes over what the copy says. */
        follow() {
            const next = replica.room(roomID)?.position;
            const key = JSON.stringify(next);
            // A room needs no catalogue.
            if (!isAsked && replica.room(roomID)) readRuntime().catch(() => {});
            goBack();
            if (writing || key === seen) return showState();
            seen = key;
            const isNear = at && next && Math.abs(next.seconds + next.age - at.seconds - at.age) <= slack;
            const isMine = at && next && isOwn && outbox.isFromHere(roomID, next, slack);
            const isSame = at && next && at.running === next.running && (at.running ? isNear || isMine : at.seconds === next.seconds);
            isOwn &&= Boolean(isSame);
            // The clock goes on as it is, so that no second is shown twice.
            at = at && next && isSame ? { ...next, age: at.seconds + at.age - next.seconds } : next;
            schedule();
        },
    };
}
