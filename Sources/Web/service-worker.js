// Caches one version of the client, so that it opens without network, and shows notifications. The version is in the
// script's address.
// Of the API it answers only for people's pictures, whose URLs change with the picture.

const version = new URL(self.location.href).searchParams.get("version") ?? "";
const shellCache = `davenport-shell-${version}`;
const pictureCache = "davenport-pictures";
const picture = /^\/v1\/users\/[^/]+\/avatar$/;
const keptPictures = 200;

self.addEventListener("install", (event) => event.waitUntil(install()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
    for (const name of await caches.keys()) {
        if (name.startsWith("davenport-shell-") && name !== shellCache) await caches.delete(name);
    }
    await self.clients.claim();
})()));

self.addEventListener("message", (event) => {
    if (event.data === "activate") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== self.location.origin) return;
    if (request.mode === "navigate" && isPage(url.pathname)) event.respondWith(shell(request));
    else if (url.pathname.startsWith(`/app/${version}/`)) event.respondWith(file(request));
    else if (picture.test(url.pathname) && url.searchParams.has("v")) event.respondWith(keptPicture(request));
});

self.addEventListener("push", (event) => event.waitUntil(notify(event.data)));

self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(page(event.notification.data?.url)));
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAnew(event)));

/** Shows a notification for each push: a browser that gets one without showing anything may end the subscription. */
async function notify(data) {
    const message = parsed(data);
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const badge = setBadge(message.badge);
    await self.registration.showNotification(text(message.title) || "Davenport", {
        body: text(message.body),
        // The same notification that comes twice is shown once.
        ...(text(message.tag) ? { tag: message.tag } : {}),
        icon: `/app/${version}/icon-192.png`,
        silent: windows.some((window) => window.focused),
        data: { url: page(message.url) },
    });
    await badge;
}

function parsed(data) {
    try {
        return Object(data?.json());
    } catch {
        return {};
    }
}

function text(value) {
    return typeof value === "string" ? value : "";
}

/** The path of a page of ours; the first page for anything else. */
function page(address) {
    if (!text(address).startsWith("/")) return "/";
    const url = new URL(address, self.location.origin);
    return url.origin === self.location.origin && isPage(url.pathname) ? url.pathname + url.search + url.hash : "/";
}

async function setBadge(count) {
    if (!Number.isSafeInteger(count) || count < 0) return;
    try {
        await (count > 0 ? self.navigator.setAppBadge?.(count) : self.navigator.clearAppBadge?.());
    } catch {
        // Not every system has badges.
    }
}

/** Shows a page in a window of ours, or in a new one. */
async function open(path) {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const ours = windows.filter((window) => isPage(new URL(window.url).pathname));
    const window = ours.find((window) => window.focused) ?? ours[0];
    if (!window) return self.clients.openWindow(path);
    window.postMessage({ open: path });
    try {
        await window.focus();
    } catch {
        // Not every system lets a click focus a window. The page is shown there all the same.
    }
}

/** Subscribes with the same key once the push service has ended the subscription, and tells the server. */
async function subscribeAnew(event) {
    const options = event.oldSubscription?.options ?? event.newSubscription?.options;
    const subscription = event.newSubscription ?? (options ? await self.registration.pushManager.subscribe(options) : null);
    // Without either, the next start of the client subscribes.
    if (!subscription) return;
    const { endpoint, keys, expirationTime } = subscription.toJSON();
    const body = { endpoint, keys, ...(expirationTime ? { expirationTime: Math.floor(expirationTime) } : {}) };
    await fetch("/v1/sessions/current/web-push", {
        method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), credentials: "same-origin", cache: "no-store",
    });
}

/** Whether a path is a page of the client. Such paths have no dot and lie outside of the API and its documentation. */
function isPage(path) {
    return !/^\/(v1|docs|openapi\.json|health|app)(\/|$)/.test(path) && !path.includes(".");
}

/** Caches every file of this version. If one fails, nothing is cached and the previous version stays active. */
async function install() {
    try {
        const page = await fetched("/");
        const markup = page.text;
        if (!markup.includes(`/app/${version}/`)) throw new Error("The server has another version.");
        const found = new Map([["/", page]]);
        const wanted = [...markup.matchAll(/(?:href|src)="(\/app\/[^"]+)"/g)].map(([, path]) => path);
        wanted.push(`/app/${version}/icon-512.png`);
        while (wanted.length > 0) {
            const batch = [...new Set(wanted.splice(0))].filter((path) => !found.has(path));
            for (const [path, answer] of await Promise.all(batch.map(async (path) => [path, await fetched(path)]))) {
                found.set(path, answer);
                if (path.endsWith(".js")) wanted.push(...imports(answer.text, path));
            }
        }
        const cache = await caches.open(shellCache);
        for (const [path, answer] of found) await cache.put(path, answer.response);
    } catch (error) {
        await caches.delete(shellCache);
        throw error;
    }
}

/**
 * The addresses of the modules and style sheets that a module loads, at once or later. Comments import from js/types, which has no
 * modules.
 */
function imports(code, path) {
    const names = code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\bURL\()"(\.{1,2}\/[^"]+\.(?:js|css))"/g);
    const found = [...names].map(([, name]) => new URL(name, new URL(path, self.location.origin)).pathname);
    return found.filter((name) => !name.includes("/js/types/"));
}

/** Fetches a file whole. A body that isn't read keeps its connection, and the browser has six of them for a host. */
async function fetched(path) {
    const answer = await fetch(path, { cache: path === "/" ? "no-cache" : "default", credentials: "omit" });
    if (!answer.ok) throw new Error(`${path} was answered by ${answer.status}.`);
    const body = await answer.arrayBuffer();
    const headers = new Headers(answer.headers);
    headers.delete("Content-Encoding");
    return { response: new Response(body, { headers }), text: new TextDecoder().decode(body) };
}

async function shell(request) {
    const cache = await caches.open(shellCache);
    return await cache.match("/") ?? fetch(request);
}

async function file(request) {
    const cache = await caches.open(shellCache);
    return await cache.match(request.url) ?? fetch(request);
}

async function keptPicture(request) {
    const cache = await caches.open(pictureCache);
    const kept = await cache.match(request.url);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) {
        await cache.put(request.url, answer.clone());
        const names = await cache.keys();
        for (const old of names.slice(0, Math.max(0, names.length - keptPictures))) await cache.delete(old);
    }
    return answer;
}
