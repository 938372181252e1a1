// Caches one version of the client, so that it opens without network, and shows notifications. The version is in the
// script's address.
// Of the API it answers only for pictures of people and of the community, whose URLs change with the picture. Of other
// hosts it keeps the catalogue's pictures alone.

const version = new URL(self.location.href).searchParams.get("version") ?? "";
const shellCache = `davenport-shell-${version}`;
const [pictureCache, mediaCache] = ["davenport-pictures", "davenport-media-pictures"];
const picture = /^\/v1\/(users\/[^/]+\/avatar|tenant\/picture)$/;
/** The largest number of pictures in each cache: of people and the community, and of the catalogue. */
const keptPictures = 200;
const isPicture = /^image\/(png|jpeg|webp|svg\+xml)$/;
/** The origin of the catalogue's pictures, which the server fills in; empty if there are none. */
const pictureHost = "{{pictures}}";

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
    if (request.method !== "GET") return;
    // Without CORS nobody could read what came, and the browser counts megabytes for it.
    if (url.origin === pictureHost && request.mode === "cors") event.respondWith(mediaPicture(request));
    if (url.origin !== self.location.origin) return;
    if (request.mode === "navigate" && isPage(url.pathname)) event.respondWith(shell(request));
    else if (url.pathname.startsWith(`/app/${version}/`)) event.respondWith(file(request));
    else if (picture.test(url.pathname) && url.searchParams.has("v")) event.respondWith(keptPicture(request));
});

self.addEventListener("sync", (event) => event.waitUntil(askToSend()));

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
    const echo = newEcho();
    const answer = await fetch("/v1/sessions/current/web-push", {
        method: "PUT", headers: { "Content-Type": "application/json", "Davenport-Echo": echo }, body: JSON.stringify(body),
        credentials: "same-origin", cache: "no-store", redirect: "error",
    });
    // Otherwise the next start of the client registers it.
    if (!isAnswer(answer, echo, /^application\/json$/)) throw new Error(`The subscription was answered by ${answer.status}.`);
}

/** Tells the windows that there is a network: they send what waits. */
async function askToSend() {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    for (const window of windows) window.postMessage({ kind: "sync" });
}

/** 22 random characters, which Davenport's answer repeats (davenport/api/answer.js). */
function newEcho() {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) => alphabet[byte % 64]).join("");
}

/** Whether an answer is Davenport's success, of a media type. */
function isAnswer(answer, echo, type) {
    return answer.status === 200 && answer.headers.get("Davenport-Echo") === echo && type.test(mediaType(answer));
}

function mediaType(answer) {
    return answer.headers.get("Content-Type")?.split(";")[0].trim().toLowerCase() ?? "";
}

/** Whether a path is a page of the client. Such paths have no dot and lie outside of the API and its documentation. */
function isPage(path) {
    return !/^\/(v1|docs|openapi\.json|health|app)(\/|$)/.test(path) && !path.includes(".");
}

/** Caches every file of this version. If one fails, nothing is cached and the previous version stays active. */
async function install() {
    try {
        const found = new Map();
        const folder = `/app/${version}`;
        for (const path of ["/", `${folder}/icon-192.png`, `${folder}/icon-512.png`]) found.set(path, await fetched(path));
        const all = await fetched(`${folder}/all.json`);
        for (const [name, text] of Object.entries(await all.json())) found.set(`${folder}/${name}`, await textFile(name, text));
        const cache = await caches.open(shellCache);
        for (const [path, answer] of found) await cache.put(path, answer);
    } catch (error) {
        await caches.delete(shellCache);
        throw error;
    }
}

/** A file that came with all others, as it comes alone. */
async function textFile(name, text) {
    const type = `${fileTypes[name.split(".").at(-1)]}; charset=utf-8`;
    const headers = { "Content-Type": type, "Content-Digest": await digest(new TextEncoder().encode(text)) };
    return new Response(text, { headers });
}

/**
 * Fetches a file whole, and checks that it is what was asked for. A body that isn't read keeps its connection, and the browser
 * has six of them for a host.
 */
async function fetched(path) {
    // What is wrong in the browser's own cache isn't asked for there again.
    const { answer, body } = await wholeFile(path, path === "/" ? "no-cache" : "default").catch(() => wholeFile(path, "reload"));
    const headers = new Headers(answer.headers);
    headers.delete("Content-Encoding");
    return new Response(body, { headers });
}

/** The media types of files by the ends of their names. */
const fileTypes = { js: "text/javascript", css: "text/css", svg: "image/svg+xml", png: "image/png", json: "application/json" };

/**
 * Fetches a file. Fails if another one comes: the media type is another one's, or the body isn't the one of which the server
 * sends the digest.
 */
async function wholeFile(path, cache) {
    const answer = await fetch(path, { cache, credentials: "omit", redirect: "error" });
    const body = await answer.arrayBuffer();
    if (answer.status !== 200 || !await isFile(path, answer, body)) {
        throw new Error(`${path} was answered by ${answer.status}, and isn't that file.`);
    }
    return { answer, body };
}

async function isFile(path, answer, body) {
    if (mediaType(answer) !== (path === "/" ? "text/html" : fileTypes[path.split(".").at(-1)])) return false;
    if (path === "/") return new TextDecoder().decode(body).includes(`/app/${version}/`);
    return answer.headers.get("Content-Digest") === await digest(body);
}

/** The digest of a body as RFC 9530 writes it. */
async function digest(body) {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    return `sha-256=:${btoa(String.fromCharCode(...bytes))}:`;
}

/** The kept page. One that isn't a page of this version, which an older worker may have kept, is fetched anew. */
function shell(request) {
    return keptFile("/", request);
}

function file(request) {
    return keptFile(new URL(request.url).pathname, request);
}

async function keptFile(path, request) {
    const cache = await caches.open(shellCache);
    const kept = await cache.match(path);
    if (kept && await isFile(path, kept, await kept.clone().arrayBuffer())) return kept;
    try {
        const answer = await fetched(path);
        await cache.put(path, answer.clone());
        return answer;
    } catch {
        // A Wi-Fi's sign-in page may stand in the place of ours, so that one can sign in. A file that isn't ours must not run.
        return path === "/" ? fetch(request) : Response.error();
    }
}

async function keptPicture(request) {
    const cache = await caches.open(pictureCache);
    const kept = await cache.match(request.url);
    if (kept) return kept;
    const echo = newEcho();
    const headers = { "Davenport-Echo": echo };
    const answer = await fetch(request.url, { headers, credentials: "same-origin", cache: "no-store" });
    // Of somebody else's picture nothing is shown, as of none.
    if (!isAnswer(answer, echo, /^image\/(png|jpeg|webp)$/)) return answer.ok ? Response.error() : answer;
    await keep(cache, request.url, answer.clone());
    return answer;
}

/** A picture of the catalogue's host. Their addresses change with the picture. */
async function mediaPicture(request) {
    const cache = await caches.open(mediaCache);
    const kept = await cache.match(request.url);
    if (kept) return kept;
    const answer = await fetch(request.url, { credentials: "omit", referrerPolicy: "no-referrer", redirect: "error" });
    if (answer.status === 200 && isPicture.test(mediaType(answer))) await keep(cache, request.url, answer.clone());
    return answer;
}

/** Keeps a picture. Those that were kept first go where there are too many, and a full disk keeps none. */
async function keep(cache, address, answer) {
    try {
        await cache.put(address, answer);
        const names = await cache.keys();
        for (const old of names.slice(0, Math.max(0, names.length - keptPictures))) await cache.delete(old);
    } catch {
        // It is shown all the same.
    }
}
