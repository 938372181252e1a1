// Installs the service worker, and finds new versions of the client. A new version waits until the user reloads.

import { ownFile, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { language, phrasesAddress } from "../../first-phrases.js";
import { phrase } from "../../phrases.js";
import { say } from "../controls/states.js";
import { versionBar } from "./bars.js";

/** The version that this page runs: the folder its files come from. */
const own = /\/app\/([0-9a-f]+)\//.exec(import.meta.url)?.[1];
const pause = 15 * 60_000;
let checkedAt = 0;
let isInstalling = false;
/** Whether the server doesn't understand this version any more, so that the new one doesn't wait for the user. */
let isOutdated = false;

/** Installs the worker of this version, and looks for newer versions when the page is shown again. */
export async function installWorker() {
    // Signing out has removed the worker, so it isn't installed after that.
    if (!("serviceWorker" in navigator) || !own || isInstalling || !session.current()) return;
    isInstalling = true;
    try {
        await register(own);
        keepPhrases().catch(() => {});
    } catch {
        // Without a worker the page works, but not without network. Private windows refuse workers.
        isInstalling = false;
        return;
    }
    document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible" && Date.now() - checkedAt > pause) lookForVersion();
    });
}

/** Lets the worker keep the phrases, too, which came before it was there. Those of English it has. */
async function keepPhrases() {
    const { serviceWorker } = navigator;
    if (language === "en") return;
    await serviceWorker.ready;
    if (!serviceWorker.controller) {
        await new Promise((resolve) => { serviceWorker.addEventListener("controllerchange", resolve, { once: true }); });
    }
    for (const name of /** @type {const} */ (["first", "more"])) await fetch(phrasesAddress(language, name));
}

/** Looks for a newer version, such as after the server was away. */
export async function lookForVersion() {
    if (!session.current()) return;
    checkedAt = Date.now();
    session.tenant().catch(() => {});
    try {
        const newest = /\/app\/([0-9a-f]+)\//.exec(await ownFile("/", "text/html"))?.[1];
        if (newest && newest !== own) await register(newest);
    } catch {
        // The next look finds it.
    }
}

/**
 * Loads the newest version of the client instead of this one, once in a tab. What is typed and what waits to be sent is kept.
 */
export async function loadNewest() {
    const [key, { serviceWorker }] = ["davenport-outdated", navigator];
    if (sessionStorage.getItem(key) === String(own)) return;
    sessionStorage.setItem(key, String(own));
    isOutdated = true;
    // Without a worker the page comes from the server, and another tab may have activated the new worker.
    if (!serviceWorker?.controller?.scriptURL.endsWith(`=${own}`)) location.reload();
    else await lookForVersion();
}

/** Says that a new version has been installed and waits. */
function offerVersion() {
    const text = phrase("frame.newVersion");
    const reload = el("button", { class: "button button-small", onclick: takeNewVersion }, phrase("frame.reload"));
    fill(versionBar, el("span", {}, text), reload);
    versionBar.hidden = false;
    say(text);
}

/** Activates the waiting version, and reloads the page. */
async function takeNewVersion() {
    const registration = await navigator.serviceWorker.getRegistration();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    if (registration?.waiting) registration.waiting.postMessage("activate");
    else location.reload();
}

/** @param {string} version */
async function register(version) {
    const registration = await navigator.serviceWorker.register(workerAddress(version), { updateViaCache: "none" });
    const check = () => {
        if (!registration.waiting || !navigator.serviceWorker.controller) return;
        if (isOutdated) takeNewVersion();
        else offerVersion();
    };
    check();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", check));
}

/**
 * Returns the worker's address as a trusted URL. The policy `davenport` accepts no other address.
 * @param {string} version
 */
function workerAddress(version) {
    const address = `/service-worker.js?version=${version}`;
    if (!window.trustedTypes) return address;
    policy ??= window.trustedTypes.createPolicy("davenport", {
        createScriptURL: (/** @type {string} */ url) => {
            if (/^\/service-worker\.js\?version=[0-9a-f]+$/.test(url)) return url;
            throw new TypeError("not the worker’s address");
        },
    });
    return policy.createScriptURL(address);
}

/** @type {any} */
let policy;
