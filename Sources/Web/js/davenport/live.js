// Keeps the copy up to date while a page is visible: one tab requests changes, and the others receive them over a channel.

import { readEntries } from "./copy/person-copy.js";
import { catchUp, isArchived } from "./copy/updates.js";

/** @typedef {import("./davenport.js").Davenport} Davenport */
/** @typedef {{ state: "waiting" | "polling" | "off", isOffline: boolean, isIntercepted: boolean }} Status */
/** @typedef {import("./platform.js").Timer} Timer */

/** The page reports another server once nothing else has answered for this time, in milliseconds. */
const interceptionPatience = 60_000;
/** The time from when the page is hidden until it stops asking for changes, in milliseconds. */
const hiddenGrace = 30_000;
/**
 * The leading tab sends a sign of life at least every 25 s. After this time without one, in milliseconds, the other tabs take it
 * to be suspended.
 */
const silence = 90_000;
/**
 * The first full fetch, and the modules that read it, let the first screen go first: until its own request has been answered, and
 * then as long as a slow phone takes to draw the answer, but at most for `headStart`. Both are in milliseconds.
 */
const [headStart, drawing] = [3000, 1000];
/** The longest pause after the feed's modules couldn't be loaded, in seconds: 1, 2, 4 … 60. */
const longestPause = 60;

/** Whether changes arrive, and which tab asks for them. */
export class Live {
    /** @type {Status} */
    status = { state: "off", isOffline: false, isIntercepted: false };
    /**
     * Ends this tab's part in it.
     * @type {AbortController | undefined}
     */
    running = undefined;
    /** @type {Timer | undefined} */
    hiding = undefined;
    /** @type {Timer | undefined} */
    stealing = undefined;
    /** @type {Timer | undefined} */
    intercepting = undefined;

