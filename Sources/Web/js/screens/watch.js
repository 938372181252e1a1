// The dashboard: what to watch, read, wait for and discuss.
import { el, fill, icon, linkButton, mark, refill, set, sync } from "../dom.js";
import { replica, session } from "../client.js";
import { go, hasArchiveTab } from "../routes.js";
import { called, discs } from "../parts/controls/person.js";
import {
    actionText, askingText, episodeCode, groupTitle, hueOf, isAhead, newText, partOf, picture, poster, roomRow, shownSubject,
    stageText, subjectTitle, watchedText, watchersOf,
} from "../parts/watch/room-row.js";
import { asOf, failure, freshness, sendOnClick, skeleton } from "../parts/controls/states.js";
import { agoInWords } from "../parts/controls/time.js";

/** @typedef {import("../types/app.js").ShownDashboard["sections"][number]} Section */
/** @typedef {Section["rooms"][number]} Room */

/** By how much the time of a mark may differ from that of the activity that it is, in milliseconds. */
const slack = 2_000;

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
    next = part("Next for you", "next-groups");
    shows = part("Shows", "groups");
    others = part("Films and more", "groups");
    parts = el("div", {}, this.next.node, this.shows.node, this.others.node);
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
        this.rest, this.offers);
    /** @type {unknown} */
    problem = undefined;
    hasBegun = false;
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
        const next = wanted(shown.sections);
        this.move(parts, "data-group", () => {
            // A poster that comes later makes a new card.
            this.next.show(next, ({ room }) => room.id + room.poster?.[0]?.url, nextCard);
            const rest = shown.sections.filter((one) => next.every(({ section }) => section !== one));
            this.shows.show(rest.filter(isOfShow), ({ group }) => group.id, sectionCard);
            this.others.show(rest.filter((one) => !isOfShow(one)), ({ group }) => group.id, sectionCard);
        });
        const isEmpty = shown.sections.length === 0;
        create.hidden = isEmpty;
        create.classList.toggle("button-main", next.length === 0);
        fill(rest, !hasArchiveTab(session.keptTenant()?.features ?? []) && el("p", {}, el("a", { href: "/archive" }, "Archive")),
            shown.truncated && el("p", { class: "soft" }, "There are more rooms. ",
                el("a", { href: "/archive?all" }, "All rooms")));
        this.offer(isEmpty).catch(() => { this.isOfferedEmpty = undefined; });
        context.state(fresh !== "ready" ? fresh : isEmpty ? "empty" : "ready");
        context.settled();
        if (replica.isWhole()) this.begin();
    }

    /** Loads what waits until everything is here: motion, and how far one is. */
    async begin() {
        if (this.hasBegun) return;
        this.hasBegun = true;
        progress = await import("../parts/watch/progress.js").catch(() => undefined);
        progress?.readLengths(() => this.update());
        this.update();
        this.move = (await import("../parts/controls/motion.js")).moving;
    }

    /**
     * Offers what can be done first while there is nothing to watch, and otherwise notifications, once everything is here.
     * @param {boolean} isEmpty
     */
    async offer(isEmpty) {
        if (this.isOfferedEmpty === isEmpty || !(isEmpty || replica.isWhole())) return;
        this.isOfferedEmpty = isEmpty;
        fill(this.offers);
        const { signal } = this.context;
        const made = isEmpty ? (await import("../parts/watch/first-visit.js")).firstVisit(signal)
            : (await import("../parts/account/push-offer.js")).pushOffer();
        if (this.isOfferedEmpty === isEmpty && !signal.aborted) fill(this.offers, made);
    }
}

/**
 * A part of the page, which is there while it has something.
 * @param {string} title
 * @param {string} style
 */
function part(title, style) {
    const list = el("div", { class: style });
    const node = el("div", { class: "part", hidden: true }, el("h2", {}, title), list);
    /**
     * @template Item
     * @param {readonly Item[]} items
     * @param {(item: Item) => string} key
     * @param {(item: Item) => {node: HTMLElement, update?: (item: Item) => void}} create
     */
    const show = (items, key, create) => {
        sync(list, items, key, create);
        node.hidden = items.length === 0;
    };
    return { node, show };
}

const isOfShow = (/** @type {Section} */ { group }) => group.kind === "tv";

/**
 * Whether a room waits for me: somebody has watched what I haven't, or has written what I haven't read.
 * @param {Room} room
 */
const waits = ({ attention, members }) => attention === "read"
    || (attention === "watch" && members.some((one) => one.watchedAt));

/**
 * The rooms that come next for me, with their groups: of the groups that wait the two with the latest activity, or else one that
 * I haven't watched.
 * @param {readonly Section[]} sections
 */
export function wanted(sections) {
    const found = sections.flatMap((section) => {
        const open = section.rooms.filter((room) => !isAhead(room));
        const room = open.find(({ attention }) => attention === "read") ?? open.find(waits)
            ?? open.find(({ attention }) => attention === "watch");
        return room ? { section, room } : [];
    });
    const waiting = found.filter(({ room }) => waits(room))
        .sort((one, other) => one.room.lastActivityAt < other.room.lastActivityAt ? 1 : -1);
    return waiting.length > 0 ? waiting.slice(0, 2) : found.slice(0, 1);
}

/**
 * What a room has for me: "4 new comments", "11 of 43 min · Bea and Cem have watched".
 * @param {Room} room
 */
export function wantedText(room) {
    const wanted = room.attention === "read" ? [newText(room)] : [stageText(room), watchedText(room)];
    return [askingText(room), ...wanted].filter(Boolean).join(" · ");
}

/**
 * The card of a group with the room that comes next: its head is the way there, and the other rooms stand below.
 * @param {{section: Section, room: Room}} first
 */
