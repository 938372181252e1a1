// The pill at the top of the composer's bar: how many unseen new comments are out of view, and a jump to the next of them.
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { sign } from "./signs.js";
import { uncoveredEdges, reveal } from "../frame/bars.js";
import { layOutNear } from "../room/heights.js";

/**
 * The pill that counts the new comments out of view that haven't been seen, and jumps to the next of them.
 * @param {AbortSignal} signal
 * @param {() => {node: HTMLElement}[]} unseen in the order of the page
 */
export function unseenPill(signal, unseen) {
    const label = el("span", { class: "figures" });
    const arrow = el("span", {});
    const node = el("button", { class: "pill", hidden: true }, label, arrow);
    let frame = 0;
    let shown = "";

    /** The next one below, otherwise the last one above. */
    const target = () => {
        const places = unseen().map(({ node: article }) => ({ article, side: sideOf(article) }));
        const below = places.find(({ side }) => side === "below");
        const above = places.findLast(({ side }) => side === "above");
        const band = document.querySelector("[data-band]");
        // What the band in view says already isn't said again.
        const isSaid = band instanceof HTMLElement && sideOf(band) === "inside";
        const count = places.filter(({ side }) => side !== "inside").length;
        const text = phrase(isSaid ? "controls.moreUnseen" : "controls.unseen", { count });
        return { text, article: (below ?? above)?.article, isBelow: below !== undefined };
    };
    const update = () => {
        frame = 0;
        const { text, article, isBelow } = target();
        node.hidden = article === undefined;
        const key = `${text} ${isBelow}`;
        if (key === shown) return;
        shown = key;
        fill(label, text);
        fill(arrow, sign(isBelow ? "down" : "up"));
    };
    const later = () => {
        frame ||= requestAnimationFrame(update);
    };
    node.addEventListener("click", () => {
        const { article } = target();
        if (!article) return;
        jump(article);
    });
    addEventListener("scroll", later, { passive: true, signal });
    addEventListener("resize", later, { signal });
    return { node, update: later };
}

/**
 * Where a comment is, as seen from the window. In a thread that is out of view it isn't measured: the browser would have to lay
 * it out.
 * @param {HTMLElement} article
 */
function sideOf(article) {
    const { top, bottom } = uncoveredEdges();
    for (const part of [article.closest("section"), article]) {
        const box = part?.getBoundingClientRect();
        if (box && box.top > bottom) return "below";
        if (box && box.bottom < top) return "above";
    }
    return "inside";
}

/**
 * Scrolls to a comment or thread and focuses it. With the first comment of a thread, the thread's time comes into view.
 * @param {HTMLElement} node
 * @param {{focus?: boolean}} options
 */
export function jump(node, { focus = true } = {}) {
    layOutNear(node);
    const section = node.closest("section");
    reveal(section?.querySelector("article") === node ? section : node, true);
    if (!focus) return;
    node.tabIndex = -1;
    node.focus({ preventScroll: true });
}
