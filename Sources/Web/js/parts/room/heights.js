// The heights of a room's threads. The browser lays out those near the window first, and the others when it is idle; until then,
// their heights are guesses, which parts/room/thread-list.js gives to the style.
import { fold, reveal, uncoveredEdges } from "../frame/bars.js";

/**
 * The number of comments that are laid out at a time, and the longest wait for the browser to be idle, in milliseconds. The
 * browser goes through the whole page each time, so a smaller number costs more in all.
 */
const [slice, patience] = [125, 2_000];
const idle = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ run) => setTimeout(run, patience / 20));
/** @type {WeakSet<Element>} */
const waiting = new WeakSet();
/** @type {WeakMap<Element, number>} */
const known = new WeakMap();
/** What the last scroll was too short by, since pages scroll by whole pixels. */
let rest = 0;

/**
 * Takes the heights of the threads as they are. What has changed until now moves nothing.
 * @param {Element} list
 */
export function noteHeights(list) {
    for (const thread of list.children) known.set(thread, thread.getBoundingClientRect().height);
}

/**
 * Keeps what is read in its place after threads above it have changed their heights.
 * @param {Element} list
 */
export function holdPlace(list) {
    const { top: edge } = uncoveredEdges();
    let moved = rest;
    for (const thread of list.children) {
        const { top, height } = thread.getBoundingClientRect();
        const before = known.get(thread) ?? height;
        if (top - moved + before > edge) break;
        moved += height - before;
    }
    noteHeights(list);
    const start = scrollY;
    keepRead(moved);
    rest = (moved - (scrollY - start)) % 1;
}

/**
 * Scrolls by as much as what is read has moved, so that it stays. At the top of the page it moves instead: the picture there
 * would be cut.
 * @param {number} moved in pixels
 */
export function keepRead(moved) {
    const [height, to] = [fold.height(), scrollY + moved];
    if (Math.abs(moved) < 1 || Math.max(scrollY, to) < height) return;
    scrollBy(0, scrollY < height ? moved : Math.max(to, height) - scrollY);
}

/**
 * Lays out all threads, a few at a time. Until then, neither screen readers nor the browser's search find what is in those out of
 * view.
 * @param {Element} list
 */
export function layOutThreads(list) {
    if (waiting.has(list) || !list.querySelector(".thread:not(.laid-out)")) return;
    waiting.add(list);
    // What is near the window is shown first.
    requestAnimationFrame(() => idle(() => layOutSome(list), { timeout: patience }));
}

/**
 * Lays a thread out, and tells it that it is near, so that it draws its comments.
 * @param {Element} thread
 */
function layOut(thread) {
    thread.classList.add("laid-out");
    thread.dispatchEvent(new Event("near"));
}

/** @param {Element} list */
function layOutSome(list) {
    waiting.delete(list);
    if (!list.isConnected) return;
    let count = 0;
    for (const thread of list.querySelectorAll(".thread:not(.laid-out)")) {
        if (count >= slice) break;
        layOut(thread);
        count += thread.querySelectorAll("article").length;
    }
    holdPlace(list);
    layOutThreads(list);
}

/** For so long something keeps its place in the window while what is around it comes, in milliseconds. */
const settling = 2_000;

/**
 * Scrolls to an element, and again when these parts of the page change their heights in the next two seconds.
 * @param {Element | undefined} node
 * @param {readonly (Element | null)[]} parts
 */
export function keepInView(node, parts) {
    const observer = new ResizeObserver(() => node?.isConnected && reveal(node));
    for (const part of parts) if (part) observer.observe(part);
    setTimeout(() => observer.disconnect(), settling);
}

/**
 * Lays out what will stand in the window together with an element, so that it stays where it is scrolled to.
 * @param {Element} node
 */
export function layOutNear(node) {
    let space = innerHeight;
    for (let thread = node.closest(".thread"); thread && space > 0; thread = thread.previousElementSibling) {
        layOut(thread);
        space -= thread.getBoundingClientRect().height;
    }
    const list = node.closest(".threads");
    if (list) noteHeights(list);
}
