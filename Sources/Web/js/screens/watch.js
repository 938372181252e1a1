// The dashboard: what to go on with, what is new from friends, what comes next, and which rooms one may ask to join.
import { el, fill, icon, linkButton, mark, refill, set, sync } from "../dom.js";
import { phrase } from "../first-phrases.js";
import { replica } from "../client.js";
import { discs, namesInWords } from "../parts/controls/person.js";
import {
    actionOf, askingText, dotted, episodeCode, hueOf, isAhead, newText, othersOf, partOf, picture, picturesOf, poster,
    shownSubject, stageText, subjectTitle, voices, watchedText, watchersOf,
} from "../parts/watch/room-row.js";
import { asOf, failure, freshness, skeleton } from "../parts/controls/states.js";
import { ago } from "../parts/controls/time.js";

/** @typedef {import("../types/app.js").ShownDashboard["sections"][number]} Section */
/** @typedef {Section["rooms"][number]} Room */

/** The largest number of rooms that are news. Further ones stand in their groups. */
const most = 5;

/**
 * What comes after the first screen.
 * @type {typeof import("../parts/watch/further-rooms.js") | undefined}
 */
let later;

/** @type {import("../parts/frame/frame.js").Screen} */
export default function watch(context) {
    const page = new Dashboard(context);
    context.title(phrase("frame.watch"));
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
    newsPart = el("div", { class: "part", hidden: true }, el("h2", {}, phrase("watch.newFromFriends")), this.news);
    /** @type {import("../parts/watch/further-rooms.js").FurtherRooms | undefined} */
    further = undefined;
    parts = el("div", {}, this.first, this.newsPart);
    /** While there is nothing to show. What stands here leaves, instead of being pushed down by the rooms. */
    waiting = el("div", {});
    create = linkButton("/new", { class: "button" }, icon("plus"), phrase("watch.newRoom"));
    node = el("div", {}, el("header", { class: "bar" }, el("h1", {}, phrase("frame.watch")), this.age, this.create),
        this.waiting, this.parts);
    /** @type {unknown} */
    problem = undefined;
    hasBegun = false;

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
        const { age, context, create, parts, problem, waiting } = this;
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
        if (later && !this.further) {
            this.further = new later.FurtherRooms(context, () => this.update());
            parts.append(...this.further.nodes);
        }
        const { further } = this;
        const change = () => {
            // A poster that comes later makes a new card.
            const key = (/** @type {Room} */ room) => room.id + picturesOf(room).poster?.[0]?.url;
            sync(this.first, first ? [first] : [], key, (room) => roomCard(room, true));
            sync(this.news, news, key, (room) => roomCard(room, false));
            this.newsPart.hidden = news.length === 0;
            further?.show(shown, new Set(first ? [first, ...news] : news));
        };
        if (further) further.move(parts, "data-room", change);
        else change();
        const isEmpty = shown.sections.length === 0;
        create.hidden = isEmpty;
        create.classList.toggle("button-main", !first);
        context.state(fresh !== "ready" ? fresh : isEmpty ? "empty" : "ready");
        if (this.hasBegun) return;
        this.hasBegun = true;
        // The first rooms are shown before anything below them is asked for.
        setTimeout(() => this.begin());
    }

    /** Shows what is below once the first rooms stand. */
    async begin() {
        later ??= await import("../parts/watch/further-rooms.js").catch(() => undefined);
        // Without it, another change tries again.
        this.hasBegun = later !== undefined;
        if (later) this.update();
        this.context.settled();
    }
}

/**
 * Whether a room has something new from a friend: somebody asks to join, has written what I haven't read, or has watched what I
 * haven't begun.
 * @param {Room} room
 */
const isNew = (room) => room.attention === "read" || Boolean(askingText(room))
    || (room.attention === "watch" && !room.position && watchersOf(room).length > 0);

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

/** @param {Room} room */
const friendsIn = ({ members }) => othersOf(members.map(({ user }) => user));

/**
 * Which friends a room is about: "With Bea and Cem", or, before one has watched it, "Bea and Cem have watched".
 * @param {Room} room
 */
export function friendsText(room) {
    const names = namesInWords(friendsIn(room));
    return room.attention === "watch" ? watchedText(room) : names && phrase("watch.group.with", { kind: "other", names });
}

/**
 * What a room has for me: "4 new comments" and when, or "11 of 43 min".
 * @param {Room} room
 */
export const wantedParts = (room) => [askingText(room), ...room.attention === "read"
    ? [newText(room), ago(room.lastActivityAt)] : [stageText(room)]];

/**
 * A room that comes first, or a row of what is new. All of it is the way there.
 * @param {Room} first
 * @param {boolean} isFirst
 */
function roomCard(first, isFirst) {
    const { subject } = first;
    const { poster: widths, still } = picturesOf(first);
    const show = subject.kind === "tv" ? subject.showTitle : subject.title;
    const [about, words] = [el("bdi", { class: "section-season" }), el("p", { class: "small dots" })];
    const people = el("p", { class: "next-people small" });
    const link = el("a", isFirst ? { class: "button button-main" } : {}, icon("next"));
    const style = isFirst ? "next-first card dim scene" : "room-row in-part";
    const node = el(isFirst ? "section" : "li", { class: `next-room ${style}`, vars: { hue: hueOf(show) } },
        // Without a still it is the poster's light, so that no picture stands there twice.
        isFirst && el("div", { class: still ? "scene-still" : "enter-glow" },
            picture(still ?? widths, { width: 600, height: 338 })),
        poster(show, widths, isFirst ? 112 : 56),
        el("div", { class: "row-text" }, el(isFirst ? "h2" : "h3", { title: show }, el("bdi", { class: "clamp" }, show)),
            about, ...isFirst ? [words, people] : [people, words]), link);
    return {
        node,
        /** @param {Room} room */
        update(room) {
            const [shown, action] = [shownSubject(room), actionOf(room) ?? "open"];
            fill(about, shown.kind === "tv" && [episodeCode(shown), shown.episodeTitle].filter(Boolean).join(" · "));
            const { people: friends, text } = room.attention === "read" && voices.get(room.id)
                || { people: friendsIn(room), text: friendsText(room) };
            fill(words, dotted(wantedParts(room)));
            refill(people, [friends, text], () => [discs(friends), el("bdi", {}, text)]);
            if (isFirst) fill(link, phrase("watch.action", { action }));
            set(node, { vars: { part: partOf(room) } });
            mark(node, "data-room", room.id);
            mark(link, "href", `/rooms/${room.id}`);
            mark(link, "aria-label", phrase("watch.actionFor", { action, title: subjectTitle(room.subject) }));
        },
    };
}
