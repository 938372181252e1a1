// Decides what has been read: a comment counts once it was half in view, or filled half of the page, for a second in a visible
// page.
import { outbox } from "../../client.js";
import { uncoveredEdges } from "../frame/bars.js";

/** @typedef {import("../../types/app.js").ShownComment} ShownComment */

const second = 1_000;

/**
 * Observes the comments of a room, and moves the read marker to the highest number up to which all of them have been seen.
 * @param {string} roomID
 * @param {AbortSignal} signal
 * @param {() => void} onSeen
 * @param {{mark?: (id: string, last: {id: string, number: number}) => unknown, attribute?: string}} options for entries of an
 *     assignment in
 *     place of comments: how the marker moves, and the attribute with an entry's id.
 */
export function readTracker(roomID, signal, onSeen,
    { mark = (room, last) => outbox.markRead(room, last), attribute = "data-comment" } = {}) {
    /** @type {Set<string>} */
    const seen = new Set();
    /** @type {Map<string, {node: Element, timer: number, isInView: boolean}>} */
    const watched = new Map();
    /** @type {readonly ShownComment[]} */
    let comments = [];
    let readNumber = 0;
    let isHidden = (/** @type {ShownComment} */ _comment) => false;
    /** The edges that the observer excludes. */
    let edge = uncoveredEdges();
    let observer = observe();
    addEventListener("resize", renew, { signal });

    function renew() {
        observer.disconnect();
        observer = observe();
        for (const { node } of watched.values()) observer.observe(node);
    }

    /** Creates the observer. Its margins exclude the sticky parts, which cover comments. */
    function observe() {
        const { top, bottom } = edge = uncoveredEdges();
        return new IntersectionObserver((entries) => {
            for (const entry of entries) {
                const id = entry.target.getAttribute(attribute) ?? "";
                const item = watched.get(id);
                if (!item) continue;
                const room = entry.rootBounds?.height ?? innerHeight;
                item.isInView = entry.isIntersecting
                    && (entry.intersectionRatio >= 0.5 || entry.intersectionRect.height >= room / 2);
                start(id);
            }
        }, { rootMargin: `-${Math.round(top)}px 0px -${Math.round(innerHeight - bottom)}px 0px`,
            threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1] });
    }

    /** @param {string} id */
    function start(id) {
        const item = watched.get(id);
        if (!item) return;
        const counts = item.isInView && document.visibilityState === "visible";
        if (counts && !item.timer) {
            item.timer = window.setTimeout(() => see(id), second);
        } else if (!counts) {
            clearTimeout(item.timer);
            item.timer = 0;
        }
    }

    /** @param {string} id */
    function see(id) {
        const item = watched.get(id);
        if (!item || signal.aborted) return;
        item.timer = 0;
        // The sticky parts are measured after the page was made, and grow.
        const { top, bottom } = uncoveredEdges();
        if (top > edge.top || bottom < edge.bottom) return renew();
        observer.unobserve(item.node);
        watched.delete(id);
        seen.add(id);
        advance();
        onSeen();
    }

    function advance() {
        let last;
        for (const comment of comments) {
            if (comment.state !== "sent" || comment.number <= readNumber) continue;
            if (!comment.mine && (isHidden(comment) || (!comment.folded && !seen.has(comment.id)))) break;
            last = comment;
        }
        if (!last) return;
        readNumber = last.number;
        mark(roomID, { id: last.id, number: last.number });
    }

    document.addEventListener("visibilitychange", () => [...watched.keys()].forEach(start), { signal });
    signal.addEventListener("abort", () => {
        observer.disconnect();
        for (const { timer } of watched.values()) clearTimeout(timer);
    });

    return {
        /**
         * Whether a comment has been seen in this visit.
         * @param {string} id
         */
        isSeen: (id) => seen.has(id),
        /**
         * Follows what is shown now.
         * @param {readonly ShownComment[]} all by number
         * @param {number} number my read marker
         * @param {(comment: ShownComment) => boolean} hidden what isn't shown at all
         * @param {(id: string) => Element | undefined} node
         */
        update(all, number, hidden, node) {
            comments = all;
            readNumber = Math.max(readNumber, number);
            isHidden = hidden;
            for (const [id, item] of watched) {
                if (item.node.isConnected) continue;
                observer.unobserve(item.node);
                clearTimeout(item.timer);
                watched.delete(id);
            }
            for (const comment of all) {
                if (comment.mine || comment.folded || comment.state !== "sent" || comment.number <= readNumber) continue;
                const found = node(comment.id);
                if (!found || hidden(comment) || seen.has(comment.id) || watched.has(comment.id)) continue;
                watched.set(comment.id, { node: found, timer: 0, isInView: false });
                observer.observe(found);
            }
            advance();
        },
    };
}
