// Keeps the copy up to date while a page is visible: one tab requests changes, and the others receive them over a channel.

import { call, listChanges, Problem } from "./api.js";
import { flush, read as readOutbox, settle, unsent } from "./outbox.js";
import { now, rooms } from "./replica.js";
import { announce, memory, subscribe } from "./replica/memory.js";
import { isArchived } from "./replica/page.js";
import { catchUp, write } from "./replica/pages.js";

/** @typedef {{ state: "waiting" | "polling" | "off", isOffline: boolean }} Status */

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
/** The tab that leads sends a sign of life at least every 25 s. After so long without one, in milliseconds, it is taken to be suspended. */
const silence = 90_000;

/** @type {Status} */
let status = { state: "off", isOffline: false };
/** @type {AbortController | undefined} */
let running;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let stealing;

document.addEventListener("visibilitychange", resume);
addEventListener("pageshow", resume);
addEventListener("online", () => memory()?.poke?.());
subscribe(["badge"], showBadge);
subscribe(["writes"], showUnsent);

/**
 * `waiting`: a long poll is open, in this tab or another. `polling`: a request every 15 s. `off`: none.
 * @returns {Status["state"]}
 */
export function state() { return status.state; }

/** Whether the last request got no answer. */
export function isOffline() { return status.isOffline; }

/** The number of active rooms to watch or to read, and of active assignments to work on, to review or to read (rule 9.9). */
export function badge() {
    const assignments = [...memory()?.assignments.values() ?? []];
    return rooms().filter(room => !room.archived && (room.attention === "watch" || room.attention === "read")).length
        + assignments.filter(one => !isArchived(one, now()) && ["work", "review", "read"].includes(one.attention)).length;
}

/**
 * Begins for a person.
 * @param {Copy.Memory} copy
 */
export function start(copy) {
    copy.listen("status", heard => {
        if (copy.poke || !running) return;
        show(heard);
        expectLife();
    });
    copy.listen("halt", end);
    copy.listen("resume", resume);
    copy.listen("hello", () => { if (copy.poke) copy.post("status", status); });
    copy.listen("poke", () => copy.poke?.());
    copy.post("hello");
    showBadge();
    showUnsent();
    resume();
}

/** Ends, since nobody is signed in any more. */
export function stop() {
    clearTimeout(hiding);
    end();
    showBadge();
    showUnsent();
}

/** Begins or ends, as the page comes into view or goes. */
export function resume() {
    clearTimeout(hiding);
    if (document.visibilityState === "visible") begin();
    else hiding = setTimeout(end, hiddenGrace);
}

function begin() {
    const copy = memory();
    if (!copy || running) return;
    const controller = running = new AbortController();
    // A frozen tab receives no messages of the others.
    catchUp(copy).then(() => readOutbox(copy)).catch(() => {});
    lead(copy, controller, {});
    expectLife();
}

/**
 * Asks for changes as soon as no other tab does.
 * @param {Copy.Memory} copy
 * @param {AbortController} controller
 * @param {LockOptions} options
 */
function lead(copy, controller, options) {
    const { signal } = controller;
    const run = () => {
        clearTimeout(stealing);
        return new Leader(copy, signal, next => { show(next); copy.post("status", next); }).run();
    };
    if (!navigator.locks || !copy.database.isPersistent) return void run();
    // The request fails when it is ended, or when another tab steals the lock from this one, which was suspended.
    navigator.locks.request(`davenport-live-${copy.userID}`, options.steal ? options : { signal }, run).catch(() => {
        if (running !== controller || signal.aborted) return;
        end();
        resume();
    });
}

function expectLife() {
    clearTimeout(stealing);
    stealing = setTimeout(() => {
        const copy = memory();
        if (!copy || !running || copy.poke) return;
        end();
        const controller = running = new AbortController();
        lead(copy, controller, { steal: true });
    }, silence);
}

function end() {
    clearTimeout(stealing);
    running?.abort();
    running = undefined;
    show({ ...status, state: "off" });
}

/** @param {Status} next */
function show(next) {
    status = next;
    document.documentElement.dataset.live = next.state;
    announce(["live"]);
}

function showBadge() {
    const number = badge();
    // It isn't there in most tabs, and refuses where the app isn't installed.
    (number > 0 ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.())?.catch(() => {});
}

function showUnsent() {
    document.documentElement.dataset.outbox = String(unsent());
}

/** The one tab that asks for changes: by long polls where they work, otherwise every 15 s. */
class Leader {
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
            const waits = this.isCurrent && this.failures === 0 && Date.now() >= this.pollsUntil;
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
        const answers = await this.copy.database.transaction(["cursor"], "readonly", async stores => await stores.get("cursor", "answers") ?? 0);
        const answer = await this.ask(asked.cursor, waits);
        await write(this.copy, asked, answer?.page, answers);
        await settle(this.copy);
        this.succeed(waits);
        if (answer?.retryAfter !== undefined) this.pollsUntil = Date.now() + answer.retryAfter * 1000;
        this.isCurrent = answer !== undefined && !answer.page.more && !this.turn.signal.aborted;
        if (!this.isCurrent || Date.now() >= this.pollsUntil) return;
        this.show({ state: "polling", isOffline: false });
        await this.pause(pollPause);
    }

    /**
     * @param {string | undefined} since
     * @param {boolean} waits
     * @returns {Promise<Awaited<ReturnType<typeof listChanges>> | undefined>} undefined if everything is to be fetched anew.
     */
    async ask(since, waits) {
        try {
            return await listChanges({ since, limit: pageSize, wait: waits ? waitSeconds : undefined }, this.turn.signal);
        } catch (error) {
            const isStale = error instanceof Problem && (error.code === "resync_required" || error.code === "invalid");
            if (since === undefined || !isStale) throw error;
            // A cursor belongs to one person: another may have signed in without a message to this page.
            const me = await call("showMe", { signal: this.turn.signal });
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
        if (this.cuts >= cutsAllowed) [this.cuts, this.pollsUntil] = [0, Date.now() + cutPause];
        if (this.failures > 0) flush();
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
     */
    pause(milliseconds) {
        return new Promise(resolve => {
            if (this.turn.signal.aborted) return resolve(undefined);
            const timer = setTimeout(resolve, milliseconds);
            this.turn.signal.addEventListener("abort", () => { clearTimeout(timer); resolve(undefined); }, { once: true });
        });
    }
}
