// A room: its threads along the timeline, and the composer.
import { closeRoom, comments, openRoom } from "../client/room.js";
import { el, fill } from "../dom.js";
import { drafts, replica, seconds } from "../client.js";
import { keepPlace, keptPlace, keptScroll } from "../routes.js";
import { watchPosition } from "../parts/room/watch-position.js";
import { composer } from "../parts/room/composer.js";
import { sheet } from "../parts/controls/dialog.js";
import { spoilerGate } from "../parts/room/spoiler-gate.js";
import { followKeys } from "../parts/controls/page-keys.js";
import { followHeight, reveal } from "../parts/frame/bars.js";
import { layOutNear } from "../parts/room/heights.js";
import { spokenLines } from "../parts/room/spoken-lines.js";
import { positionFollower } from "../parts/room/follow-position.js";
import { jump, unseenPill } from "../parts/controls/unseen-pill.js";
import { readTracker } from "../parts/controls/read-tracker.js";
import { afterMarking, roomHead } from "../parts/room/room-head.js";
import { announceArrival, asOf, asProblem, emptyState, failure, freshness, say, skeleton } from "../parts/controls/states.js";
import { subjectTitle } from "../parts/watch/room-row.js";
import { threadList, topmost } from "../parts/room/thread-list.js";
import roomInfo from "./room-info.js";

/** @typedef {import("../types/app.js").ShownComment} ShownComment */

