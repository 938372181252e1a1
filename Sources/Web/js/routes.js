// The addresses of the pages, and how one moves between them.

/** @typedef {{pattern: RegExp, screen: string, tab?: string, feature?: string, styles?: URL[], load: () => Promise<{default: import("./parts/frame.js").Screen}>}} Route */

/** Styles that the first tab needs none of. Each is loaded before the first page that needs it. */
const forms = new URL("../css/forms.css", import.meta.url);
const room = new URL("../css/room.css", import.meta.url);

/** @type {Route[]} */
const routes = [
    { pattern: /^\/watch$/, screen: "watch", tab: "/watch", feature: "watch", load: () => import("./screens/watch.js") },
    { pattern: /^\/rooms\/(?<id>[0-9a-fA-F-]{36})$/, screen: "room", tab: "/watch", feature: "watch", styles: [room, forms], load: () => import("./screens/room.js") },
    { pattern: /^\/new$/, screen: "new-room", tab: "/watch", feature: "watch", styles: [forms], load: () => import("./screens/new-room.js") },
    { pattern: /^\/archive(?:\/(?<group>[\w-]+))?$/, screen: "archive", tab: "/archive", feature: "watch", load: () => import("./screens/archive.js") },
    { pattern: /^\/people$/, screen: "people", tab: "/people", styles: [forms], load: () => import("./screens/people.js") },
    { pattern: /^\/settings(?:\/(?<section>notifications|sessions))?$/, screen: "settings", tab: "/settings", styles: [forms], load: () => import("./screens/settings.js") },
    { pattern: /^\/join(?:\/(?<code>[^/]+))?$/, screen: "enter", styles: [forms], load: () => import("./screens/enter.js") },
];

/** @type {Route} */
export const enter = { pattern: /^/, screen: "enter", styles: [forms], load: () => import("./screens/enter.js") };

/**
 * The page of an address. `/` is the first tab.
 * @param {string} path
 * @param {readonly string[]} features what the community uses; a page of anything else doesn't exist
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
let show = () => {};

/**
 * Begins to follow links and the browser's back and forward. `onChange` shows the page of the present address.
 * @param {() => void} onChange
 */
export function follow(onChange) {
    show = onChange;
    history.scrollRestoration = "manual";
    let timer = 0;
    addEventListener("scroll", () => {
        clearTimeout(timer);
        timer = window.setTimeout(keepScroll, scrollPause);
    }, { passive: true });
    addEventListener("popstate", () => {
        clearTimeout(timer);
        show();
    });
    addEventListener("pagehide", keepScroll);
    document.addEventListener("click", (event) => {
        const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
        if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.hasAttribute("download")) return;
        const url = new URL(link.href);
        if (url.origin !== location.origin || url.pathname.startsWith("/v1/")) return;
        event.preventDefault();
        go(url.pathname + url.search + url.hash);
    });
}

/**
 * Opens a page of ours.
 * @param {string} address
 * @param {{replace?: boolean}} options
 */
export function go(address, { replace = false } = {}) {
    keepScroll();
    if (replace || address === location.pathname + location.search + location.hash) history.replaceState({}, "", address);
    else history.pushState({ from: location.pathname }, "", address);
    show();
}

/** Notes how far the page is scrolled in its history entry, so that going back restores it. */
export function keepScroll() {
    history.replaceState({ ...history.state, scroll: scrollY }, "");
}

/** How far the page of this history entry was scrolled when it was left. */
export function keptScroll() {
    const scroll = history.state?.scroll;
    return typeof scroll === "number" ? scroll : undefined;
}

/**
 * Goes back to a page where it was left, if one came from there; otherwise opens it.
 * @param {string} address
 */
export function goBack(address) {
    if (history.state?.from === address) history.back();
    else go(address);
}
