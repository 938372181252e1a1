// The dashboard: what to go on with, what is new from friends, what comes next, and which rooms one may ask to join.
import { el, fill, icon, linkButton, mark, refill, set, sync } from "../dom.js";
import { replica, session } from "../client.js";
import { hasArchiveTab } from "../routes.js";
import { discs } from "../parts/controls/person.js";
import {
    actionText, askingText, episodeCode, hueOf, isAhead, newText, partOf, picture, poster, shownSubject, stageText, subjectTitle,
    watchedText, watchersOf,
} from "../parts/watch/room-row.js";
import { asOf, failure, freshness, skeleton } from "../parts/controls/states.js";
import { agoInWords } from "../parts/controls/time.js";

/** @typedef {import("../types/app.js").ShownDashboard["sections"][number]} Section */
/** @typedef {Section["rooms"][number]} Room */

/** The largest number of rooms that are news. Further ones stand in their groups. */
const most = 5;

/**
 * What stands below the first rooms.
 * @type {typeof import("../parts/watch/groups.js") | undefined}
 */
let groups;
/** @type {typeof import("../parts/watch/progress.js") | undefined} */
let progress;

/** @type {import("../parts/frame/frame.js").Screen} */
export default function watch(context) {
    const page = new Dashboard(context);
    context.title("Watch");
    const topics = ["dashboard", "friends", "rooms", "roomRequests", "live", "pass"];
    context.signal.addEventListener("abort", replica.subscribe(topics, () => page.update()));
    if (replica.dashboard()) page.update();
    else page.load();
    return page.node;
}

class Dashboard {
    age = el("div", {});
    first = el("div", { class: "part" });
    news = el("ul", { class: "card rows" });
    newsPart = el("div", { class: "part", hidden: true }, el("h2", {}, "New from friends"), this.news);
    below = el("div", {});
    parts = el("div", {}, this.first, this.newsPart, this.below);
    /** While there is nothing to show. What stands here leaves, instead of being pushed down by the rooms. */
    waiting = el("div", {});
    rest = el("div", { class: "part" });
    offers = el("div", {});
    /**
     * Whether what is offered is for a dashboard without anything to watch; undefined before the first offer.
     * @type {boolean | undefined}
     */
    isOfferedEmpty = undefined;
    create = linkButton("/new", { class: "button" }, icon("plus"), "New room");
    node = el("div", {}, el("header", { class: "bar" }, el("h1", {}, "Watch"), this.age, this.create), this.waiting, this.parts,
        this.offers, this.rest);
    /** @type {unknown} */
    problem = undefined;
    hasBegun = false;
    /** @type {ReturnType<typeof import("../parts/watch/groups.js").groupParts> | undefined} */
    groups = undefined;
    /** @type {typeof import("../parts/controls/motion.js").moving} */
    move = (_root, _attribute, change) => change();

    /** @param {import("../parts/frame/frame.js").Context} context */
    constructor(context) {
        this.context = context;
    }

    async load() {
        this.problem = undefined;
        this.update();
        await replica.loadDashboard().catch((found) => { this.problem = found; });
        this.update();
    }

    update() {
        const { age, context, create, parts, problem, rest, waiting } = this;
        const shown = replica.dashboard();
        if (!shown) {
            context.state(problem ? "error" : "loading");
            fill(waiting, problem ? failure(problem, () => this.load()) : skeleton());
            return;
        }
        fill(waiting);
        const fresh = freshness();
        fill(age, fresh !== "ready" && asOf(shown.at));
        const { first, news } = wanted(shown.sections);
        if (groups && !this.groups) fill(this.below, ...(this.groups = groups.groupParts()).nodes);
        this.move(parts, "data-room", () => {
            // A poster that comes later makes a new card.
            const key = (/** @type {Room} */ room) => room.id + room.poster?.[0]?.url;
            sync(this.first, first ? [first] : [], key, (room) => roomCard(room, true));
            sync(this.news, news, key, (room) => roomCard(room, false));
            this.newsPart.hidden = news.length === 0;
            this.groups?.show(shown.sections, new Set(first ? [first, ...news] : news), progress);
        });
        const isEmpty = shown.sections.length === 0;
        create.hidden = isEmpty;
        create.classList.toggle("button-main", !first && news.length === 0);
        fill(rest, !hasArchiveTab(session.keptTenant()?.features ?? []) && el("p", {}, el("a", { href: "/archive" }, "Archive")),
            shown.truncated && el("p", { class: "soft" }, "There are more rooms. ",
                el("a", { href: "/archive?all" }, "All rooms")));
        this.offer(isEmpty).catch(() => { this.isOfferedEmpty = undefined; });
        context.state(fresh !== "ready" ? fresh : isEmpty ? "empty" : "ready");
        if (!this.hasBegun) this.begin();
        if (replica.isWhole()) this.readProgress();
    }

