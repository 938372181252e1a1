// Keeps the copy up to date while a page is visible: one tab requests changes, and the others receive them over a channel.

import { Problem } from "./api/problem.js";
import { readEntries, settleEntries } from "./copy/person-copy.js";
import { isArchived } from "./copy/rooms.js";
import { catchUp, takeChanges } from "./copy/updates.js";

/** @typedef {import("./davenport.js").Davenport} Davenport */
/** @typedef {{ state: "waiting" | "polling" | "off", isOffline: boolean }} Status */
/** @typedef {import("./platform.js").Timer} Timer */
/** @typedef {import("./api/connection.js").Connection} Connection */

const pageSize = 200;
/** How long the server holds an empty answer back, in seconds. */
const waitSeconds = 25;
/** The pause between requests without long polls, in milliseconds. */
const pollPause = 15_000;
/** After so many long polls in a row that a proxy has cut, none is sent for so long, in milliseconds. */
const [cutsAllowed, cutPause] = [2, 5 * 60_000];
/** The longest pause after failures, in seconds: 1, 2, 4 … 60. */
const longestPause = 60;
/** The first full fetch lets the screen's own request go first, for so long in milliseconds. */
const headStart = 2000;
/** How long a hidden page goes on, in milliseconds. */
const hiddenGrace = 30_000;
/**
 * The tab that leads sends a sign of life at least every 25 s. After so long without one, in milliseconds, it is taken to be
 * suspended.
 */
const silence = 90_000;

