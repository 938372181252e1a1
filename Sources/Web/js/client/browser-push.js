// The browser's push service, as the library needs it (davenport/platform.d.ts).

import { loaded } from "../client.js";
import { bytesOf } from "./base64url.js";

/** The longest wait until the worker is ready, in milliseconds. */
const patience = 15_000;

/** @type {import("../davenport/platform.js").PushPlatform} */
export const browserPush = {
    permission() {
        if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return Notification.permission;
        // Safari offers push to web apps on the Home Screen alone.
        return "standalone" in navigator && !navigator.standalone ? "homeScreen" : "unsupported";
    },
    requestPermission: () => Notification.requestPermission(),
    async subscribe(webPushKey) {
        const { pushManager } = await worker();
        const key = bytesOf(webPushKey);
        let subscription = await pushManager.getSubscription();
        if (subscription && !isMadeWith(subscription, key)) {
            await subscription.unsubscribe();
            subscription = null;
        }
        subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
        return /** @type {any} */ (subscription.toJSON());
    },
    async unsubscribe() {
        const registration = await navigator.serviceWorker.getRegistration();
        await (await registration?.pushManager.getSubscription())?.unsubscribe();
    },
};

/** The service worker's registration, once it is active. */
async function worker() {
    const { installWorker } = await loaded(import("../parts/frame/version.js"));
    await installWorker();
    const late = new Promise((_, reject) => {
        setTimeout(() => reject(new Error("The service worker isn’t ready.")), patience);
    });
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