    /** Loads what reads the feed. */
    feedReader = () => import("./feed-reader.js");

    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.platform = davenport.platform;
        const resume = () => this.resume();
        davenport.connection.onInterception = () => this.watchInterception();
        // Without network a new request fails at once, while a long poll may wait for its answer for minutes.
        const ask = () => this.davenport.copy?.poke?.();
        this.platform.onEvents({ visible: resume, hidden: resume, online: ask, offline: ask });
        // What a tab fetches into memory alone is no other's: it leaves the lead to those that have the disk.
        davenport.topics.subscribe(["storage"], () => {
            if (!this.running || davenport.copy?.database.isPersistent) return;
            this.end();
            this.resume();
        });
    }

    /**
     * `waiting`: a long poll is open, in this tab or another. `polling`: a request every 15 s. `off`: none.
     * @returns {Status["state"]}
     */
    state() { return this.status.state; }

    /** Whether the last request got no answer. */
    isOffline() { return this.status.isOffline; }

    /** Whether something between here and the server has answered in its place for a minute. */
    isIntercepted() { return this.status.isIntercepted; }

    /**
     * The number of active rooms to watch, to read or with a request to join, and of active assignments to work on, to review or
     * to read (rule 9.9).
     */
    badge() {
        const { copy, replica } = this.davenport;
        const asked = new Set(replica.roomRequests()?.incoming.map(request => request.roomID));
        const rooms = replica.rooms().filter(room => !room.archived
            && (["watch", "read"].includes(room.attention) || asked.has(room.id)));
        const assignments = [...copy?.assignments.values() ?? []]
            .filter(one => !isArchived(one, replica.now()) && ["work", "review", "read"].includes(one.attention));
        return rooms.length + assignments.length;
    }

    /**
     * Begins for a person.
     * @param {Copy.Memory} copy
     */
    start(copy) {
        copy.listen("status", heard => {
            if (copy.poke || !this.running) return;
            this.setStatus(heard);
            this.takeOverWhenSilent();
        });
        copy.listen("halt", () => this.end());
        copy.listen("resume", () => this.resume());
        copy.listen("hello", () => { if (copy.poke) copy.post("status", this.status); });
        copy.listen("poke", () => copy.poke?.());
        copy.post("hello");
        this.davenport.topics.announce(["badge", "writes"]);
        this.resume();
    }

    /** Ends, since nobody is signed in any more. */
    stop() {
        this.platform.clearTimeout(this.hiding);
        this.end();
        this.davenport.topics.announce(["badge", "writes"]);
    }

    /** Begins or ends, as the page comes into view or goes. */
    resume() {
        this.platform.clearTimeout(this.hiding);
        if (this.platform.isVisible()) this.begin();
        else this.hiding = this.platform.setTimeout(() => this.end(), hiddenGrace);
    }

    begin() {
        const { copy } = this.davenport;
        if (!copy || this.running) return;
        const controller = this.running = new AbortController();
        // A frozen tab receives no messages of the others.
        catchUp(copy).then(() => readEntries(copy)).catch(() => {});
        this.lead(copy, controller, {});
        this.takeOverWhenSilent();
    }

    /**
     * Asks for changes as soon as no other tab does.
     * @param {Copy.Memory} copy
     * @param {AbortController} controller
     * @param {LockOptions} options
     */
    lead(copy, controller, options) {
        const { signal } = controller;
        const run = () => {
            this.platform.clearTimeout(this.stealing);
            return this.readFeed(copy, signal);
        };
        const { locks } = this.platform;
        if (!locks || !copy.database.isPersistent) return void run();
        // The request fails when it is ended, or when another tab steals the lock from this one, which was suspended.
        locks.request(`davenport-live-${copy.userID}`, options.steal ? options : { signal }, run).catch(() => {
            if (this.running !== controller || signal.aborted) return;
            this.end();
            this.resume();
        });
    }

    /**
     * Asks for changes until the signal. Without the modules that do it no changes come, as without network.
     * @param {Copy.Memory} copy
     * @param {AbortSignal} signal
     */
    async readFeed(copy, signal) {
        let turn = new AbortController();
        const poke = copy.poke = () => turn.abort();
        signal.addEventListener("abort", poke);
        /** @param {number} milliseconds */
        const wait = milliseconds => pause(this.platform, milliseconds, (turn = new AbortController()).signal);
        /** @param {Pick<Status, "state" | "isOffline">} next */
        const show = next => {
            this.setStatus({ ...this.status, ...next });
            copy.post("status", this.status);
        };
        if (!copy.state.isWhole) await Promise.race([wait(headStart), copy.firstShown.promise.then(() => wait(drawing))]);
        for (let seconds = 1; !signal.aborted; seconds = Math.min(2 * seconds, longestPause)) {
            const module = await this.feedReader().catch(() => {});
            if (module && !signal.aborted) return new module.FeedReader(copy, signal, show).run();
            if (signal.aborted) break;
            show({ state: "off", isOffline: true });
            await wait(1000 * seconds);
        }
        if (copy.poke === poke) copy.poke = undefined;
    }

    takeOverWhenSilent() {
        this.platform.clearTimeout(this.stealing);
        this.stealing = this.platform.setTimeout(() => {
            const { copy } = this.davenport;
            if (!copy || !this.running || copy.poke) return;
            this.end();
            const controller = this.running = new AbortController();
            this.lead(copy, controller, { steal: true });
        }, silence);
    }

    /** Notes that answers come which are not Davenport's, or come no more. */
    watchInterception() {
        this.platform.clearTimeout(this.intercepting);
        if (this.davenport.connection.interceptedSince === undefined) {
            if (this.status.isIntercepted) this.setStatus({ ...this.status, isIntercepted: false });
            return;
        }
        this.intercepting = this.platform.setTimeout(() => {
            if (this.running) this.setStatus({ ...this.status, isIntercepted: true });
        }, interceptionPatience);
    }

    end() {
        this.platform.clearTimeout(this.stealing);
        this.running?.abort();
        this.running = undefined;
        this.setStatus({ ...this.status, state: "off" });
    }

    /** @param {Status} next */
    setStatus(next) {
        this.status = next;
        this.davenport.topics.announce(["live"]);
    }
}

/**
 * Waits, or until the signal.
 * @param {import("./platform.js").Platform} platform
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function pause(platform, milliseconds, signal) {
    return new Promise(resolve => {
        if (signal.aborted) return resolve();
        const timer = platform.setTimeout(() => resolve(), milliseconds);
        signal.addEventListener("abort", () => { platform.clearTimeout(timer); resolve(); }, { once: true });
    });
}
