// The bars above every page: offline, nothing can be kept, what was refused, and a new version. Also the heights of everything
// that sticks to an edge.
import { el, fill } from "../../dom.js";
import { phrase } from "../../first-phrases.js";
import { followThrown, live, loaded, notSent, outbox, replica, session } from "../../client.js";
import { failure, say, unsay } from "../controls/states.js";

/** Pending writes appear in the bar after this time, in milliseconds. */
const patience = 2_000;

/** Says that a new version waits, once parts/frame/version.js has found one. */
export const versionBar = el("div", { class: "notice", hidden: true });

const offline = phrase("frame.offline");
const intercepted = phrase("frame.intercepted");
/** The number of writes that are still to be sent, without the refused ones. */
const waiting = () => outbox.unsent() - outbox.writes()
    .filter(({ kind, problem }) => problem && kind !== "read" && kind !== "position").length;

/** The bars above every page, which show and hide themselves. */
export function noticeBars() {
    const refused = el("div", { class: "notice notice-bad notice-refused", hidden: true });
    const lost = el("div", { class: "notice", hidden: true }, phrase("frame.storageLost"));
    const network = networkBar();
    const update = () => {
        network.update();
        const words = lost.textContent ?? "";
        if (outbox.isKept() !== lost.hidden) (lost.hidden ? say : unsay)(words);
        lost.hidden = outbox.isKept();
        showRefused(refused);
    };
    replica.subscribe(["live", "writes", "storage", "drafts"], update);
    followThrown(update);
    update();
    const node = el("section", { class: "bars", "aria-label": phrase("frame.notices") },
        ownNotices(), network.node, lost, refused, versionBar);
    followHeight("bars", node);
    new ResizeObserver(() => document.documentElement.style.setProperty("--bars", `${node.offsetHeight}px`)).observe(node);
    return node;
}

/** What concerns the person stands above every page: warnings until they have read them, and a link to a new password. */
function ownNotices() {
    const node = el("div", { class: "warnings" });
    let isNeeded = false;
    async function show() {
        const me = replica.me();
        isNeeded ||= Boolean(me?.warnings || me?.passwordLink);
        if (!isNeeded) return;
        await loaded(import("./own-notices.js"))
            .then(({ showOwnNotices }) => showOwnNotices(node, me), (problem) => fill(node, failure(problem, show)));
    }
    replica.subscribe(["me"], show);
    session.subscribe(show);
    show();
    return node;
}

/** Says that the page is offline, or that something isn't sent yet. */
function networkBar() {
    const node = el("div", { class: "notice", hidden: true });
    let before = { isOffline: false, isIntercepted: false };
    let timer = 0;
    const show = () => {
        const count = waiting();
        node.hidden = false;
        fill(node, el("span", {}, live.isIntercepted() ? intercepted : live.isOffline() ? offline : phrase("frame.sending")),
            count > 0 && el("span", { class: "soft figures" }, phrase("frame.notSentYet", { count })));
    };
    const update = () => {
        const [isOffline, isIntercepted] = [live.isOffline(), live.isIntercepted()];
        const count = waiting();
        clearTimeout(timer);
        if (isOffline || isIntercepted || (count > 0 && !node.hidden)) show();
        else if (count > 0) timer = window.setTimeout(() => waiting() > 0 && show(), patience);
        else node.hidden = true;
        if (isIntercepted !== before.isIntercepted) (isIntercepted ? say : unsay)(intercepted);
        else if (isOffline && !before.isOffline) say(offline);
        if (before.isOffline && !isOffline) {
            say(phrase("frame.online"));
            import("./version.js").then(({ lookForVersion: look }) => look()).catch(() => {});
        }
        before = { isOffline, isIntercepted };
    };
    return { node, update };
}

/** Says that something wasn't sent, and leads to the page that has it. */
function showRefused(/** @type {HTMLElement} */ node) {
    const count = notSent().length;
    node.hidden = count === 0;
    const text = phrase("frame.refused", { count });
    if (node.dataset.count === String(count)) return;
    node.dataset.count = String(count);
    unsay(node.firstElementChild?.textContent || text);
    fill(node, el("span", {}, text), el("a", { class: "button button-small", href: "/not-sent" },
        phrase("frame.lookAtRefused", { count })));
    if (count > 0) say(text);
}

const heights = { bars: 0, head: 0, foot: 0 };
/**
 * What stands between the sticky parts, and is placed anew when one of them grows, shrinks, comes or goes.
 * @type {Set<() => void>}
 */
const edgeFollowers = new Set();

/** The edges of the uncovered part of the window, in pixels from its top. */
export function uncoveredEdges() {
    return { top: heights.bars + heights.head, bottom: innerHeight - heights.foot };
}

/**
 * Follows the height of a sticky part until the page is left.
 * @param {keyof typeof heights} name
 * @param {HTMLElement} node
 * @param {AbortSignal} [signal]
 */
export function followHeight(name, node, signal) {
    const observer = new ResizeObserver(() => {
        heights[name] = node.offsetHeight;
        for (const follow of edgeFollowers) follow();
    });
    observer.observe(node);
    signal?.addEventListener("abort", () => {
        observer.disconnect();
        heights[name] = 0;
    });
}

/**
 * Calls a function whenever the uncovered part of the window has changed, until the signal.
 * @param {() => void} follow
 * @param {AbortSignal} signal
 */
export function followEdges(follow, signal) {
    edgeFollowers.add(follow);
    signal.addEventListener("abort", () => edgeFollowers.delete(follow));
}

/** The height of what scrolls away as a whole above the content of a page, in pixels. */
export const fold = { height: () => 0 };

/** The distance that a revealed element keeps from the head and the foot. */
const gap = 16;

/**
 * Scrolls until the sticky parts don't cover an element. Scroll margins would have to follow the heights of these parts, and each
 * change of them would restyle and lay out the whole room.
 * @param {Element | undefined | null} node
 * @param {boolean} [isFirst] whether it is to be the first below the head
 */
export function reveal(node, isFirst = false) {
    if (!node) return;
    const box = node.getBoundingClientRect();
    const { top, bottom } = uncoveredEdges();
    const above = box.top - top - gap;
    const below = box.bottom - bottom + gap;
    const by = isFirst || above < 0 ? above : Math.max(0, Math.min(above, below));
    const to = scrollY + by;
    scrollBy(0, by && to > 0 ? Math.max(to, fold.height()) - scrollY : by);
}
