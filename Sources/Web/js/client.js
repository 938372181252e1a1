// The page's own Davenport: what every screen reads and changes. What only some of them need is in the modules of client/.

import { browserPlatform } from "./browser-platform.js";
import { Davenport, Signing } from "./davenport/davenport.js";

export { address, loaded, Problem, Unsent } from "./davenport/davenport.js";

/** Whether this browser has passkeys. Pages without https: have none. */
export const hasPasskeys = "PublicKeyCredential" in globalThis;
/** Everything that this page has of Davenport. */
export const davenport = new Davenport(browserPlatform);
/** Its parts that are loaded at first. */
export const { live, outbox, replica, session } = davenport;
/** @type {App.DraftsModule} */
export const drafts = davenport.drafts;
/** Signing in, joining and signing out. */
export const signing = davenport.use(Signing);

/**
 * Calls an operation of the API, and gives its answer.
 * @type {App.ApiModule["call"]}
 */
export const call = (operation, options) => davenport.connection.call(operation, options);
/**
 * Reads all pages of a list of the API.
 * @type {App.ApiModule["all"]}
 */
export const all = (operation, options) => davenport.connection.all(operation, options);
/**
 * Uploads a picture.
 * @type {App.ApiModule["upload"]}
 */
export const upload = (operation, body) => davenport.connection.upload(operation, body);
/**
 * Fetches a file of this page's server that isn't of the API.
 * @type {(path: string, type: string) => Promise<string>}
 */
export const ownFile = (path, type) => davenport.connection.ownFile(path, type);

/**
 * What was just thrown away of what wasn't sent, and can still be undone.
 * @type {Set<App.NotSent["id"]>}
 */
const thrown = new Set();
/** @type {Set<() => void>} */
const listeners = new Set();

/** What wasn't sent and waits for its author, without what was just thrown away. */
export const notSent = () => outbox.notSent().filter(({ id }) => !thrown.has(id));

/**
 * Whether something of `notSent` was just thrown away and can still be undone.
 * @param {App.NotSent["id"]} id
 */
export const isThrown = (id) => thrown.has(id);

/**
 * Throws something of `notSent` away for now, or takes that back.
 * @param {App.NotSent["id"]} id
 * @param {boolean} isOut
 */
export function setThrown(id, isOut) {
    if (isOut) thrown.add(id);
    else thrown.delete(id);
    for (const listener of listeners) listener();
}

/**
 * Calls the listener when something was thrown away, or that was undone.
 * @param {() => void} listener
 * @returns {() => void} ends it
 */
export function followThrown(listener) {
    listeners.add(listener);
    return () => { listeners.delete(listener); };
}

const { dataset } = document.documentElement;
replica.subscribe(["live"], () => { dataset.live = live.state(); });
replica.subscribe(["writes"], () => { dataset.outbox = String(outbox.unsent()); });
replica.subscribe(["badge"], () => {
    const number = live.badge();
    // It isn't there in most tabs, and refuses where the app isn't installed.
    (number > 0 ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.())?.catch(() => {});
});
