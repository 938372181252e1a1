// The dashboard: what to watch, read, wait for and discuss.
import { el, fill, icon, linkButton, sync } from "../dom.js";
import { replica, session } from "../client.js";
import { go, hasArchiveTab } from "../routes.js";
import { called, discs } from "../parts/controls/person.js";
import { episodeCode, groupTitle, picture, poster, roomRow } from "../parts/watch/room-row.js";
import { asOf, failure, freshness, sendOnClick, skeleton } from "../parts/controls/states.js";
import { agoInWords } from "../parts/controls/time.js";

/** @typedef {import("../types/app.js").ShownDashboard["sections"][number]} Section */

/** By how much the time of a mark may differ from that of the activity that it is, in milliseconds. */
const slack = 2_000;

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
    sections = el("div", { class: "sections groups" });
    /** While there is nothing to show. What stands here leaves, instead of being pushed down by the rooms. */
    waiting = el("div", {});
    rest = el("div", {});
    offers = el("div", {});
    /**
     * Whether what is offered is for a dashboard without anything to watch; undefined before the first offer.
     * @type {boolean | undefined}
     */
    isOfferedEmpty = undefined;
    create = linkButton("/new", { class: "button button-main" }, icon("plus"), "New room");
    node = el("div", {}, el("header", { class: "bar" }, el("h1", {}, "Watch"), this.age, this.create),
        this.waiting, this.sections, this.rest, this.offers);
    /** @type {unknown} */
    problem = undefined;
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
        const { age, context, create, problem, rest, sections, waiting } = this;
        const shown = replica.dashboard();
        if (!shown) {
            context.state(problem ? "error" : "loading");
            fill(waiting, problem ? failure(problem, () => this.load()) : skeleton());
            return;
        }
        fill(waiting);
        const fresh = freshness();
        fill(age, fresh !== "ready" && asOf(shown.at));
        this.move(sections, "data-group", () => sync(sections, inOrder(shown.sections), ({ group }) => group.id, sectionCard));
        const isEmpty = shown.sections.length === 0;
        create.hidden = isEmpty;
        fill(rest, !hasArchiveTab(session.keptTenant()?.features ?? []) && el("p", {}, el("a", { href: "/archive" }, "Archive")),
            shown.truncated && el("p", { class: "soft" }, "There are more rooms than stand here. ",
                el("a", { href: "/archive?all" }, "All rooms")));
        this.offer(isEmpty).catch(() => { this.isOfferedEmpty = undefined; });
        context.state(fresh !== "ready" ? fresh : isEmpty ? "empty" : "ready");
        context.settled();
        // Nothing moves while the first things come.
        if (replica.isWhole()) import("../parts/controls/motion.js").then(({ moving }) => { this.move = moving; }, () => {});
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
 * The groups, first those that wait for me: somebody has watched what I haven't, or has written what I haven't read.
 * @param {readonly Section[]} sections
 */
const inOrder = (sections) => [...sections].sort((one, other) => Number(waits(other)) - Number(waits(one)));

/** @param {Section} section */
const waits = ({ rooms }) => rooms.some(({ attention, members }) => attention === "read"
    || (attention === "watch" && members.some((one) => one.watchedAt)));

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
    return [el("bdi", {}, text), " · ", agoInWords(lastActivityAt)];
}

/** @param {Section} first */
function sectionCard(first) {
    const title = el("bdi", {});
    const season = el("span", { class: "section-season" });
    const people = el("span", {});
    const tile = el("span", {});
    const still = el("div", { class: "section-still", "aria-hidden": "true" });
    const life = el("p", { class: "small soft" });
    const next = el("div", { class: "section-next" });
    const rooms = el("ul", { class: "room-rows" });
    let shownPeople = "";
    let shownPoster = "";
    let shownNext = "";
    return {
        node: el("section", { class: "card section", data: { group: first.group.id } },
            el("header", { class: "section-head" }, still, tile,
                el("div", { class: "section-words" }, el("h2", {}, title, season), life, people)), rooms, next),
        /** @param {Section} section */
        update(section) {
            const { kind, poster: widths, still: backdrop, title: show } = section.group;
            const members = section.group.members.map((member) => replica.person(member));
            fill(title, groupTitle(kind, show, members));
            // Discs are made anew only where somebody changed.
            const key = JSON.stringify(members);
            if (key !== shownPeople) fill(people, discs(members));
            shownPeople = key;
            const posterKey = JSON.stringify([widths ?? show, backdrop]);
            // Films and titles of one's own have theirs in their rows.
            if (kind === "tv" && posterKey !== shownPoster) {
                fill(tile, poster(show, widths, 80));
                fill(still, picture(backdrop, { width: 300, height: 169 }));
            }
            shownPoster = posterKey;
            fill(life, ...lifeLine(section));
            const seasons = new Set(section.rooms.flatMap(({ subject }) => subject.kind === "tv" ? [subject.season] : []));
            fill(season, seasons.size === 1 && `Season ${[...seasons][0]}`);
            sync(rooms, section.rooms, (room) => `${room.id} ${seasons.size > 1}`,
                (room) => roomRow(room, { hasSeason: seasons.size > 1 }));
            const nextKey = JSON.stringify([section.nextEpisode, mayShowNext(section)]);
            if (nextKey !== shownNext) fill(next, startButton(section));
            shownNext = nextKey;
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
    const button = el("button", { class: "button" }, icon("plus"), `Start ${episodeCode(episode)}`,
        episode.title && mayShowNext(section) && el("bdi", { class: "soft next-title" }, episode.title));
    sendOnClick(button, fault, async () => {
        const room = await replica.change("createNextRoom", { path: { roomID: latest.id } });
        go(`/rooms/${room.id}`);
    });
    return [button, fault];
}
