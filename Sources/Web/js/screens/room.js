// A room: its threads along the timeline, and the composer.
import { closeRoom, comments, isWhole, openRoom } from "../client/room.js";
import { el, fill, mark } from "../dom.js";
import { drafts, followThrown, replica } from "../client.js";
import { WatchPosition } from "../parts/room/watch-position.js";
import { composer } from "../parts/writing/composer.js";
import { WatchedMark } from "../parts/room/watched-mark.js";
import { SpoilerGate } from "../parts/room/spoiler-gate.js";
import { followKeys } from "../parts/controls/page-keys.js";
import { keepInView } from "../parts/room/heights.js";
import { followHeight, reveal } from "../parts/frame/bars.js";
import { Details } from "../parts/frame/details.js";
import { SpokenLines } from "../parts/room/spoken-lines.js";
import { unseenPill } from "../parts/controls/unseen-pill.js";
import { readTracker } from "../parts/controls/read-tracker.js";
import { afterMarking, emptyRoom, lastWritten, RoomHead } from "../parts/room/room-head.js";
import { RoomBand } from "../parts/room/room-band.js";
import { roomNews } from "../parts/room/room-news.js";
import { RoomPlace } from "../parts/room/room-place.js";
import { WatchPanel } from "../parts/room/watch-panel.js";
import { MissingRoom } from "../parts/room/missing-room.js";
import { asOf, asProblem, failure, freshness, skeleton } from "../parts/controls/states.js";
import { subjectTitle } from "../parts/watch/room-row.js";
import { ThreadList } from "../parts/room/thread-list.js";
import { phrase } from "../phrases.js";

/** @typedef {import("../types/app.js").ShownComment} ShownComment */
/** @typedef {import("../types/app.js").ShownRoom} ShownRoom */
/**
 * What the page knows beside the copy.
 * @typedef {object} State
 * @property {boolean} isOpen whether the comments are here
 * @property {boolean} isMarkedNow whether I have marked it as watched in this visit
 * @property {number} [newAbove] comments above this number are new until I leave
 * @property {number} last the last second with something that is shown
 * @property {unknown} [problem] why it can't be loaded
 */

/** @type {import("../parts/frame/frame.js").Screen} */
export default function room(context) {
    const page = new RoomPage(context);
    page.begin();
    return page.node;
}

class RoomPage {
    /** @type {State} */
    state = { isOpen: false, isMarkedNow: false, newAbove: undefined, last: 0, problem: undefined };
    /** @type {import("../parts/room/timeline-rail.js").TimelineRail | undefined} */
    rail = undefined;
    /** @type {import("../parts/room/reaction-bar.js").ReactionBar | undefined} */
    reactions = undefined;

    /** @param {import("../parts/frame/frame.js").Context} context */
    constructor(context) {
        this.context = context;
        const { signal } = context;
        const id = this.id = (context.params.id ?? "").toLowerCase();
        this.head = new RoomHead({ onInfo: (button) => this.details.open(button), onMark: (isDone) => this.mark.set(isDone) });
        this.list = new ThreadList({
            isNew: this.isNew,
            reply: (comment) => this.write.reply(comment),
            line: (seconds) => this.spoken.at(seconds),
            keepsPictures: (comment) => this.gate.keepsPictures(comment),
            moderates: () => (replica.room(id)?.mine?.isHost ?? false) || replica.runsCommunity(),
        });
        /** @type {WatchPosition} */
        this.where = new WatchPosition(id, signal, {
            onMove: () => this.move(), onStart: () => this.start(), onEnd: () => this.mark.set(true),
                isHiding: () => this.gate.isHiding,
        });
        this.spoken = new SpokenLines(id, signal, () => this.update());
        this.panel = new WatchPanel(this.where, this.list.node, signal);
        this.write = composer(id, this.where, { length: () => this.where.length(this.state.last), spoken: this.spoken,
            putTime: (time) => this.panel.putTime(time), drag: (...dragged) => this.panel.drag(...dragged) && this.showWhere() });
        this.unseen = unseenPill(signal, () => this.unseenArticles());
        this.read = readTracker(id, signal, this.unseen.update);
        /** @type {SpoilerGate} */
        this.gate = new SpoilerGate(id, this.where, {
            signal, onOpen: () => { this.update(); this.place.toFirst(); }, onShut: () => this.update(), ask: this.write.ask });
        this.mark = new WatchedMark(id, signal, {
            isHiding: () => this.gate.isHiding, onMark: (isWatched) => this.marked(isWatched), onChange: () => this.update(),
            onHold: (isHeld) => isHeld ? this.where.remember() : this.where.forget(),
        });
        this.news = roomNews();
        this.place = new RoomPlace(id, signal, { list: this.list, gate: this.gate });
        this.details = new Details(context, phrase("room.about.title"), () => import("./room-info.js"),
            (module, place) => module.default(id, { ...place, onLines: () => this.spoken.reload(),
                shown: () => this.shownComments(), known: () => this.knownComments() }));
        this.after = el("div", {});
        this.rest = el("div", {});
        this.content = el("div", { class: "room-content" }, this.after, this.list.node, this.panel.here, this.gate.node,
            this.rest);
        this.body = el("div", { class: "room-body" }, this.content);
        this.foot = el("div", { class: "room-foot" }, this.where.note, this.gate.note,
            el("div", { class: "dock" }, this.unseen.node, this.panel.node), this.write.node);
        this.band = new RoomBand({ head: this.head.node, hero: this.head.hero, body: this.body, content: this.content,
            foot: this.foot }, signal);
        this.missing = new MissingRoom(id, signal, () => this.open());
        this.node = el("div", { class: "room" }, this.head.node, this.head.hero, this.body, this.foot);
        this.write.takeDrops(this.node);
    }

