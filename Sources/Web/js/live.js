// Keeps the copy up to date while a page is visible: one tab asks for changes, and the others hear of them.

import { Leader } from "./live/leader.js";
import { read as readOutbox, unsent } from "./outbox.js";
import { rooms } from "./replica.js";
import { announce, memory, subscribe } from "./replica/memory.js";
import { catchUp } from "./replica/taking.js";

/** @typedef {import("./replica/memory.js").Memory} Memory */
/** @typedef {import("./live/leader.js").Status} Status */

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

/** The number of active rooms to watch or to read (rule 9.9). */
export function badge() {
    return rooms().filter(room => !room.archived && (room.attention === "watch" || room.attention === "read")).length;
}

/**
 * Begins for a person.
 * @param {Memory} copy
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
    // What other tabs wrote while this one was frozen, it couldn't hear of.
    catchUp(copy).then(() => readOutbox(copy)).catch(() => {});
    lead(copy, controller, {});
    expectLife();
}

/**
 * Asks for changes as soon as no other tab does.
 * @param {Memory} copy
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
