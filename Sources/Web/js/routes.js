// Maps addresses to screens, and handles navigation and history.
import { phrase } from "./first-phrases.js";

/**
 * @typedef {object} Route
 * @property {RegExp} pattern
 * @property {string} screen the name of its module, or `enter` if it is without the frame, also while nobody is signed in
 * @property {string} [tab] the address of its tab
 * @property {string} [feature] the feature it belongs to; `admin` is for those who run the community
 * @property {readonly string[]} [styles] the addresses of its own style sheets, which other pages don't need
 * @property {boolean} [hasDetails] whether it shows details at the right in wide windows
 * @property {() => Promise<{default: import("./parts/frame/frame.js").Screen}>} load
 */

// The service worker keeps what is named in this form.
const commentStyles = new URL("../css/comments.css", import.meta.url).href;
const playStyles = [new URL("../css/play.css", import.meta.url).href];
const talkStyles = [commentStyles, new URL("../css/talk.css", import.meta.url).href];
const peopleStyles = [new URL("../css/people.css", import.meta.url).href];
const reportStyles = [commentStyles, ...peopleStyles];
const classStyles = [commentStyles, new URL("../css/class.css", import.meta.url).href];
const workStyles = [...classStyles, new URL("../css/work.css", import.meta.url).href];

/** @type {Route[]} */
const routes = [
    { pattern: /^\/watch$/, screen: "watch", tab: "/watch", feature: "watch", load: () => import("./screens/watch.js") },
    { pattern: /^\/rooms\/(?<id>[0-9a-fA-F-]{36})$/, screen: "room", tab: "/watch", feature: "watch",
        styles: talkStyles, hasDetails: true, load: () => import("./screens/room.js") },
    { pattern: /^\/new$/, screen: "new-room", tab: "/watch", feature: "watch", styles: peopleStyles,
        load: () => import("./screens/new-room.js") },
    { pattern: /^\/archive(?:\/(?<group>[\w-]+))?$/, screen: "archive", tab: "/archive", feature: "watch",
        styles: peopleStyles, load: () => import("./screens/archive.js") },
    { pattern: /^\/class$/, screen: "assignments", tab: "/class", feature: "class", styles: classStyles,
        load: () => import("./screens/assignments.js") },
    { pattern: /^\/tasks\/(?:new|own|(?<id>[0-9a-fA-F-]{36}))$/, screen: "task", tab: "/class", feature: "class",
        styles: workStyles, load: () => import("./screens/task.js") },
    { pattern: /^\/assignments\/(?<id>[0-9a-fA-F-]{36})$/, screen: "assignment", tab: "/class", feature: "class",
        styles: workStyles, load: () => import("./screens/assignment.js") },
    { pattern: /^\/students\/(?<id>[0-9a-fA-F-]{36})$/, screen: "students", tab: "/class", feature: "class",
        styles: classStyles, load: () => import("./screens/students.js") },
    { pattern: /^\/play(?:\/(?<code>[^/]+))?$/, screen: "play", tab: "/play", feature: "play", styles: playStyles,
        load: () => import("./screens/play.js") },
    { pattern: /^\/challenges\/(?<id>[0-9a-fA-F-]{36})$/, screen: "challenge", tab: "/play", feature: "play", styles: playStyles,
        load: () => import("./screens/challenge.js") },
    { pattern: /^\/plays\/(?<id>[0-9a-fA-F-]{36})$/, screen: "replay", tab: "/play", feature: "play", styles: playStyles,
        load: () => import("./screens/replay.js") },
    { pattern: /^\/boards$/, screen: "boards", tab: "/play", feature: "play", styles: playStyles,
        load: () => import("./screens/boards.js") },
    { pattern: /^\/people$/, screen: "people", tab: "/people", styles: peopleStyles, load: () => import("./screens/people.js") },
    { pattern: /^\/settings(?:\/(?<section>notifications|sessions|calendar|players|history))?$/,
        screen: "settings", tab: "/settings", styles: peopleStyles, load: () => import("./screens/settings.js") },
    { pattern: /^\/not-sent$/, screen: "not-sent", tab: "/settings", styles: talkStyles,
        load: () => import("./screens/not-sent.js") },
    { pattern: /^\/admin(?:\/(?<section>reports|members|invites|filter|feedback|audit|community|bots))?$/,
        screen: "admin", tab: "/settings", feature: "admin", styles: reportStyles, load: () => import("./screens/admin.js") },
    { pattern: /^\/admin\/reports\/(?<id>[0-9a-fA-F-]{36})$/, screen: "report", tab: "/settings", feature: "admin",
        styles: reportStyles, load: () => import("./screens/report.js") },
    { pattern: /^\/join(?:\/(?<code>[^/]+))?$/, screen: "enter", load: () => import("./screens/join.js") },
    { pattern: /^\/(?<page>new-password|no-mails|verify-email|begin)$/, screen: "enter",
        load: () => import("./screens/links.js") },
];

/** What the puzzle is called: on its tab, on its page and in what is shared of it. */
export const puzzleName = phrase("frame.puzzle");

/** @type {Route} */
export const enter = { pattern: /^/, screen: "enter", load: () => import("./screens/enter.js") };

/**
 * Whether the archive is a tab of its own. With all features there would be more than five tabs, so the page of Watch leads to
 * it.
 * @param {readonly string[]} features
 */
export function hasArchiveTab(features) {
    return !["watch", "class", "play"].every((feature) => features.includes(feature));
}

