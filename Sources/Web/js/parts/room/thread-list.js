// The threads of a room: a section for each second, in order.
import { el, fill, mark, set, sync } from "../../dom.js";
import { answered } from "../../client/room.js";
import { jump } from "../controls/unseen-pill.js";
import { commentArticle } from "./comment.js";
import { placeName } from "../watch/subject-words.js";
import { arrive } from "../controls/motion.js";
import { reveal, uncoveredEdges } from "../frame/bars.js";
import { phrase } from "../../phrases.js";
import { holdPlace, keepRead, layOutNear, layOutThreads, noteHeights } from "./heights.js";

/** @typedef {import("../../types/app.js").ShownComment} ShownComment */
/** @typedef {{seconds: number, comments: ShownComment[]}} Thread */
/**
 * What replies need of the room: all its comments, and what `answered` needs.
 * @typedef {{all: readonly ShownComment[]} & Parameters<typeof answered>[1]} Room
 */

/** The number of comments that come with an update at once. The browser draws the others when they are near, or it is idle. */
const atOnce = 24;

/** The list of a room's threads. */
export class ThreadList {
    node = el("div", { class: "threads" });
    /** @type {Map<string, HTMLElement>} */
    articles = new Map();
    /**
     * The comments that were shown last.
     * @type {Set<string> | undefined}
     */
    shown = undefined;
    /**
     * The thread above which the number of new comments stands.
     * @type {HTMLElement | undefined}
     */
    band = undefined;
    heights = new ResizeObserver(() => holdPlace(this.node));
    near = new IntersectionObserver((threads) => {
        this.hasDrawn = false;
        for (const { isIntersecting, target } of threads) if (isIntersecting) target.dispatchEvent(new Event("near"));
        if (this.hasDrawn) holdPlace(this.node);
    }, { rootMargin: "100% 0px" });
    hasDrawn = false;
    /** How many more comments this update draws. */
    rest = 0;
    /**
     * The comments before which their author's face and name stand already.
     * @type {ReadonlySet<string>}
     */
    following = new Set();

    /**
     * What a reply says of the comment that it answers.
     * @type {import("./comment.js").Surroundings["answered"]}
     */
    answered = () => undefined;

    /** @param {Omit<import("./comment.js").Surroundings, "answered" | "follows" | "lead">} around */
    constructor(around) {
        this.around = { ...around, answered: (/** @type {string} */ id) => this.answered(id),
            lead: (/** @type {string} */ id) => this.lead(id),
            follows: (/** @type {ShownComment} */ comment) => this.following.has(comment.id) };
    }

    /** @param {string} id */
    article = (id) => this.articles.get(id);

    /**
     * The articles of comments, in the order of the page.
     * @param {readonly ShownComment[]} comments
     */
    inOrder(comments) {
        return comments.flatMap(({ id }) => this.article(id) ?? []).map((node) => ({ node })).sort(byPlace);
    }

    /** @param {string} id */
    lead(id) {
        const article = this.article(id);
        if (article) jump(article);
    }

    /**
     * @param {readonly ShownComment[]} comments
     * @param {Room} [room]
     */
    update(comments, room) {
        const { node } = this;
        if (room) {
            const known = new Map(room.all.map((comment) => [comment.id, comment]));
            this.answered = (id) => answered(known.get(id), room);
        }
        const anchor = topmost(node);
        const before = anchor?.getBoundingClientRect().top ?? 0;
        const threads = grouped(comments);
        this.following = following(threads, this.around.isNew);
        this.rest = atOnce;
        sync(node, threads, (thread) => String(thread.seconds), (thread) => this.section(thread));
        this.articles = new Map([...this.articles].filter(([, article]) => article.isConnected));
        this.showBand(comments);
        const came = this.arrivals(comments);
        // New comments above must not move the text being read. The browser's scroll anchoring is off, since Chromium's fails
        // while the composer has the focus.
        if (anchor?.isConnected) keepRead(anchor.getBoundingClientRect().top - before);
        noteHeights(node);
        layOutThreads(node);
        this.showArrivals(came);
    }

    /**
     * Says how many comments are new, once, above the thread in which they begin.
     * @param {readonly ShownComment[]} comments
     */
    showBand(comments) {
        const fresh = comments.filter((comment) => !comment.folded && this.around.isNew(comment));
        const first = Math.min(...fresh.map(({ seconds }) => seconds));
        const band = [...this.node.children].find((one) => one instanceof HTMLElement && Number(one.dataset.thread) === first);
        if (this.band !== band && this.band) mark(this.band, "data-band", undefined);
        this.band = band instanceof HTMLElement ? band : undefined;
        if (this.band) mark(this.band, "data-band", phrase("room.new", { count: fresh.length }));
    }

    /**
     * The comments that have come since the last time; none when the room opens, or when much comes at once.
     * @param {readonly ShownComment[]} comments
     */
    arrivals(comments) {
        const { shown } = this;
        this.shown = new Set(comments.map(({ id }) => id));
        const came = comments.filter(({ id }) => !shown?.has(id));
        return shown && came.length <= 3 ? came : [];
    }