const missing = "There is no such room, or you are not in it.";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function room(context) {
    const id = (context.params.id ?? "").toLowerCase();
    const { signal } = context;
    const scroll = keptScroll();
    /** @type {{comment: string, top: number} | undefined} */
    const kept = keptPlace();
    const wide = matchMedia("(width >= 1280px)");
    let isOpen = false;
    let isPlaced = false;
    let isMarkedNow = false;
    let hasDetails = false;
    /**
     * Comments above this number are new until I leave.
     * @type {number | undefined}
     */
    let newAbove;
    let highest = 0;
    /** @type {Set<string>} */
    let waiting = new Set();
    /**
     * What the gate hid at the last update.
     * @type {Set<string>}
     */
    let hidden = new Set();
    /** The last second with something that is shown. */
    let last = 0;
    /** @type {ReturnType<typeof import("../parts/room/timeline-rail.js").timelineRail> | undefined} */
    let rail;
    /** @type {unknown} */
    let problem;

    const isNew = (/** @type {ShownComment} */ comment) => !comment.mine && comment.state === "sent" && newAbove !== undefined && comment.number > newAbove;
    const isHidden = (/** @type {ShownComment} */ comment) => barrier.isHidden(comment);
    const length = () => where.length(last);

    const head = roomHead(id, { onInfo: openInfo, onMarked: (isWatched) => { isMarkedNow = isWatched; update(); } });
    const list = threadList({
        isNew,
        reply: (seconds, username) => write.reply(seconds, username),
        line: (seconds) => spoken.at(seconds),
        moderates: () => (replica.room(id)?.mine?.isHost ?? false) || replica.runsCommunity(),
    });
    const where = watchPosition(id, signal, { onMove: move, onStart: () => now.start(), onEnd: () => head.mark(true) });
    const spoken = spokenLines(id, signal, update);
    const write = composer(id, where, { length, spoken, onSent: (commentID) => requestAnimationFrame(() => reveal(list.article(commentID))) });
    const now = positionFollower(list.node, signal);
    const unseen = unseenPill(signal, () => shownComments().filter((comment) => isNew(comment) && !comment.folded && !read.isSeen(comment.id))
        .flatMap((comment) => list.article(comment.id) ?? []).map((node) => ({ node })).sort(byPlace));
    const read = readTracker(id, signal, unseen.update);
    const after = el("div", {});
    const barrier = spoilerGate(id, where, {
        onOpen() {
            update();
            reveal(list.node.querySelector("h2"), true);
        },
        ask: write.ask,
    });
    const rest = el("div", {});
    const content = el("div", { class: "room-content" }, after, list.node, barrier.node, rest);
    const body = el("div", { class: "room-body" }, content);
    const foot = el("div", { class: "room-foot" }, unseen.node, where.note, write.node);
    const node = el("div", { class: "room" }, head.node, body, foot);

    const shownComments = () => comments(id).filter((comment) => !isHidden(comment));

    function update() {
        if (signal.aborted) return;
        const found = replica.room(id);
        // Signing out takes the copy away before the page goes.
        if (!found && isOpen && !replica.me()) return;
        if (!found) return showMissing();
        context.title(subjectTitle(found.subject));
        head.update(found);
        if (!hasDetails && wide.matches) context.details(roomInfo(id, { ...context, onLines: spoken.reload, shown: shownComments }));
        hasDetails ||= wide.matches;
        spoken.update();
        if (!isOpen) {
            fill(rest, problem ? failure(problem, open) : skeleton());
            context.state(problem ? "error" : "loading");
            return;
        }
        const all = comments(id);
        where.follow();
        barrier.update(all);
        announce(all);
        const shown = all.filter((comment) => !isHidden(comment));
        last = Math.max(0, ...shown.map((comment) => comment.seconds));
        list.update(shown);
        rail?.update(shown, isNew, length());
        showPlace();
        const unread = all.filter((comment) => isNew(comment) && !read.isSeen(comment.id)).length;
        fill(after, isMarkedNow && found.watched && afterMarking(found, unread));
        const isEmpty = shown.length === 0 && !barrier.isShut();
        fill(rest, isEmpty && emptyState("Nobody has written anything yet. Write while you watch, with the time first: 15:43 that hallway!"));
        const fresh = freshness();
        head.age(fresh === "ready" ? undefined : asOf(replica.asOf()));
        context.state(fresh !== "ready" ? fresh : isEmpty ? "empty" : "ready");
        read.update(all, found.readNumber, isHidden, list.article);
        unseen.update();
        placeOnce();
    }

    /**
     * Announces what was sent, refused or received since the last update, except for comments that the gate hides.
     * @param {readonly ShownComment[]} all
     */
    function announce(all) {
        for (const comment of all) {
            if (!waiting.has(comment.id) || comment.state === "waiting") continue;
            say(comment.state === "sent" ? "Sent." : `Refused. ${comment.problem?.detail ?? ""}`);
        }
        waiting = new Set(all.filter((comment) => comment.state === "waiting").map((comment) => comment.id));
        const before = highest;
        highest = Math.max(highest, ...all.map((comment) => comment.state === "sent" ? comment.number : 0));
        const appears = (/** @type {ShownComment} */ comment) => hidden.has(comment.id) || (comment.state === "sent" && comment.number > before && !comment.mine);
        const arrived = all.filter((comment) => appears(comment) && !comment.folded && !isHidden(comment));
        hidden = new Set(all.filter(isHidden).map((comment) => comment.id));
        if (!isPlaced) return;
        for (const comment of arrived) announceArrival(comment.author?.username ?? "somebody");
    }

    /** Follows me: what appears at this second, and every sign of where I am. */
    function move() {
        if (isOpen && barrier.move()) update();
        else showPlace();
    }

    function showPlace() {
        write.update();
        rail?.move(where.second());
        now.show(where.isRunning() ? where.second() : undefined);
        const place = barrier.isShut() && where.second() === undefined ? barrier.actions : write.strip;
        if (where.button.parentNode === place) return;
        const isFocused = document.activeElement === where.button;
        place.append(where.button);
        if (isFocused) where.button.focus();
    }

    /** Shows that there is no such room, or why it can't be loaded. A room that goes while it is open leaves nothing behind. */
    function showMissing() {
        if (!problem && !isOpen) return;
        context.state("error");
        context.title("Not found");
        context.details(undefined);
        for (const part of [head.node, foot]) part.remove();
        list.update([]);
        // What was typed a moment ago isn't kept either.
        if (isOpen) drafts.save(`room:${id}`, undefined);
        read.update([], 0, isHidden, list.article);
        fill(after);
        barrier.update([]);
        fill(rest, el("h1", { class: "unseen" }, "Not found"), isOpen || asProblem(problem).status === 404
            ? emptyState(missing, el("a", { class: "button", href: "/watch" }, "Watch")) : failure(problem, open));
    }

    async function open() {
        problem = undefined;
        update();
        try {
            if (!replica.room(id)) await replica.loadRoom(id);
            newAbove ??= replica.room(id)?.readNumber;
            await openRoom(id);
            isOpen = true;
            import("../parts/room/timeline-rail.js").then((found) => {
                if (signal.aborted) return;
                rail = found.timelineRail(list.node, [head.node, foot], signal);
                body.append(rail.node);
                update();
            }, () => {});
        } catch (found) {
            problem = found;
        }
        update();
    }

    /** Scrolls to the address's target, else to the position in the history, else to the first new comment, else to where the user left. */
    async function placeOnce() {
        if (isPlaced) return;
        isPlaced = true;
        if (await toAddress()) return;
        const before = kept && list.article(kept.comment);
        if (kept && before) {
            layOutNear(before);
            return scrollBy(0, before.getBoundingClientRect().top - kept.top);
        }
        if (scroll !== undefined) return scrollTo(0, scroll);
        const first = [...list.node.querySelectorAll("article[data-new]")][0];
        const left = /** @type {{comment: string} | undefined} */ (await drafts.load(`left:${id}`));
        const place = first ?? (left && list.article(left.comment));
        if (place instanceof HTMLElement && place !== list.node.querySelector("article")) jump(place, { focus: false });
    }

    /** `#15:43` leads to a thread or the next one after it, `#n17` to a comment. The gate asks before it shows a hidden target. */
    async function toAddress() {
        const hash = decodeURIComponent(location.hash.slice(1));
        if (!hash) return false;
        const [, number] = /^n(\d+)$/.exec(hash) ?? [];
        const second = seconds(hash);
        const hit = comments(id).find((comment) => number ? comment.number === Number(number) : comment.seconds === second);
        if (!number && second === undefined) return false;
        if (hit && isHidden(hit)) return barrier.lead(hit.seconds), true;
        const section = [...list.node.querySelectorAll("section")].find((one) => Number(one.dataset.thread) >= (second ?? Infinity));
        const target = number ? hit && list.article(hit.id) : section;
        if (target instanceof HTMLElement) jump(target);
        return target !== undefined;
    }

    /** @param {HTMLElement} opener */
    function openInfo(opener) {
        const stop = new AbortController();
        const close = sheet("About this room", roomInfo(id, { ...context, onLines: spoken.reload, shown: shownComments, signal: stop.signal, close: () => close() }), { opener, signal, onClose: () => stop.abort() });
    }

    // A comment and its place in the window: the heights of threads that aren't laid out yet are guesses.
    keepPlace(() => {
        const top = topmost(list.node);
        return isPlaced && top ? { comment: top.dataset.comment, top: top.getBoundingClientRect().top } : kept;
    }, signal);
    context.title("Room");
    if (wide.matches) context.details(skeleton(2));
    const stop = replica.subscribe(["rooms", `room:${id}`, `comments:${id}`, "live", "me", "mutes", "blocks"], update);
    signal.addEventListener("abort", () => {
        const top = topmost(list.node);
        if (isPlaced && top) drafts.save(`left:${id}`, { comment: top.dataset.comment });
        stop();
        closeRoom(id);
    });
    addEventListener("hashchange", () => toAddress(), { signal });
    content.addEventListener("focusin", ({ target }) => {
        // What is clicked must not move.
        if (target instanceof Element && target.matches(":focus-visible")) reveal(target);
    });
    followHeight("head", head.node, signal);
    followHeight("foot", foot, signal);
    followKeys(signal, { list: list.node, compose: write.focus, watch: where.toggle });
    open();
    return node;
}

/**
 * @param {{node: Node}} one
 * @param {{node: Node}} other
 */
const byPlace = (one, other) => one.node.compareDocumentPosition(other.node) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