/**
 * Returns the route of an address. `/` is the first tab.
 * @param {string} path
 * @param {readonly string[]} features the features that the community uses, and `admin` for those who run it
 * @returns {{route: Route, params: Record<string, string | undefined>} | undefined}
 */
export function match(path, features) {
    const open = routes.filter((route) => !route.feature || features.includes(route.feature));
    const clean = path === "/" ? open[0]?.tab ?? "/" : path.replace(/(.)\/+$/, "$1");
    for (const route of open) {
        const found = route.pattern.exec(clean);
        if (found) return { route, params: found.groups ?? {} };
    }
    return undefined;
}

/** Safari refuses more than 100 changes of history in 30 seconds. */
const scrollPause = 400;

/** @type {() => void} */
let render = () => {};
/**
 * What the screen keeps of its place, besides the pixels.
 * @type {() => unknown}
 */
let place = () => undefined;
let shownPath = "";

/**
 * Shows the screen of the current address. If only the part behind `#` has changed, the screen stays and handles `hashchange`;
 * a link with a code and a page of the settings are new screens.
 * @param {boolean} isOurs whether the browser fires no `hashchange` of its own
 */
function showAddress(isOurs) {
    const path = location.pathname + location.search;
    if (path !== shownPath || /^\/(join|new-p|no-m|verify|settings)/.test(path) || !location.hash) {
        shownPath = path;
        render();
    } else if (isOurs) {
        dispatchEvent(new HashChangeEvent("hashchange"));
    }
}

/**
 * What closes each open dialog, the outermost first. Each has a history entry of its own, so that Back closes it.
 * @type {(() => void)[]}
 */
const layers = [];
/**
 * The number of dialogs to whose entry the history is on its way; undefined while it stands.
 * @type {number | undefined}
 */
let goal = undefined;
/**
 * What waits until it has arrived.
 * @type {(() => void)[]}
 */
let waiting = [];

const depth = () => Number(history.state?.depth ?? 0);

/** Brings the history to the entry of the dialogs that are open, then calls what waits for that. */
function settle() {
    if (goal !== undefined) return;
    if (depth() > layers.length) {
        goal = layers.length;
        return history.go(goal - depth());
    }
    if (depth() < layers.length) keepScroll();
    while (depth() < layers.length) history.pushState({ ...history.state, depth: depth() + 1 }, "");
    const ready = waiting;
    waiting = [];
    for (const run of ready) run();
}

/** @param {number} count how many stay open */
function closeLayers(count) {
    for (const close of layers.splice(count).reverse()) close();
}

/**
 * Gives a dialog an entry in the history. Back, and navigating, close it.
 * @param {() => void} close
 * @returns {(done: () => void) => void} must be called once the dialog has closed; `done` runs when the history is back at the
 *     page's entry
 */
export function historyLayer(close) {
    layers.push(close);
    settle();
    return (done) => {
        if (layers.includes(close)) closeLayers(layers.indexOf(close));
        waiting.push(done);
        settle();
    };
}

/**
 * Intercepts links, and handles the browser's back and forward. `onChange` shows the screen of the current address.
 * @param {() => void} onChange
 */
export function followAddress(onChange) {
    render = onChange;
    shownPath = location.pathname + location.search;
    history.scrollRestoration = "manual";
    let timer = 0;
    addEventListener("scroll", () => {
        clearTimeout(timer);
        timer = window.setTimeout(keepScroll, scrollPause);
    }, { passive: true });
    addEventListener("popstate", () => {
        clearTimeout(timer);
        const isOfDialog = goal !== undefined || depth() !== layers.length;
        // A dialog that has opened on the way has no entry yet, and stays.
        if (depth() < (goal ?? Infinity)) closeLayers(depth());
        goal = undefined;
        if (!isOfDialog || location.pathname + location.search !== shownPath) showAddress(false);
        settle();
    });
    // A page that was reloaded below a dialog, which is gone.
    settle();
    addEventListener("pagehide", keepScroll);
    document.addEventListener("click", (event) => {
        const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
        if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target
            || link.hasAttribute("download")) return;
        const url = new URL(link.href);
        if (url.origin !== location.origin || url.pathname.startsWith("/v1/")) return;
        event.preventDefault();
        go(url.pathname + url.search + url.hash);
    });
}

/**
 * Navigates to a screen, and closes dialogs before.
 * @param {string} address
 * @param {{replace?: boolean}} options
 * @returns {void}
 */
export function go(address, { replace = false } = {}) {
    closeLayers(0);
    settle();
    if (goal !== undefined) return void waiting.push(() => go(address, { replace }));
    keepScroll();
    if (replace || address === location.pathname + location.search + location.hash) history.replaceState({}, "", address);
    else history.pushState({ from: location.pathname }, "", address);
    showAddress(true);
}

/** Stores the scroll position in the current history entry. */
function keepScroll() {
    history.replaceState({ ...history.state, scroll: scrollY, place: place() }, "");
}

/**
 * Lets a screen store more of its place in the history than the scroll position.
 * @param {() => unknown} current
 * @param {AbortSignal} signal
 */
export function keepPlace(current, signal) {
    place = current;
    signal.addEventListener("abort", () => { if (place === current) place = () => undefined; });
}

/** Returns what the screen stored of its place in the current history entry. */
export function keptPlace() {
    return history.state?.place;
}

/** Returns the scroll position that the current history entry was left at. */
export function keptScroll() {
    const scroll = history.state?.scroll;
    return typeof scroll === "number" ? scroll : undefined;
}
