// The frame around every page: navigation, bars, the page itself, and details beside it in wide windows.
import { el, fill, icon, mark } from "../../dom.js";
import { phrase } from "../../first-phrases.js";
import { followThrown, live, loaded, notSent, replica, session } from "../../client.js";
import { enter, followAddress, hasArchiveTab, keptScroll, match, puzzleName } from "../../routes.js";
import { noticeBars } from "./bars.js";
import { communitySign } from "../controls/person.js";
import { failure, forgetFault, skeleton } from "../controls/states.js";

/** @typedef {"loading" | "ready" | "stale" | "empty" | "offline" | "error"} State */
/**
 * What the frame passes to a screen.
 * @typedef {object} Context
 * @property {Record<string, string | undefined>} params
 * @property {AbortSignal} signal Aborted when the page is left.
 * @property {(text: string) => void} title Sets the document's title.
 * @property {(state: State) => void} state
 * @property {() => void} settled The content is complete enough to restore the scroll. A screen that scrolls itself doesn't call
 *     it.
 * @property {(node: Node | undefined) => void} details Shows something at the right, in windows from 1280 px.
 */
/** @typedef {(context: Context) => Node} Screen */

const main = el("main", { id: "main", class: "page", tabIndex: -1, data: { screen: "", state: "loading" } });
const details = el("aside", { class: "details", "aria-label": phrase("frame.aboutRoom") });
const side = el("header", { class: "side" });
const list = el("div", { class: "side-list" });
const tabs = /** @type {const} */ ([["/watch", phrase("frame.watch"), "watch"],
    ["/archive", phrase("frame.archive"), "archive"], ["/class", phrase("frame.class"), "class"], ["/play", puzzleName, "cube"],
    ["/people", phrase("frame.people"), "people"], ["/settings", phrase("frame.you"), "you"]]);

/** What stands in place of the community's name until that is known. */
const product = "Davenport";

/** @type {HTMLElement[]} */
const parts = [];

/** Attaches the parts anew. Moved by a new column, they would count as a layout shift. */
const attach = () => document.getElementById("frame")?.replaceChildren(...parts);

let leave = new AbortController();
let page = "";
/** @type {{tab: string | undefined, screen: string}} */
let shown = { tab: undefined, screen: "" };
let isFirst = true;
/** Whether the person ran the community when the page was shown. */
let ran = false;

/** Builds the frame and shows the page of the address. */
export function startFrame() {
    const skip = el("button", { class: "skip", onclick: () => (main.querySelector("h1") ?? main).focus() }, phrase("frame.skip"));
    parts.push(skip, side, el("div", { class: "middle" }, noticeBars(), main), details);
    attach();
    fill(main, skeleton());
    followAddress(showPage);
    replica.subscribe(["badge"], writeTitle);
    replica.subscribe(["tenant"], showCommunity);
    replica.subscribe(["friends", "roomRequests"], showRequests);
    replica.subscribe(["writes", "drafts"], showNotSent);
    followThrown(showNotSent);
    replica.subscribe(["me"], () => {
        // Nothing of the administration stays in view of somebody who no longer runs the community, and You leads there or
        // doesn't. While the sign-in is shown, the session says when it is over.
        if (session.current() && shown.screen !== "enter" && replica.runsCommunity() !== ran) showPage();
    });
    showPage();
}

/** Follows the community's name and features. The page changes only if another one belongs to its address now. */
function showCommunity() {
    if (!session.current()) return;
    fill(side);
    navigation(shown.tab, shown.screen);
    writeTitle();
    if ((match(location.pathname, features())?.route.screen ?? "nowhere") !== shown.screen) showPage();
}

/** Shows the screen of the current address, or the sign-in screen while signed out. */
export async function showPage() {
    leave.abort();
    forgetFault();
    leave = new AbortController();
    const { signal } = leave;
    ran = replica.runsCommunity();
    const found = match(location.pathname, features());
    const isJoining = found?.route.screen === "enter";
    const { route, params } = !session.current() && !isJoining ? { route: enter, params: {} }
        : found ?? { route: undefined, params: {} };
    const isFocused = !isFirst;
    isFirst = false;

    navigation(route?.tab, route?.screen ?? "nowhere");
    // The column for details is there from the beginning, so that the page doesn't move when they come.
    document.documentElement.toggleAttribute("data-details", route?.hasDetails ?? false);
    try {
        const loading = route ? route.load() : import("./nowhere.js");
        const { styles } = route ?? {};
        // What a page with styles of its own says comes beside its modules, instead of after the last of them.
        const [module] = await Promise.all([loading, ...styles ? [import("../../phrases.js"),
            import("./style-sheets.js").then(({ styled }) => Promise.all(styles.map(styled)))] : []]);
        if (signal.aborted) return;
        const change = () => put(module.default, route?.screen ?? "nowhere", params, signal);
        // Nothing is there that the first page could replace.
        if (isFocused) await swap(change);
        else change();
    } catch (problem) {
        if (signal.aborted) return;
        // A module that can't be loaded: without network, or of a version that the server no longer has.
        main.dataset.state = "error";
        fill(main, el("header", { class: "bar" }, el("h1", {}, phrase("frame.notLoaded"))),
            failure(Object.assign(new Error(String(problem)), { faults: {}, detail: phrase("frame.pageNotLoaded") }),
                () => location.reload()));
    }
    if (isFocused) focusHeading();
}

/**
 * Replaces the page, with a View Transition where there is one.
 * @param {() => void} change
 */