    /** Follows the copy and the page until it is left, and loads the room. */
    begin() {
        const { context, context: { signal }, id } = this;
        context.title(phrase("room.title"));
        const topics = ["rooms", `room:${id}`, `comments:${id}`, "live", "me", "mutes", "blocks"];
        const stops = [replica.subscribe(topics, () => this.update()), followThrown(() => this.update())];
        signal.addEventListener("abort", () => {
            this.place.keep();
            for (const stop of stops) stop();
            closeRoom(id);
        });
        this.content.addEventListener("focusin", ({ target }) => {
            // What is clicked must not move.
            if (target instanceof Element && target.matches(":focus-visible")) reveal(target);
        });
        this.head.follow(signal);
        followHeight("head", this.head.node, signal);
        followHeight("foot", this.foot, signal);
        followKeys(signal, { list: this.list.node, compose: this.write.focus, watch: () => this.where.toggle(),
            react: () => this.reactions?.open() });
        this.open();
    }

    async open() {
        const { id, state } = this;
        state.problem = undefined;
        this.update();
        try {
            if (!replica.room(id)) await replica.loadRoom(id);
            state.newAbove ??= replica.room(id)?.readNumber;
            await openRoom(id);
            state.isOpen = true;
            this.addRail().catch(() => {});
        } catch (found) {
            state.problem = found;
        }
        this.update();
    }

    /** What isn't needed to read comes after the comments. */
    async addRail() {
        const { signal } = this.context;
        await new Promise(requestAnimationFrame);
        const [{ TimelineRail }, { ReactionBar }] = await Promise.all([import("../parts/room/timeline-rail.js"),
            import("../parts/room/reaction-bar.js")]);
        if (signal.aborted) return;
        this.reactions = new ReactionBar(this.id, this.list.node, signal);
        this.rail = new TimelineRail(this.list.node, this.head.hero, signal);
        this.body.append(this.rail.node);
        this.update();
    }

    /** @param {ShownComment} comment */
    isNew = (comment) => {
        const { newAbove } = this.state;
        return !comment.mine && comment.state === "sent" && newAbove !== undefined && comment.number > newAbove;
    };

    /** What the gate lets through. */
    shownComments() {
        return comments(this.id).filter((comment) => !this.gate.isHidden(comment));
    }

    /** Those that say where their authors are: also what is hidden, but only while I watch along. */
    knownComments() {
        if (!this.gate.hasLooked) return [];
        return this.where.isRunning() ? comments(this.id) : this.shownComments();
    }

    unseenArticles() {
        return this.list.inOrder(this.shownComments().filter((comment) => this.isNew(comment) && !comment.folded
            && !this.read.isSeen(comment.id)));
    }

    /** Shows what the copy and the state have now. */
    update() {
        if (this.context.signal.aborted) return;
        const found = replica.room(this.id);
        // Signing out takes the copy away before the page goes.
        if (!found && this.state.isOpen && !replica.me()) return;
        if (!found) return this.showMissing();
        const wasMissing = this.missing.node.isConnected;
        this.showRoom(found);
        if (this.state.isOpen) this.showComments(found);
        // A member has accepted the request to join.
        else if (wasMissing) this.open();
        else this.showLoading();
    }

