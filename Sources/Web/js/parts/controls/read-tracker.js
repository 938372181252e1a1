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
 *     assignment in place of comments: how the marker moves, and the attribute with an entry's id.
 */
export function readTracker(roomID, signal, onSeen,
    { mark = (room, last) => outbox.markRead(room, last), attribute = "data-comment" } = {}) {
    const seen = /** @type {Set<string>} */ (new Set());
    /** @type {readonly ShownComment[]} */
    let comments = [];
    let readNumber = 0;
    let isHidden = (/** @type {ShownComment} */ _comment) => false;
    const viewed = new ViewedElements(signal, (node) => {
        seen.add(node.getAttribute(attribute) ?? "");
        advance();
        onSeen();
    });

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

    return {
        /** Whether a comment has been seen in this visit. */
        isSeen: (/** @type {string} */ id) => seen.has(id),
        /**
         * Follows what is shown now.
         * @param {readonly ShownComment[]} all by number
         * @param {number} number my read marker
         * @param {(comment: ShownComment) => boolean} hidden what isn't shown at all
         * @param {(id: string) => Element | undefined} node
         */
        update(all, number, hidden, node) {
            [comments, readNumber, isHidden] = [all, Math.max(readNumber, number), hidden];
            const isUnseen = (/** @type {ShownComment} */ comment) => !comment.mine && !comment.folded && comment.state === "sent"
                && comment.number > readNumber && !hidden(comment) && !seen.has(comment.id);
            viewed.follow(all.filter(isUnseen).flatMap(({ id }) => node(id) ?? []));
            advance();
        },
    };
}

/** @typedef {{node: Element, timer: number, isInView: boolean}} Item */

/** Waits until elements have been in view for a second, and reports each once. */
class ViewedElements {
    /** @type {Map<Element, Item>} */
    watched = new Map();
    edges = uncoveredEdges();
    observer = this.observe();

    constructor(/** @type {AbortSignal} */ signal, /** @type {(node: Element) => void} */ onSeen) {
        this.signal = signal;
        this.onSeen = onSeen;
        addEventListener("resize", () => this.renew(), { signal });
        document.addEventListener("visibilitychange", () => this.watched.forEach((item) => this.time(item)), { signal });
        signal.addEventListener("abort", () => {
            this.observer.disconnect();
            for (const { timer } of this.watched.values()) clearTimeout(timer);
        });
    }

    /** Creates the observer. Its margins exclude the sticky parts, which cover comments. */
    observe() {
        const { top, bottom } = this.edges = uncoveredEdges();
        return new IntersectionObserver((entries) => entries.forEach((entry) => this.look(entry)), {
            rootMargin: `-${Math.round(top)}px 0px -${Math.round(innerHeight - bottom)}px 0px`,
            threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1],
        });
    }

    renew() {
        this.observer.disconnect();
        this.observer = this.observe();
        for (const node of this.watched.keys()) this.observer.observe(node);
    }

    /** @param {IntersectionObserverEntry} entry */
    look({ intersectionRatio, intersectionRect, isIntersecting, rootBounds, target }) {
        const item = this.watched.get(target);
        if (!item) return;
        const room = rootBounds?.height ?? innerHeight;
        item.isInView = isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= room / 2);
        this.time(item);
    }

    /** @param {Item} item */
    time(item) {
        const counts = item.isInView && document.visibilityState === "visible";
        if (counts && item.timer) return;
        clearTimeout(item.timer);
        item.timer = counts ? window.setTimeout(() => this.see(item), second) : 0;
    }

    /** @param {Item} item */
    see(item) {
        if (this.signal.aborted) return;
        item.timer = 0;
        // The sticky parts are measured after the page was made, and grow.
        const { top, bottom } = uncoveredEdges();
        if (top > this.edges.top || bottom < this.edges.bottom) return this.renew();
        this.forget(item);
        this.onSeen(item.node);
    }

    /** Waits for these, too, and no longer for those that have left the page. */
    follow(/** @type {readonly Element[]} */ nodes) {
        for (const item of this.watched.values()) if (!item.node.isConnected) this.forget(item);
        for (const node of nodes) {
            if (this.watched.has(node)) continue;
            this.watched.set(node, { node, timer: 0, isInView: false });
            this.observer.observe(node);
        }
    }

    /** @param {Item} item */
    forget({ node, timer }) {
        clearTimeout(timer);
        this.observer.unobserve(node);
        this.watched.delete(node);
    }
}