    /**
     * A comment lands at its second: one that is written here comes from the composer, and into view.
     * @param {readonly ShownComment[]} came
     */
    showArrivals(came) {
        for (const { id, mine, state } of came) {
            const article = this.article(id);
            if (!article) continue;
            if (mine && state === "waiting") {
                // Otherwise its thread clips it on its way.
                layOutNear(article);
                reveal(article);
            }
            arrive(article, mine ? document.querySelector("#composer") : null);
        }
    }

    /** @param {Thread} first */
    section({ comments: [{ roomID }], seconds }) {
        const list = el("div", { class: "thread-comments" });
        const id = `thread-${seconds}`;
        const line = el("p", { class: "spoken", dir: "auto" });
        const head = el("h2", { class: "thread-head figures", id }, placeName(seconds, roomID));
        const node = el("section", { class: "thread", role: "group", data: { thread: seconds }, "aria-labelledby": id },
            head, list);
        this.heights.observe(node);
        this.near.observe(node);
        /** @type {Set<ReturnType<typeof commentArticle>>} */
        const undrawn = new Set();
        let isNear = false;
        const draw = () => {
            this.hasDrawn ||= undrawn.size > 0;
            for (const comment of undrawn) comment.draw();
            undrawn.clear();
        };
        node.addEventListener("near", () => {
            isNear = true;
            draw();
        });
        return {
            node,
            /** @param {Thread} thread */
            update: (thread) => {
                mark(node, "data-follows", this.following.has(thread.comments[0]?.id ?? ""));
                set(node, { vars: { lines: lines(thread, this.following) } });
                const text = this.around.line(seconds);
                fill(line, text);
                if (!text) line.remove();
                else if (!line.parentNode) head.after(line);
                sync(list, thread.comments, (comment) => comment.id, (comment) => {
                    const made = this.comment(comment);
                    undrawn.add(made);
                    return made;
                });
                if (undrawn.size > 0 && (isNear || (this.rest -= undrawn.size) > 0)) draw();
            },
        };
    }

    /** @param {ShownComment} comment */
    comment(comment) {
        const made = commentArticle(comment, this.around);
        this.articles.set(comment.id, made.node);
        return made;
    }
}

/**
 * @param {{node: Node}} one
 * @param {{node: Node}} other
 */
const byPlace = (one, other) => one.node.compareDocumentPosition(other.node) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** The largest height of a comment's pictures, in lines. */
const picturesLines = 14;

/**
 * The height of a thread that isn't laid out yet, in lines. It is rather too large: a target in such a thread lies within it.
 * @param {Thread} thread
 * @param {ReadonlySet<string>} follows the comments without face and name
 */
function lines({ comments }, follows) {
    const isShort = (/** @type {ShownComment | undefined} */ comment) => comment !== undefined && follows.has(comment.id);
    return comments.reduce((sum, comment) => sum + (isShort(comment) ? 1 : 2) + comment.content.split("\n").length
        + Math.floor(comment.content.length / 32) + (comment.pictures ? picturesLines : 0), isShort(comments[0]) ? 1 : 2);
}

/**
 * Groups comments by second, in the order of the timeline.
 * @param {readonly ShownComment[]} comments
 * @returns {Thread[]}
 */
function grouped(comments) {
    /** @type {Map<number, Thread>} */
    const found = new Map();
    for (const comment of comments) {
        const thread = found.get(comment.seconds) ?? { seconds: comment.seconds, comments: [] };
        thread.comments.push(comment);
        found.set(comment.seconds, thread);
    }
    return [...found.values()].sort((one, other) => one.seconds - other.seconds);
}

/** For so long after a comment its author goes on: until a second of the timeline, and until a moment in milliseconds. */
const [nextSecond, nextMoment] = [90, 600_000];

/**
 * The comments that go on where the one before them ends, which is the same person's, of a moment before.
 * @param {readonly Thread[]} threads
 * @param {(comment: ShownComment) => boolean} isNew
 */
export function following(threads, isNew) {
    const all = threads.flatMap(({ comments }) => comments);
    return new Set(all.filter((comment, place) => {
        const before = all[place - 1];
        return before && !comment.folded && !before.folded && comment.replyTo === undefined && comment.author !== undefined
            && before.author?.id === comment.author.id && isNew(before) === isNew(comment)
            && (before.seconds === 0) === (comment.seconds === 0) && comment.seconds - before.seconds <= nextSecond
            && Math.abs(Date.parse(comment.createdAt) - Date.parse(before.createdAt)) <= nextMoment;
    }).map(({ id }) => id));
}

/**
 * The first comment that is fully visible below the head, or else the one that fills the window.
 * @param {Element} node
 * @returns {HTMLElement | undefined}
 */
export function topmost(node) {
    const { top: edge } = uncoveredEdges();
    let partly;
    for (const thread of node.children) {
        if (thread.getBoundingClientRect().bottom <= edge) continue;
        for (const article of thread.querySelectorAll("article")) {
            const { top, bottom } = article.getBoundingClientRect();
            if (bottom <= edge) continue;
            if (top >= edge) return partly && top > innerHeight ? partly : article;
            partly = article;
        }
    }
    return partly;
}