async function swap(change) {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!document.startViewTransition || isCalm || document.visibilityState !== "visible") return change();
    const transition = document.startViewTransition(change);
    // The next page skips this one's transition, if somebody is that quick.
    transition.ready.catch(() => {});
    await transition.updateCallbackDone;
}

/**
 * @param {Screen} screen
 * @param {string} screenName
 * @param {Record<string, string | undefined>} params
 * @param {AbortSignal} signal
 */
function put(screen, screenName, params, signal) {
    const scroll = keptScroll();
    let isSettled = false;
    page = "";
    /** @type {Context} */
    const context = {
        params,
        signal,
        title: (text) => {
            if (signal.aborted) return;
            page = text;
            writeTitle();
        },
        state: (state) => {
            if (signal.aborted) return;
            main.dataset.state = state;
            mark(main, "aria-busy", state === "loading" ? "true" : undefined);
        },
        settled: () => {
            if (isSettled || signal.aborted) return;
            isSettled = true;
            scrollTo(0, scroll ?? 0);
        },
        details: (node) => !signal.aborted && showDetails(node),
    };
    main.dataset.screen = screenName;
    document.documentElement.dataset.page = screenName;
    showDetails(undefined);
    context.state("loading");
    const node = screen(context);
    main.replaceChildren(node);
    // What was asked for while the node wasn't in the page yet counts now.
    if (isSettled) scrollTo(0, scroll ?? 0);
    else scrollTo(0, 0);
}

/** @param {Node | undefined} node */
function showDetails(node) {
    fill(details, node);
    document.documentElement.toggleAttribute("data-details", node !== undefined);
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
async function listRooms(signal) {
    const wide = matchMedia("(width >= 960px)");
    if (!wide.matches) return wide.addEventListener("change", () => listRooms(signal), { once: true, signal });
    // Everything goes first that the page itself shows.
    if (!replica.isWhole()) {
        const stop = replica.subscribe(["pass"], () => {
            stop();
            listRooms(signal);
        });
        return signal.addEventListener("abort", stop);
    }
    const shown = await loaded(import("../watch/room-list.js"))
        .then(({ roomList }) => () => roomList(signal), (problem) => () => failure(problem, () => listRooms(signal)));
    if (!signal.aborted) fill(list, shown());
}

/**
 * The features that the community uses, and `admin` for those who run it. Before the community is read, assumes that it uses
 * *watch*.
 * @returns {string[]}
 */
function features() {
    return [...session.keptTenant()?.features ?? ["watch"], ...(replica.runsCommunity() ? ["admin"] : [])];
}

function focusHeading() {
    const heading = main.querySelector("h1");
    if (!heading || main.contains(document.activeElement) && document.activeElement !== main) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
}

/**
 * @param {string | undefined} tab
 * @param {string} screen
 */
function navigation(tab, screen) {
    shown = { tab, screen };
    const isSignedIn = session.current() !== undefined && screen !== "enter";
    if (isSignedIn !== document.documentElement.hasAttribute("data-signed-in")) {
        document.documentElement.toggleAttribute("data-signed-in", isSignedIn);
        attach();
    }
    if (!isSignedIn) {
        fill(side);
        return;
    }
    // Somebody who joined by a link doesn't have it yet. If it can't be read, the next page asks again.
    if (!session.keptTenant()) session.tenant().catch(() => {});
    const open = tabs.filter(([path]) => match(path, features()) !== undefined
        && (path !== "/archive" || hasArchiveTab(features())));
    if (!side.firstChild) {
        const community = session.keptTenant();
        fill(side,
            el("a", { class: "home", href: "/" }, community && communitySign(community),
                el("span", {}, community?.name ?? product)),
            el("nav", { class: "tabs", "aria-label": phrase("frame.pages") },
                ...open.map(([path, label, sign]) => el("a", { class: "tab", href: path }, icon(sign), el("span", {}, label)))),
            list);
    }
    const current = tab === "/archive" && !hasArchiveTab(features()) ? "/watch" : tab;
    for (const link of side.querySelectorAll("a.tab")) mark(link, "aria-current",
        link.getAttribute("href") === current ? "page" : undefined);
    showRequests();
    showNotSent();
    fill(list);
    if (features().includes("watch")) listRooms(leave.signal);
}

/** The number of requests at the tab where they wait. */
function showRequests() {
    const count = (replica.friends()?.incoming.length ?? 0) + (replica.roomRequests()?.incoming.length ?? 0);
    badge("/people", count, phrase("frame.requests", { count }));
}

/** The number of things that weren't sent, at the tab that leads to them. */
function showNotSent() {
    const count = notSent().length;
    badge("/settings", count, phrase("frame.notSent", { count }));
}

/**
 * @param {string} path of a tab
 * @param {number} count
 * @param {string} words
 */
function badge(path, count, words) {
    const tab = side.querySelector(`a.tab[href="${path}"]`);
    if (!tab) return;
    mark(tab, "data-count", count || undefined);
    mark(tab, "aria-description", count > 0 ? words : undefined);
}

function writeTitle() {
    const count = session.current() ? live.badge() : 0;
    const community = session.keptTenant()?.name ?? product;
    document.title = `${count > 0 ? `(${count}) ` : ""}${page ? `${page} – ` : ""}${community}`;
}

/**
 * Applies a theme.
 * @param {"light" | "dark" | "system"} theme
 */
export function applyTheme(theme) {
    const root = document.documentElement;
    if (theme === "system") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
        const isDark = theme === "dark" || (theme === "system" && (meta.getAttribute("media") ?? "").includes("dark"));
        meta.setAttribute("content", isDark ? "#171513" : "#faf8f5");
    }
}
