// Where I am in the show or movie of an open room. It advances by the clock, and all of my devices show the same.
import { el, fill, mark } from "../../dom.js";
import { sign } from "../controls/signs.js";
import { drafts, outbox, replica, session } from "../../client.js";
import { lastSecond, timestamp } from "../../client/timestamp.js";
import { age, isRunning, second } from "../../client/room.js";
import { ask } from "../controls/dialog.js";
import { lookUpSubject } from "../watch/catalogue.js";
import { screenLock } from "../controls/screen-lock.js";
import { serverClock } from "./server-clock.js";
import { phrase } from "../../phrases.js";

/** The page renews a running position at this interval, in seconds. */
const renewal = 60;
/** The time from the last key that moves a position until the page stores it, in milliseconds. */
const settling = 300;
/** The copy has whole seconds. A position in it that differs by at most this many from the page's is the same. */
const slack = 2;
/** The page asks before it moves a position ahead by more than this many seconds, which may be a slip. */
const leap = 600;
/** The shortest timeline without a known runtime, in seconds. */
const hour = 3600;
/** What the timeline has after the last shown second, and the position runs on after the end, in seconds. */
const margin = 300;

/**
 * The time at which a position that runs was at 0:00, in seconds since 1970.
 * @param {import("../../types/wire.js").Position} position as the copy keeps it
 */
const beginning = ({ age, seconds }) => -age - seconds;

/**
 * @typedef {object} Actions
 * @property {() => void} onMove is called whenever I am at another second
 * @property {() => void} onStart
 * @property {() => void} onEnd
 * @property {() => boolean} isHiding whether somebody's comment is hidden from me
 */

/** Where the person is in the show or movie of an open room. */
export class WatchPosition {
    /**
     * As the copy keeps it: its age counts from 1970.
     * @type {import("../../types/wire.js").Position | undefined}
     */
    at = undefined;
    /** Whether it was set here, or by what this tab has sent. */
    isOwn = false;
    /**
     * The copy's position that `at` follows already, as JSON.
     * @type {string | undefined}
     */
    seen = undefined;
    timer = 0;
    /** Stores the position after the last key; 0 while none waits. */
    writing = 0;
    shown = "";
    /**
     * The length of the show or movie by the catalogue, in seconds.
     * @type {number | undefined}
     */
    runtime = undefined;
    isAsked = false;
    /**
     * Where my last comment is, if that is too far ahead to follow it unasked.
     * @type {number | undefined}
     */
    ahead = undefined;
    /**
     * Where I was when I marked it as watched: the server forgets it then.
     * @type {number | undefined}
     */
    before = undefined;
    now = serverClock();
    keepAwake = screenLock();

    /**
     * @param {string} roomID
     * @param {AbortSignal} signal
     * @param {Actions} actions
     */
    constructor(roomID, signal, actions) {
        this.roomID = roomID;
        this.signal = signal;
        this.actions = actions;
        /** @type {App.WordlessPlace} */
        this.place = `position:${roomID}`;
        this.button = el("button", { class: "button button-small along", onclick: () => this.toggle() });
        this.note = el("p", { class: "along-note small", hidden: true });
        drafts.load(this.place).then((kept) => {
            this.before ??= /** @type {{seconds: number} | undefined} */ (kept)?.seconds;
            this.restore();
        }).catch(() => {});
        document.addEventListener("visibilitychange", () => this.tick(), { signal });
        signal.addEventListener("abort", () => {
            clearTimeout(this.timer);
            if (this.writing) this.write();
            this.keepAwake(false);
        });
        this.showState();
    }

    ageNow() {
        return this.at ? age(this.at, this.now()) : 0;
    }

    /** The second at which I am; undefined if I have said none, or have watched. */
    second() {
        return this.at && second(this.at, this.ageNow());
    }

    isRunning() {
        return this.at !== undefined && isRunning(this.at, this.ageNow());
    }

    hasWatched() {
        return replica.room(this.roomID)?.watched ?? true;
    }

    /**
     * The length of the timeline, in seconds.
     * @param {number} last the last second with something that is shown
     */
    length(last) {
        return this.runtime ?? Math.max(hour, last + margin);
    }

    /**
     * Renews the position, and waits for the end of the second. A page that slept is right with its first tick. One that was left
     * open ends some minutes after the show.
     */
    tick() {
        const { at } = this;
        const passed = this.ageNow();
        const hasEnded = this.runtime !== undefined && (this.second() ?? 0) >= this.runtime + margin;
        if (at && this.isRunning() && (passed >= renewal || hasEnded)) {
            this.at = { seconds: second(at, passed), running: !hasEnded, age: at.age - passed };
            this.write();
        }
        this.schedule();
        this.actions.onMove();
    }

    schedule() {
        clearTimeout(this.timer);
        if (this.at && this.isRunning() && !this.signal.aborted) {
            this.timer = window.setTimeout(() => this.tick(), 1001 - (this.now() + this.at.age * 1000) % 1000);
        }
        this.showState();
    }

    write() {
        const { at } = this;
        clearTimeout(this.writing);
        this.writing = 0;
        this.isOwn = true;
        if (at && !this.hasWatched()) outbox.setPosition(this.roomID, { seconds: at.seconds, running: at.running },
            -at.age * 1000);
    }

    /**
     * @param {number} seconds
     * @param {{running?: boolean, soon?: boolean}} options `soon`: another change may follow at once.
     */
    set(seconds, { running = this.isRunning(), soon = false } = {}) {
        this.ahead = undefined;
        this.at = { seconds: Math.min(Math.max(seconds, 0), lastSecond), running, age: -this.now() / 1000 };
        clearTimeout(this.writing);
        if (soon) this.writing = window.setTimeout(() => this.write(), settling);
        else this.write();
        if (running) this.actions.onStart();
        this.tick();
    }

