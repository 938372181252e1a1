// Keeps the copy up to date while a page is visible: one tab asks for changes, and the others hear of them.

import { Leader } from "./live/leader.js";
import { unsent } from "./outbox.js";
import { rooms, subscribe } from "./replica.js";
import { announce, memory } from "./replica/memory.js";

/** @typedef {import("./replica/memory.js").Memory} Memory */
/** @typedef {import("./live/leader.js").Status} Status */

/** How long a hidden page goes on, in milliseconds. */
const hiddenGrace = 30_000;

/** @type {Status} */
let status = { state: "off", isOffline: false };
/** @type {AbortController | undefined} */
let running;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;

document.addEventListener("visibilitychange", follow);
addEventListener("pageshow", follow);
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
    copy.listen("status", heard => { if (!copy.poke && running) show(heard); });
    copy.listen("hello", () => { if (copy.poke) copy.post("status", status); });
    copy.listen("poke", () => copy.poke?.());
    copy.post("hello");
    showBadge();
    showUnsent();
    follow();
}

/** Ends, since nobody is signed in any more. */
export function stop() {
    clearTimeout(hiding);
    end();
    showBadge();
    showUnsent();
}

/** Begins or ends, as the page comes into view or goes. */
function follow() {
    clearTimeout(hiding);
    if (document.visibilityState === "visible") begin();
    else hiding = setTimeout(end, hiddenGrace);
}

function begin() {
    const copy = memory();
    if (!copy || running) return;
    const { signal } = running = new AbortController();
    const lead = () => new Leader(copy, signal, next => { show(next); copy.post("status", next); }).run();
    const led = navigator.locks && copy.database.isPersistent ? navigator.locks.request(`davenport-live-${copy.userID}`, { signal }, lead) : lead();
    led.catch(() => {});
}

function end() {
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
