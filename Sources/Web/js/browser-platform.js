// What the library needs of a browser (davenport/platform.d.ts).

/** @typedef {import("./davenport/platform.js").Platform} Platform */

/** Each request names the client's release (rule 10.18). */
const release = { "Davenport-Client": "1.0.0" };

/** @type {Platform} */
export const browserPlatform = {
    async fetch(address, options) {
        const headers = { ...Object.fromEntries(new Headers(options.headers)), ...release };
        return understood(await fetch(address, { ...options, headers }));
    },
    upload: async (address, file, headers, ...rest) =>
        understood(await (await import("./client/browser-upload.js")).upload(address, file, { ...headers, ...release }, ...rest)),
    now: () => Date.now(),
    uptime: () => performance.now(),
    setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
    clearTimeout: timer => clearTimeout(/** @type {number | undefined} */ (timer)),
    randomBytes: count => crypto.getRandomValues(new Uint8Array(count)),
    // Pages without https: have neither.
    get caches() { return globalThis.caches; },
    get sha256() { return crypto.subtle?.digest.bind(crypto.subtle, "SHA-256"); },
    random: () => Math.random(),
    get indexedDB() { return globalThis.indexedDB; },
    get keyRange() { return globalThis.IDBKeyRange; },
    get locks() { return navigator.locks; },
    channel: name => "BroadcastChannel" in globalThis ? new BroadcastChannel(name) : undefined,
    isVisible: () => document.visibilityState === "visible",
    onEvents,
    persist: () => { navigator.storage?.persist?.().catch(() => {}); },
    registerSync: () => {
        navigator.serviceWorker?.getRegistration().then(registration => registration?.sync?.register("outbox")).catch(() => {});
    },
    removeWorkers: async () => {
        for (const registration of await navigator.serviceWorker?.getRegistrations() ?? []) await registration.unregister();
    },
    report: error => reportError(error),
    deviceName: deviceName(),
};

/**
 * Takes `client_too_old` for no answer: everything waits as without network (rule 10.20).
 * @param {Response} response
 */
async function understood(response) {
    if (response.status !== 400 || !(await response.clone().text()).includes('"client_too_old"')) return response;
    dispatchEvent(new Event("outdated"));
    throw new TypeError();
}

/** @type {Platform["onEvents"]} */
function onEvents({ visible, hidden, pagehide, online, offline, sync }) {
    document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? visible : hidden)?.());
    // A page that comes back from the browser's cache of pages was frozen.
    if (visible) addEventListener("pageshow", visible);
    if (pagehide) addEventListener("pagehide", pagehide);
    if (online) addEventListener("online", online);
    if (offline) addEventListener("offline", offline);
    if (sync) navigator.serviceWorker?.addEventListener("message", event => { if (event.data?.kind === "sync") sync(); });
}

/** The browser and the system, such as "Firefox on Linux". */
function deviceName() {
    const { userAgent } = navigator;
    const browser = ["Edg", "Firefox", "Chrome", "Safari"].find(name => userAgent.includes(name)) ?? "Browser";
    const system = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"].find(name => userAgent.includes(name));
    return (browser === "Edg" ? "Edge" : browser) + (system ? ` on ${system}` : "");
}