    /**
     * Why a second may be a slip, which would show what the others wrote; undefined where nothing speaks against it.
     * @param {number} seconds
     */
    doubt(seconds) {
        const { runtime } = this;
        const from = this.second();
        if (this.hasWatched() || !this.actions.isHiding()) return undefined;
        if (runtime !== undefined && seconds > runtime) {
            const kind = replica.room(this.roomID)?.subject.kind ?? "movie";
            // As it was typed, most likely: few count an episode's hours.
            const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
            return phrase("room.doubt.past", { time, minutes: Math.round(runtime / 60), kind });
        }
        if (seconds - (from ?? 0) <= leap) return undefined;
        return from === undefined ? phrase("room.doubt.notBegun") : phrase("room.doubt.ahead", { time: timestamp(from) });
    }

    /**
     * Goes to a second that somebody has said, and asks before if it may be a slip.
     * @param {number} seconds
     * @param {{soon?: boolean}} [options]
     */
    async goTo(seconds, options = {}) {
        const text = this.doubt(seconds);
        const [title, action] = [phrase("room.doubt.title", { time: timestamp(seconds) }), phrase("room.doubt.yes")];
        if (text && !await ask({ title, text, action, weight: "main" })) return this.actions.onMove();
        this.set(seconds, options);
    }

    /**
     * Follows my comment to its second, or offers to, where that may be a slip.
     * @param {number} seconds
     */
    follows(seconds) {
        if (seconds <= (this.second() ?? 0) || this.hasWatched()) return;
        if (this.doubt(seconds) === undefined) return this.set(seconds);
        this.ahead = seconds <= (this.runtime ?? Infinity) ? seconds : undefined;
        this.showState();
    }

    toggle() {
        if (!this.hasWatched()) this.set(this.second() ?? 0, { running: !this.isRunning() });
    }

    /** Whether the show or film is over, and I haven't said that I have watched. */
    hasEnded() {
        return this.runtime !== undefined && (this.second() ?? 0) >= this.runtime && !this.hasWatched();
    }

    /** Whether it ran, and nobody renewed it: where I was is all that is known. */
    isLapsed() {
        return this.at !== undefined && this.at.running && !this.isRunning();
    }

    showState() {
        const { button, note } = this;
        const runs = this.isRunning();
        const ahead = !this.hasWatched() && (this.second() ?? 0) < (this.ahead ?? 0) ? this.ahead : undefined;
        const name = phrase(runs ? "room.along.pause" : this.isLapsed() ? "room.along.goOn" : "room.along.begin");
        button.hidden = this.hasWatched() || this.hasEnded();
        const key = JSON.stringify([name, ahead]);
        this.keepAwake(runs && document.visibilityState === "visible" && session.preference("keepAwake"));
        if (key === this.shown) return;
        this.shown = key;
        fill(button, sign(runs ? "pause" : "play"), el("span", { class: "along-label" }, name));
        // Until I have watched, that is the main thing to do here.
        button.classList.toggle("button-main", !runs);
        mark(button, "aria-label", name);
        note.hidden = ahead === undefined;
        if (ahead !== undefined) fill(note, phrase("room.along.commentAt", { time: timestamp(ahead) }), " ",
            el("button", { class: "button button-small", onclick: () => this.set(ahead) }, phrase("room.along.there")));
    }

    async readRuntime() {
        this.isAsked = true;
        const minutes = (await lookUpSubject(replica.room(this.roomID)?.subject))?.runtime;
        if (!minutes) return;
        this.runtime = minutes * 60;
        if (!this.signal.aborted) this.tick();
    }

    /** Keeps where I am on this device, for when the mark as watched is taken back. */
    remember() {
        this.before = this.second();
        if (this.before !== undefined) drafts.save(this.place, { seconds: this.before });
    }

    /** Forgets it: the mark was taken back before it counted. */
    forget() {
        this.before = undefined;
        drafts.save(this.place, undefined);
    }

    /** Goes back to where I was, once the server knows that I haven't watched it after all. Shows the state in any case. */
    restore() {
        const { at, before, roomID } = this;
        const marks = ["watched", "unwatched"];
        const waits = outbox.writes().some(({ kind, roomID: id }) => id === roomID && marks.includes(kind));
        if (before === undefined || this.hasWatched() || waits || at) return this.showState();
        this.forget();
        this.set(before, { running: false });
    }

    /** Takes over what the copy says. */
    follow() {
        const next = replica.room(this.roomID)?.position;
        const key = JSON.stringify(next);
        // A room needs no catalogue.
        if (!this.isAsked && replica.room(this.roomID)) this.readRuntime().catch(() => {});
        if (this.writing || key === this.seen) return this.restore();
        this.seen = key;
        const { at } = this;
        // Another device may have marked it.
        if (at && this.hasWatched()) this.remember();
        const isNear = at && next && Math.abs(beginning(next) - beginning(at)) <= slack;
        const isMine = at && next && this.isOwn && outbox.isFromHere(this.roomID, next, slack);
        const isSame = at && next && at.running === next.running && (at.running ? isNear || isMine : at.seconds === next.seconds);
        this.isOwn &&= Boolean(isSame);
        // The clock goes on as it is, so that no second is shown twice.
        this.at = at && next && isSame ? { ...next, age: -beginning(at) - next.seconds } : next;
        this.schedule();
        // A mark and its end may arrive at once, and only now is it known that the server has forgotten where I was.
        this.restore();
    }
}