export class Live {
    /** @type {Status} */
    status = { state: "off", isOffline: false };
    /**
     * Ends this tab's part in it.
     * @type {AbortController | undefined}
     */
    running = undefined;
    /** @type {Timer | undefined} */
    hiding = undefined;
    /** @type {Timer | undefined} */
    stealing = undefined;

    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.platform = davenport.platform;
        const resume = () => this.resume();
        this.platform.onEvents({ visible: resume, hidden: resume, online: () => this.davenport.copy?.poke?.() });
    }

    /**
     * `waiting`: a long poll is open, in this tab or another. `polling`: a request every 15 s. `off`: none.
     * @returns {Status["state"]}
     */
    state() { return this.status.state; }

    /** Whether the last request got no answer. */
    isOffline() { return this.status.isOffline; }

    /** The number of active rooms to watch or to read, and of active assignments to work on, to review or to read (rule 9.9). */
    badge() {
        const { copy, replica } = this.davenport;
        const rooms = replica.rooms().filter(room => !room.archived && ["watch", "read"].includes(room.attention));
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
            this.expectLife();
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
        this.expectLife();
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
            return new FeedReader(copy, signal, next => { this.setStatus(next); copy.post("status", next); }).run();
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

    expectLife() {
        this.platform.clearTimeout(this.stealing);
        this.stealing = this.platform.setTimeout(() => {
            const { copy } = this.davenport;
            if (!copy || !this.running || copy.poke) return;
            this.end();
            const controller = this.running = new AbortController();
            this.lead(copy, controller, { steal: true });
        }, silence);
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

/** The one tab that asks for changes: by long polls where they work, otherwise every 15 s. */
class FeedReader {
    failures = 0;
    /** Whether the last failure was of a long poll. */
    hasFailedWaiting = false;
    cuts = 0;
    /** Until when no long poll is sent, in milliseconds. */
    pollsUntil = 0;
    /** Whether a pass has ended since this tab leads. */
    isCurrent = false;
    turn = new AbortController();

    /**
     * @param {Copy.Memory} copy
     * @param {AbortSignal} signal ends it.
     * @param {(status: Status) => void} show
     */
    constructor(copy, signal, show) {
        this.copy = copy;
        this.platform = copy.platform;
        this.connection = copy.davenport.connection;
        this.signal = signal;
        this.show = show;
    }

    /** Asks for changes until the signal. */
    async run() {
        const stop = () => this.turn.abort();
        this.signal.addEventListener("abort", stop);
        this.copy.poke = () => {
            this.isCurrent = false;
            this.turn.abort();
        };
        if (!this.copy.state.isWhole) await Promise.race([this.pause(headStart), this.copy.firstShown.promise]);
        while (!this.signal.aborted) {
            this.turn = new AbortController();
            const waits = this.isCurrent && this.failures === 0 && this.platform.now() >= this.pollsUntil;
            if (waits) this.show({ state: "waiting", isOffline: false });
            try {
                await this.step(waits);
            } catch (error) {
                if (!this.turn.signal.aborted) await this.fail(error, waits);
            }
        }
        this.copy.poke = undefined;
        this.signal.removeEventListener("abort", stop);
    }

    /**
     * Asks for one page and writes it.
     * @param {boolean} waits whether the request is a long poll.
     */
    async step(waits) {
        const asked = this.copy.state;
        const { database } = this.copy;
        const answers = await database.transaction(["cursor"], "readonly", stores => stores.get("cursor", "answers"));
        const answer = await this.ask(asked.cursor, waits);
        await takeChanges(this.copy, asked, answer?.page, answers ?? 0);
        await settleEntries(this.copy);
        this.succeed(waits);
        if (answer?.retryAfter !== undefined) this.pollsUntil = this.platform.now() + answer.retryAfter * 1000;
        this.isCurrent = answer !== undefined && !answer.page.more && !this.turn.signal.aborted;
        if (!this.isCurrent || this.platform.now() >= this.pollsUntil) return;
        this.show({ state: "polling", isOffline: false });
        await this.pause(pollPause);
    }

    /**
     * @param {string | undefined} since
     * @param {boolean} waits
     * @returns {Promise<Awaited<ReturnType<Connection["listChanges"]>> | undefined>} undefined if everything is to be fetched
     *     anew.
     */
    async ask(since, waits) {
        try {
            const query = { since, limit: pageSize, wait: waits ? waitSeconds : undefined };
            return await this.connection.listChanges(query, this.turn.signal);
        } catch (error) {
            const isStale = error instanceof Problem && (error.code === "resync_required" || error.code === "invalid");
            if (since === undefined || !isStale) throw error;
            // A cursor belongs to one person: another may have signed in without a message to this page.
            const me = await this.connection.call("showMe", { signal: this.turn.signal });
            if (me.id === this.copy.userID) {
                this.copy.onAnew?.();
                return undefined;
            }
            this.copy.end?.();
            throw error;
        }
    }

    /** @param {boolean} waited */
    succeed(waited) {
        // A long poll failed, and the request after it didn't: something between here and the server cuts long polls.
        const wasCut = this.hasFailedWaiting && this.failures === 1;
        this.cuts = waited ? 0 : this.cuts + Number(wasCut);
        if (this.cuts >= cutsAllowed) [this.cuts, this.pollsUntil] = [0, this.platform.now() + cutPause];
        if (this.failures > 0) this.copy.davenport.outbox.flush();
        this.failures = 0;
    }

    /**
     * @param {unknown} error
     * @param {boolean} waited
     */
    async fail(error, waited) {
        const problem = error instanceof Problem ? error : undefined;
        this.failures += 1;
        this.hasFailedWaiting = waited;
        this.show({ state: "off", isOffline: problem !== undefined && (problem.isOffline || problem.status >= 502) });
        await this.pause(1000 * (problem?.retryAfter ?? Math.min(2 ** (this.failures - 1), longestPause)));
    }

    /**
     * Waits, or until the turn ends.
     * @param {number} milliseconds
     * @returns {Promise<void>}
     */
    pause(milliseconds) {
        const { platform, turn: { signal } } = this;
        return new Promise(resolve => {
            if (signal.aborted) return resolve();
            const timer = platform.setTimeout(() => resolve(), milliseconds);
            signal.addEventListener("abort", () => { platform.clearTimeout(timer); resolve(); }, { once: true });
        });
    }
}