    /** Shows the other rooms once the first ones stand. */
    async begin() {
        this.hasBegun = true;
        groups ??= await import("../parts/watch/groups.js").catch(() => undefined);
        // Another change tries again.
        this.hasBegun = groups !== undefined;
        if (groups) this.update();
        this.context.settled();
    }

    /** Loads what waits until everything is here: motion, and how far one is. */
    async readProgress() {
        this.readProgress = async () => {};
        progress = await import("../parts/watch/progress.js").catch(() => undefined);
        progress?.readLengths(() => this.update());
        this.update();
        this.move = (await import("../parts/controls/motion.js")).moving;
    }

    /**
     * Offers what can be done first while there is nothing to watch, and otherwise the rooms of friends and notifications, once
     * everything is here.
     * @param {boolean} isEmpty
     */
    async offer(isEmpty) {
        if (this.isOfferedEmpty === isEmpty || !(isEmpty || replica.isWhole())) return;
        this.isOfferedEmpty = isEmpty;
        fill(this.offers);
        const { signal } = this.context;
        const made = isEmpty ? (await import("../parts/watch/first-visit.js")).firstVisit(signal)
            : (await import("../parts/watch/further-offers.js")).furtherOffers(signal);
        if (this.isOfferedEmpty === isEmpty && !signal.aborted) fill(this.offers, made);
    }
}

/**
 * Whether a room has something new from a friend: somebody asks to join, has written what I haven't read, or has watched what I
 * haven't.
 * @param {Room} room
 */
const isNew = (room) => room.attention === "read" || Boolean(askingText(room))
    || (room.attention === "watch" && watchersOf(room).length > 0);

/**
 * What comes first: the room that I am in the middle of, or else one that a friend or nobody has watched, and then the rooms with
 * something new, each with the latest activity first.
 * @param {readonly Section[]} sections
 */
export function wanted(sections) {
    const open = sections.flatMap(({ rooms }) => rooms).filter((room) => !isAhead(room))
        .sort((one, other) => one.lastActivityAt < other.lastActivityAt ? 1 : -1);
    const toWatch = open.filter(({ attention }) => attention === "watch");
    const first = toWatch.find(({ position }) => position?.seconds) ?? toWatch.find(isNew) ?? toWatch[0];
    return { first, news: open.filter((room) => room !== first && isNew(room)).slice(0, most) };
}

/**
 * What a room has for me: "4 new comments", "11 of 43 min · Bea and Cem have watched".
 * @param {Room} room
 */
export function wantedText(room) {
    const { attention } = room;
    const wanted = attention === "read" ? [newText(room)] : attention === "watch" && [stageText(room), watchedText(room)];
    return [askingText(room), ...wanted || []].filter(Boolean).join(" · ");
}

/**
 * A room that comes first, or a row of what is new. All of it is the way there.
 * @param {Room} first
 * @param {boolean} isFirst
 */
function roomCard({ poster: widths, still, subject }, isFirst) {
    const show = subject.kind === "tv" ? subject.showTitle : subject.title;
    const [about, words] = [el("bdi", { class: "section-season" }), el("p", { class: "small wants" })];
    const people = el("span", { class: "next-people" });
    const action = el("a", { class: `button ${isFirst ? "button-main" : "button-small"}` });
    const style = isFirst ? "next-first card dim scene" : "room-row in-part";
    const node = el(isFirst ? "section" : "li", { class: `next-room ${style}`, vars: { hue: hueOf(show) } },
        isFirst && el("div", { class: "scene-still" }, picture(still, { width: 600, height: 338 })),
        poster(show, widths, isFirst ? 112 : 56),
        el("div", { class: "row-text" }, el(isFirst ? "h2" : "h3", { title: show }, el("bdi", { class: "clamp" }, show)),
            about, words),
        people, action);
    return {
        node,
        /** @param {Room} room */
        update(room) {
            const [shown, asked] = [shownSubject(room), actionText(room) ?? "Open"];
            // The faces say with whom a film is watched.
            fill(about, shown.kind === "tv" && [episodeCode(shown), shown.episodeTitle].filter(Boolean).join(" · "));
            fill(words, wantedText(room), room.attention === "read" && [" · ", agoInWords(room.lastActivityAt)]);
            refill(people, room.members, () => discs(room.members.map(({ user }) => user),
                (user) => watchersOf(room).includes(user)));
            fill(action, asked);
            set(node, { vars: { part: partOf(room) } });
            mark(node, "data-room", room.id);
            mark(action, "href", `/rooms/${room.id}`);
            mark(action, "aria-label", `${asked}${asked === "Go on" ? " with" : ""} ${subjectTitle(room.subject)}`);
        },
    };
}