function nextCard({ section: { group }, room: { poster: widths, still, subject } }) {
    const show = subject.kind === "tv" ? subject.showTitle : subject.title;
    const [about, words] = [el("bdi", { class: "section-season" }), el("p", { class: "small" })];
    const [people, action] = [el("span", {}), el("a", { class: "button" })];
    const head = el("header", { class: "section-head dim scene next-room in-part", vars: { hue: hueOf(show) } },
        el("div", { class: "scene-still" }, picture(still, { width: 300, height: 169 })),
        poster(show, widths, 72),
        el("div", { class: "section-words" }, el("h3", { title: show }, el("bdi", { class: "clamp" }, show), about), words,
            el("div", { class: "line" }, people, action)));
    const others = roomRows();
    return {
        node: el("section", { class: "card section", data: { group: group.id } }, head, others.node),
        /** @param {{section: Section, room: Room}} next */
        update({ section, room }) {
            const [shown, asked] = [shownSubject(room), actionText(room) ?? ""];
            // The faces say with whom a film is watched.
            fill(about, shown.kind === "tv" && [episodeCode(shown), shown.episodeTitle].filter(Boolean).join(" · "));
            fill(words, wantedText(room), room.attention === "read" && [" · ", agoInWords(room.lastActivityAt)]);
            refill(people, room.members, () => discs(room.members.map(({ user }) => user),
                (user) => watchersOf(room).includes(user)));
            fill(action, asked);
            set(head, { vars: { part: partOf(room) } });
            mark(head, "data-room", room.id);
            mark(action, "href", `/rooms/${room.id}`);
            mark(action, "aria-label", `${asked}${asked === "Go on" ? " with" : ""} ${subjectTitle(room.subject)}`);
            others.update(section, room);
        },
    };
}

/**
 * What happened last in a group, without a word of it: "Cem watched E2 · 4 min ago".
 * @param {Section} section
 */
function lifeLine({ rooms }) {
    const room = rooms.reduce((one, other) => one.lastActivityAt < other.lastActivityAt ? other : one);
    const { commentCount, lastActivityAt, members, subject } = room;
    const what = rooms.length === 1 ? "it" : subject.kind === "tv" ? `E${subject.episode}` : subject.title;
    const own = session.current()?.userID;
    const user = members.find(({ watchedAt }) => Date.parse(watchedAt ?? "") + slack >= Date.parse(lastActivityAt))?.user;
    const text = user ? `${user.id === own ? "You" : called(user)} watched ${what}`
        : commentCount === 0 ? "New room" : rooms[1] ? `Last comment on ${what}` : "Last comment";
    return [el("bdi", {}, text), "\u00A0· ", agoInWords(lastActivityAt)];
}

/** @param {Section} first */
function sectionCard(first) {
    const [title, season] = [el("bdi", {}), el("span", { class: "section-season" })];
    const [people, tile] = [el("span", {}), el("span", {})];
    const strip = el("div", { class: "season-strip" });
    const life = el("p", { class: "small soft" });
    const rooms = roomRows();
    return {
        node: el("section", { class: "card section", data: { group: first.group.id } }, el("header", { class: "section-head" },
            tile, el("div", { class: "section-words" }, el("h3", {}, title), people, season, life, strip)), rooms.node),
        /** @param {Section} section */
        update(section) {
            const { poster: widths, title: show } = section.group;
            const members = section.group.members.map((member) => replica.person(member));
            fill(title, titleOf(section));
            refill(people, members, () => discs(members));
            fill(life, ...lifeLine(section));
            if (isOfShow(section)) {
                // Films and titles of one's own have theirs in their rows.
                refill(tile, widths ?? show, () => poster(show, widths, 64));
                fill(season, `Season ${seasonsOf(section)[0]}`, progress?.showSeason(section, strip));
            }
            rooms.update(section);
        },
    };
}

/** @param {Section} section */
const titleOf = ({ group }) => groupTitle(group.kind, group.title, group.members.map((one) => replica.person(one)));

/** @param {Section} section */
const seasonsOf = ({ rooms }) => [...new Set(rooms.flatMap(({ subject }) => subject.kind === "tv" ? subject.season : []))];

/** The rooms of a group as rows, and the button that starts the next episode. */
function roomRows() {
    const [list, next] = [el("ul", { class: "room-rows" }), el("div", { class: "section-next" })];
    return {
        node: el("div", {}, list, next),
        /**
         * @param {Section} section
         * @param {Room} [above] the room that stands above the others
         */
        update(section, above) {
            const hasSeason = seasonsOf(section).length > 1;
            sync(list, section.rooms.filter((room) => room !== above), (room) => `${room.id} ${hasSeason}`,
                (room) => roomRow(room, { hasSeason }));
            refill(next, [section.nextEpisode, mayShowNext(section)], () => startButton(section));
        },
    };
}

/**
 * Whether the next episode's title spoils nothing, since all before it is watched.
 * @param {Section} section
 */
const mayShowNext = ({ rooms }) => rooms.every((room) => room.attention !== "watch");

/** @param {Section} section */
function startButton(section) {
    const [latest] = section.rooms;
    const episode = section.nextEpisode;
    if (!episode || !latest) return undefined;
    const fault = el("p", { class: "small bad", role: "alert" });
    const button = el("button", { class: "button button-plain" }, icon("plus"), `Start ${episodeCode(episode)}`,
        episode.title && mayShowNext(section) && el("bdi", { class: "soft next-title" }, episode.title));
    sendOnClick(button, fault, async () => {
        const room = await replica.change("createNextRoom", { path: { roomID: latest.id } });
        go(`/rooms/${room.id}`);
    });
    return [button, fault];
}
