// The page's own Davenport: what every screen reads and changes. What only some of them need is in the modules of client/.

import { browserPlatform } from "./browser-platform.js";
import { Davenport } from "./davenport/davenport.js";

export { address, loaded, Problem } from "./davenport/davenport.js";

/** Everything that this page has of Davenport. */
export const davenport = new Davenport(browserPlatform);
/** Its parts that are loaded at first. */
export const { live, outbox, replica, session } = davenport;
/** @type {App.DraftsModule} */
export const drafts = davenport.drafts;

/** @type {App.ApiModule["call"]} */
export const call = (operation, options) => davenport.connection.call(operation, options);
/** @type {App.ApiModule["all"]} */
export const all = (operation, options) => davenport.connection.all(operation, options);
/** @type {App.ApiModule["upload"]} */
export const upload = (operation, body) => davenport.connection.upload(operation, body);

const { dataset } = document.documentElement;
replica.subscribe(["live"], () => { dataset.live = live.state(); });
replica.subscribe(["writes"], () => { dataset.outbox = String(outbox.unsent()); });
replica.subscribe(["badge"], () => {
    const number = live.badge();
    // It isn't there in most tabs, and refuses where the app isn't installed.
    (number > 0 ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.())?.catch(() => {});
});
