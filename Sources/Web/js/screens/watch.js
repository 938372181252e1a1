// The dashboard: what to watch, read, wait for and discuss.
import { el, fill, icon, linkButton, sync } from "../dom.js";
import { replica, session } from "../client.js";
import { go, hasArchiveTab } from "../routes.js";
import { discs, namesInWords } from "../parts/controls/person.js";
import { episodeCode, groupTitle, poster, roomRow } from "../parts/watch/room-row.js";
import { asOf, emptyState, failure, freshness, sendOnClick, skeleton } from "../parts/controls/states.js";

/** @typedef {import("../types/app.js").ShownDashboard["sections"][number]} Section */

/** @type {import("../parts/frame/frame.js").Screen} */
export default function watch(context) {
    const page = new Dashboard(context);
    context.title("Watch");
    const topics = ["dashboard", "friends", "rooms", "roomRequests", "live"];
    context.signal.addEventListener("abort", replica.subscribe(topics, () => page.update()));
    if (replica.dashboard()) page.update();
    else page.load();
    return page.node;
}

class Dashboard {
    age = el("div", {});
    sections = el("div", { class: "sections" });
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
        this.move(sections, "data-group", () => sync(sections, shown.sections, (section) => section.group.id, sectionCard));
        const isEmpty = shown.sections.length === 0;
        create.hidden = isEmpty;
        fill(rest, isEmpty && emptyState(beginning(), linkButton("/new", { class: "button button-main" }, "New room"),
            linkButton("/people#invites", { class: "button" }, "Invite")),
            !hasArchiveTab(session.keptTenant()?.features ?? []) && el("p", {}, el("a", { href: "/archive" }, "Archive")),
            shown.truncated && el("p", { class: "soft" }, "There are more rooms than stand here. ",
                el("a", { href: "/archive?all" }, "All rooms")));
        this.offer(isEmpty).catch(() => { this.isOfferedEmpty = undefined; });
        context.state(fresh !== "ready" ? fresh : isEmpty ? "empty" : "ready");
        context.settled();
        // Nothing moves before something is shown.
        import("../parts/controls/motion.js").then(({ moving }) => { this.move = moving; }, () => {});
    }

    /**
     * Offers the rooms of friends while there is nothing to watch, and otherwise notifications.
     * @param {boolean} isEmpty
     */
    async offer(isEmpty) {
        if (this.isOfferedEmpty === isEmpty) return;
        this.isOfferedEmpty = isEmpty;
        fill(this.offers);
        const { signal } = this.context;
        const made = isEmpty ? (await import("../parts/watch/joinable-rooms.js")).joinableRooms(signal)
            : (await import("../parts/account/push-offer.js")).pushOffer();
        if (this.isOfferedEmpty === isEmpty && !signal.aborted) fill(this.offers, made);
    }
}

/** What to do first. Somebody who joined by an invite has a friend already. */
function beginning() {
    const { friends } = replica.friends() ?? { friends: [] };
    if (friends.length === 0) return "Nothing to watch yet. Make a room for an episode or a film, or invite a friend.";
    return `You and ${namesInWords(friends)} are friends here. Make a room for an episode or a film that you watch too.`;
}

/** @param {Section} first */
function sectionCard(first) {
    const title = el("bdi", {});
    const season = el("span", { class: "section-season" });
    const people = el("span", {});
    const tile = el("span", {});
    const next = el("div", { class: "section-next" });
    const rooms = el("ul", { class: "room-rows" });
    let shownPeople = "";
    let shownPoster = "";
    let shownNext = "";
    return {
        node: el("section", { class: "card section", data: { group: first.group.id } },
            el("header", { class: "section-head" }, tile, el("h2", {}, title, season), people), rooms, next),
        /** @param {Section} section */
        update(section) {
            const { kind, poster: widths, title: show } = section.group;
            const members = section.group.members.map((member) => replica.person(member));
            fill(title, groupTitle(kind, show, members));
            // Discs are made anew only where somebody changed.
            const key = JSON.stringify(members);
            if (key !== shownPeople) fill(people, discs(members));
            shownPeople = key;
            const posterKey = JSON.stringify(widths ?? show);
            // Films and titles of one's own have theirs in their rows.
            if (kind === "tv" && posterKey !== shownPoster) fill(tile, poster(show, widths));
            shownPoster = posterKey;
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
