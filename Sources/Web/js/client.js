// The page's own Davenport: what every screen reads and changes. What only some of them need is in the modules of client/.

import { browserPlatform } from "./browser-platform.js";
import { Davenport, ownFile as fileOf, timestamp as text } from "./davenport/davenport.js";

export { address, loaded, Problem } from "./davenport/davenport.js";
export const { cut, lastSecond, seconds, text: timestamp } = text;


export const davenport = new Davenport(browserPlatform);
export const { answers, drafts, live, outbox, replica, session } = davenport;

/** @type {App.ApiModule["call"]} */
export const call = (operation, options) => davenport.connection.call(operation, options);
/** @type {App.ApiModule["all"]} */
export const all = (operation, options) => davenport.connection.all(operation, options);
/** @type {App.ApiModule["upload"]} */
export const upload = (operation, body) => davenport.connection.upload(operation, body);
/** @type {(path: string, type: string) => Promise<string>} */
export const ownFile = (path, type) => fileOf(browserPlatform, path, type);

const { dataset } = document.documentElement;
replica.subscribe(["live"], () => { dataset.live = live.state(); });
replica.subscribe(["writes"], () => { dataset.outbox = String(outbox.unsent()); });
replica.subscribe(["badge"], () => {
    const number = live.badge();
    // It isn't there in most tabs, and refuses where the app isn't installed.
    (number > 0 ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.())?.catch(() => {});
});
