// The bar that something wasn't sent, in a room: it isn't needed while all of that is in view, and leads to it otherwise.
import { notSent, replica } from "../../client.js";
import { uncoveredEdges } from "../frame/bars.js";
import { jump } from "../controls/unseen-pill.js";

/** How far a comment has to be out of view until the bar comes back, in pixels. By its own height it would come and go. */
const slack = 120;

/**
 * Hides the bar while every comment that wasn't sent is in view, and lets it lead to the only one, until the page is left.
 * @param {HTMLElement} list the threads
 * @param {AbortSignal} signal
 */
export function followRefused(list, signal) {
    const bar = document.querySelector(".notice-refused");
    const root = document.documentElement;
    const refused = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll("article[data-state=refused]:not([hidden])")]);
    let frame = 0;
    const look = () => {
        frame = 0;
        const isSeen = root.hasAttribute("data-refused-seen");
        const { bottom, top } = uncoveredEdges();
        const more = isSeen ? slack : -slack / 3;
        const found = refused();
        const isInView = (/** @type {HTMLElement} */ article) => {
            const box = article.getBoundingClientRect();
            return box.bottom > top - more && box.top < bottom + more;
        };
        root.toggleAttribute("data-refused-seen",
            found.length > 0 && found.length === notSent().length && found.every(isInView));
    };
    const follow = () => { frame ||= requestAnimationFrame(look); };
    const stop = replica.subscribe(["writes", "drafts"], follow);
    addEventListener("scroll", follow, { passive: true, signal });
    const observer = new ResizeObserver(follow);
    observer.observe(list);
    signal.addEventListener("abort", () => {
        stop();
        observer.disconnect();
        cancelAnimationFrame(frame);
        root.removeAttribute("data-refused-seen");
    });
    bar?.addEventListener("click", (event) => {
        const [article] = refused();
        const isLink = event.target instanceof Element && event.target.closest("a");
        // Otherwise the link leads to the page "Not sent".
        if (!article || !isLink || notSent().length > 1) return;
        event.preventDefault();
        jump(article);
    }, { signal });
}
