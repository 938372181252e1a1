// The pill above the composer: how many new comments haven't been seen, and a jump to the next of them.
import { el, fill, icon } from "../dom.js";
import { edges, reveal } from "./bars.js";

/**
 * @param {AbortSignal} signal
 * @param {() => {node: HTMLElement}[]} unseen in the order of the page
 */
export function pill(signal, unseen) {
    const label = el("span", { class: "figures" });
    const sign = el("span", {});
    const node = el("button", { class: "pill", hidden: true }, label, sign);
    let frame = 0;
    let shown = "";

    /** The next one below, otherwise the last one above. */
    const target = () => {
        const all = unseen().map(({ node: article }) => ({ article, box: article.getBoundingClientRect() }));
        const { top, bottom } = edges();
        const below = all.find(({ box }) => box.top > bottom);
        const above = all.filter(({ box }) => box.bottom < top).at(-1);
        const isBelow = below !== undefined;
        return { count: all.length, article: (below ?? above)?.article, isBelow };
    };
    const update = () => {
        frame = 0;
        const { count, article, isBelow } = target();
        node.hidden = article === undefined;
        const key = `${count} ${isBelow}`;
        if (key === shown) return;
        shown = key;
        fill(label, `${count} new`);
        fill(sign, icon(isBelow ? "down" : "up"));
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
 * Scrolls to a comment or thread and focuses it.
 * @param {HTMLElement} node
 * @param {{focus?: boolean}} options
 */
export function jump(node, { focus = true } = {}) {
    reveal(node, true);
    if (!focus) return;
    node.tabIndex = -1;
    node.focus({ preventScroll: true });
}
