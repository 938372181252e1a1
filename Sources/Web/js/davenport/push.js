// Notifications in this browser: subscribing at its push service, and telling the server. The service worker shows them.

import { call, Problem } from "./api.js";
import * as session from "./session.js";
import { browserName } from "./signing.js";

/** How long the worker may take to be ready, in milliseconds. */
const patience = 15_000;

/** @typedef {"on" | "off" | "unsupported" | "homeScreen" | "denied"} State */

/** Whether this browser can be notified, and whether this person wants it. */
export function state() {
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
        // Safari offers push to web apps on the Home Screen alone.
        return /** @type {State} */ ("standalone" in navigator && !navigator.standalone ? "homeScreen" : "unsupported");
    }
    if (Notification.permission === "denied") return "denied";
    return isWanted() && Notification.permission === "granted" ? "on" : "off";
}

/** Whether this person has turned notifications on here. Another person who signs in hasn't. */
function isWanted() {
    const person = session.current();
    return person !== undefined && session.preference("push") === person.userID;
}

/**
 * Asks the user for permission and subscribes. Call it only when the user has asked for it.
 * @returns {Promise<State>}
 */
export async function turnOn() {
    if (await Notification.requestPermission() !== "granted") return state();
    if (await register()) await session.setPreference("push", session.current()?.userID);
    return state();
}

/** @returns {Promise<State>} */
export async function turnOff() {
    await session.setPreference("push", undefined);
    await call("unregisterWebPush");
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    return state();
}

/** Confirms the subscription at a start, and makes it anew if the browser has lost it or the community has another key. */
export async function confirm() {
    if (state() !== "on") return;
    try {
        await register();
    } catch (problem) {
        // Without network the next start confirms it.
        if (problem instanceof Problem && problem.code === "push_service_unknown") await session.setPreference("push", undefined);
    }
}

/** Subscribes and registers; false if the community notifies no browsers. */
async function register() {
    const { webPushKey } = await session.tenant();
    if (!webPushKey) return false;
    const { pushManager } = await worker();
    const key = bytes(webPushKey);
    let subscription = await pushManager.getSubscription();
    if (subscription && !isMadeWith(subscription, key)) {
        await subscription.unsubscribe();
        subscription = null;
    }
    subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys, expirationTime } = /** @type {any} */ (subscription.toJSON());
    const body = { endpoint, keys, name: browserName(), ...(expirationTime ? { expirationTime: Math.floor(expirationTime) } : {}) };
    await call("registerWebPush", { body });
    return true;
}

/** The service worker's registration, once it is active. */
async function worker() {
    const { installWorker } = await import("../parts/frame/version.js");
    await installWorker();
    const late = new Promise((_, reject) => { setTimeout(() => reject(new Error("The service worker isn't ready.")), patience); });
    return /** @type {Promise<ServiceWorkerRegistration>} */ (Promise.race([navigator.serviceWorker.ready, late]));
}

/**
 * @param {PushSubscription} subscription
 * @param {Uint8Array} key
 */
function isMadeWith(subscription, key) {
    const made = subscription.options.applicationServerKey;
    return made !== null && String(new Uint8Array(made)) === String(key);
}

/** @param {string} text base64url. */
function bytes(text) {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