    /** @param {ShownRoom} found */
    showRoom(found) {
        const { context } = this;
        context.title(subjectTitle(found.subject));
        if (!this.head.node.isConnected) this.missing.hide(this.node, [this.head.node, this.head.hero, this.body, this.foot]);
        this.showHead(found);
        this.details.show();
        this.spoken.update();
    }

    /** @param {ShownRoom} found */
    showHead(found) {
        this.head.update(found, this.mark.isHeld(), lastWritten(found.members, this.knownComments()));
    }

    showLoading() {
        const { problem } = this.state;
        fill(this.rest, problem ? failure(problem, () => this.open()) : skeleton());
        this.context.state(problem ? "error" : "loading");
    }

    /** @param {ShownRoom} found */
    showComments(found) {
        const { gate, isNew, list, read, state } = this;
        const all = comments(this.id);
        this.where.follow();
        gate.update(all);
        this.showHead(found);
        this.details.update();
        const refused = this.news.update(all, gate.isHidden, this.place.isPlaced);
        const shown = all.filter((comment) => !gate.isHidden(comment));
        state.last = Math.max(0, ...shown.map((comment) => comment.seconds));
        list.update(shown, { all, isHidden: gate.isHidden, isWhole: isWhole(this.id) });
        const seconds = this.panel.seconds = all.flatMap((one) => one.mine || one.folded ? [] : one.seconds);
        const end = this.where.runtime;
        this.rail?.update(shown, isNew, { all, end, length: this.where.length(state.last), room: found, seconds });
        this.showPlace();
        const unread = all.filter((comment) => isNew(comment) && !read.isSeen(comment.id)).length;
        fill(this.after, state.isMarkedNow && found.watched && afterMarking(found, unread));
        this.showState(found, shown.length === 0 && !gate.isShut());
        read.update(all, found.readNumber, gate.isHidden, list.article);
        this.unseen.update();
        this.band.stretch();
        this.place.arrive();
        if (refused) keepInView(list.article(refused.id), [this.foot]);
    }

    /** @param {ShownRoom} found @param {boolean} isEmpty */
    showState(found, isEmpty) {
        fill(this.rest, isEmpty && emptyRoom(found));
        mark(this.body, "data-empty", isEmpty);
        const fresh = freshness();
        this.head.age(fresh === "ready" ? undefined : asOf(replica.asOf()));
        this.context.state(fresh !== "ready" ? fresh : isEmpty ? "empty" : "ready");
    }

    /**
     * Shows that there is no such room, or why it can't be loaded. A room that goes while it is open leaves nothing of the others
     * behind.
     */
    showMissing() {
        const { context, list, state } = this;
        if (!state.problem && !state.isOpen) return;
        context.state("error");
        context.title(phrase("room.missing.title"));
        context.details(undefined);
        list.update([]);
        // What was typed a moment ago is kept: it stands on the page "Not sent".
        if (state.isOpen) drafts.flush();
        this.read.update([], 0, this.gate.isHidden, list.article);
        fill(this.after);
        this.gate.update([]);
        const isGone = state.isOpen || asProblem(state.problem).status === 404;
        this.missing.show(this.node, isGone ? undefined : state.problem);
    }

    /** While I watch along, the list follows me, and has the whole page. */
    start() {
        this.band.shut();
        this.panel.now.start();
    }

    /** Follows me: what appears at this second, and every sign of where I am. */
    move() {
        if (this.state.isOpen && (this.gate.move() || this.rail?.isOutdated(this.where.runtime))) this.update();
        else this.showPlace();
    }

    showPlace() {
        const { gate, panel, where } = this;
        this.write.update();
        this.showWhere();
        panel.putButton(gate.isShut() && where.second() === undefined ? gate.actions : panel.controls);
        panel.update();
    }

    /** Shows where I am, or would be at the end of a drag. */
    showWhere() {
        this.gate.showPlace();
        this.rail?.move(this.panel.dragged ?? this.where.second(), this.where.isRunning());
    }

    /** @param {boolean} isWatched */
    marked(isWatched) {
        this.state.isMarkedNow = isWatched;
        if (isWatched) this.where.remember();
    }
}
