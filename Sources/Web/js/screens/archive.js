// The archive: groups with rooms that are over, then a group's rooms. With `?all` in the address, those that still run stand
// there too.
import { call, replica, session } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, el, fill, sync } from "../dom.js";
import { phrase } from "../phrases.js";
import { hasArchiveTab } from "../routes.js";
import { called, discs } from "../parts/controls/person.js";
import { groupTitle } from "../parts/watch/group-title.js";
import { moreButton } from "../parts/watch/more-button.js";
import { roomRow } from "../parts/watch/room-line.js";
import { dotted, poster } from "../parts/watch/room-row.js";
import { asOf, emptyState, failure, skeleton } from "../parts/controls/states.js";
import { nearDayText } from "../parts/controls/time.js";

/** @typedef {import("../types/wire.js").GroupCard} GroupCard */
/** @typedef {import("../types/wire.js").Room} Room */
/** @typedef {import("../parts/frame/frame.js").Context} Context */

const pageSize = 50;
/** A list with more groups has a field to search it. */
const most = 6;

/** The kinds of groups, each of which has a list of its own. */
const kinds = /** @type {const} */ (["tv", "movie", "custom"]);

/** Whether rooms that still run are listed too, which the dashboard has no place for. */
const listsAll = () => location.search === "?all";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function archive(context) {
    return context.params.group ? groupPage(context, context.params.group) : groupsPage(context);
}

/** @param {Context} context */
function groupsPage(context) {
    const age = el("div", {});
    const list = groupSections();
    const rest = el("div", {});
    const search = el("input", { type: "search", autocomplete: "off", spellcheck: false, hidden: true, oninput: () => show(),
        "aria-label": phrase("watch.archive.search"), placeholder: phrase("watch.archive.placeholder") });
    const nothing = el("p", { class: "soft", role: "status" });
    /** @type {GroupCard[]} */
    let further = [];

    /** @type {() => GroupCard[]} */
    let groups = () => [];
    /** Shows the groups that the words of the search are of. */
    const show = () => {
        const all = groups();
        const found = all.filter((group) => isFound(group, search.value));
        // A field with words stays, so that they can be changed.
        search.hidden = all.length <= most && search.value === "";
        fill(nothing, all.length > 0 && found.length === 0 && phrase("watch.archive.noMatch"));
        list.update(found);
    };
    const { stop, again } = answers.watch("listGroups", { query: { limit: pageSize } }, ({ answer, at, state, problem }) => {
        groups = () => [...(answer?.items ?? []), ...further].filter(isListed);
        show();
        const isEmpty = answer && groups().length === 0;
        fill(age, state === "stale" || state === "error" ? answer && asOf(at) : undefined);
        fill(rest, state === "loading" && skeleton(6, again), state === "error" && !answer && failure(problem, again),
            isEmpty && emptyState(phrase("watch.archive.empty"),
                el("a", { class: "button", href: "/watch" }, phrase("watch.archive.watch")),
                el("a", { class: "button", href: "/settings/history" }, phrase("watch.archive.history"))),
            answer?.next && moreButton(async () => {
                const next = await call("listGroups", { query: { limit: pageSize, after: answer.next } });
                further = [...further, ...next.items];
                show();
                answer.next = next.next;
                return next.next !== undefined;
            }, context.signal));
        context.state(state === "error" ? answer ? "offline" : "error" : isEmpty ? "empty" : state);
        if (answer) context.settled();
    });
    context.signal.addEventListener("abort", stop);
    // People have their names later.
    context.signal.addEventListener("abort", replica.subscribe(["rooms"], show));
    const title = phrase(listsAll() ? "watch.archive.all" : "watch.archive.title");
    context.title(title);
    const head = [el("h1", {}, title), age];
    return el("div", {}, hasArchiveTab(session.keptTenant()?.features ?? []) ? el("header", { class: "bar" }, ...head)
        : bar("/watch", ...head), el("div", { class: "archive-search" }, search, nothing), list.node, rest);
}

/** The groups of each kind under its title. */
function groupSections() {
    const sections = kinds.map((kind) => {
        const title = phrase(`watch.archive.${kind}`);
        const rows = el("ul", { class: kind === "tv" ? "wall" : "card rows" });
        const node = el("section", { class: "stack-tight shelf", "aria-label": title, hidden: true }, el("h2", {}, title), rows);
        return { kind, node, rows };
    });
    return {
        node: el("div", { class: "shelves" }, ...sections.map(({ node }) => node)),
        /** @param {GroupCard[]} groups */
        update(groups) {
            for (const { kind, node, rows } of sections) {
                const found = groups.filter((group) => group.kind === kind);
                node.hidden = found.length === 0;
                sync(rows, found, (group) => group.id, groupRow);
            }
        },
    };
}

/**
 * The first and the last season of those of a group's rooms that are listed, as far as they are here.
 * @param {Pick<GroupCard, "id">} group
 * @param {readonly Room[]} rooms
 */
function seasonsOf({ id }, rooms) {
    const seasons = rooms.filter(({ archived, group }) => group === id && (archived || listsAll()))
        .flatMap(({ subject }) => subject.kind === "tv" ? subject.season : []);
    if (seasons.length === 0) return undefined;
    return { first: String(Math.min(...seasons)), last: String(Math.max(...seasons)) };
}

/**
 * What a group is called, with its seasons: "Severance, season 2", "Severance, seasons 1 to 3".
 * @param {Pick<GroupCard, "id" | "kind" | "title" | "members">} group
 * @param {readonly Room[]} [rooms]
 */
function nameOf({ id, kind, title, members }, rooms = replica.rooms()) {
    const show = groupTitle(kind, title, members);
    const { first, last } = seasonsOf({ id }, rooms) ?? {};
    if (!first || !last) return show;
    return first === last ? phrase("watch.archive.season", { show, season: first })
        : phrase("watch.archive.seasons", { show, first, last });
}

/**
 * The seasons of a group alone, which lie on its poster: "Season 2", "Seasons 1–3".
 * @param {GroupCard} group
 */
function seasonBadge(group) {
    const { first, last } = seasonsOf(group, replica.rooms()) ?? {};
    return first && last && el("span", { class: "wall-season" }, first === last
        ? phrase("watch.season", { season: first }) : phrase("watch.archive.range", { first, last }));
}

/**
 * Whether each word of a search is of a group's name or of one of its people.
 * @param {GroupCard} group
 * @param {string} words
 */
function isFound(group, words) {
    const text = [nameOf(group), ...group.members.map((member) => called(member))].join(" ").toLowerCase();
    return words.toLowerCase().split(/\s+/u).every((word) => text.includes(word));
}

/**
 * How much of a group there is, and of which day the last of it is: "3 episodes · Saturday".
 * @param {GroupCard["kind"]} kind
 * @param {number} count
 * @param {string} stamp
 */
function extent(kind, count, stamp) {
    return dotted([phrase("watch.archive.count", { kind, count }), dayNode(stamp)]);
}

/** @param {GroupCard} group */
const isListed = (group) => listsAll() || group.archivedCount > 0;

/** @param {GroupCard} first */
function groupRow(first) {
    const link = el("a", { class: first.kind === "tv" ? "wall-show" : "group-row",
        href: `/archive/${first.id}${location.search}`, data: { group: first.id } });
    let shown = "";
    return {
        node: el("li", {}, link),
        /** @param {GroupCard} group */
        update(group) {
            const name = nameOf(group);
            const key = JSON.stringify([group, name, group.members.map((member) => called(member))]);
            if (key === shown) return;
            shown = key;
            const { activeCount, archivedCount, kind, lastActivityAt, members, title } = group;
            const count = archivedCount + (listsAll() ? activeCount : 0);
            fill(link, kind === "tv" && [poster(title, group.poster, 160), seasonBadge(group)],
                el("bdi", { class: "row-title" }, groupTitle(kind, title, members)),
                el("span", { class: "small soft figures dots" }, ...extent(kind, count, lastActivityAt)), discs(members));
        },
    };
}

/** @param {string} stamp */
const dayNode = (stamp) => el("time", { datetime: stamp }, nearDayText(stamp));

/**
 * Lists a group's rooms: from the replica once it is whole, before that from the server.
 * @param {Context} context
 * @param {string} group
 */
function groupPage(context, group) {
    const page = new GroupPage(context, group);
    context.title(phrase("watch.archive.title"));
    const update = () => { if (page.fetched.length > 0 || page.kept()) page.update(); };
    context.signal.addEventListener("abort", replica.subscribe(["rooms"], update));
    fill(page.rest, skeleton());
    page.begin();
    return el("div", {}, bar(`/archive${location.search}`, el("h1", {}, page.title)), page.about, page.rows, page.rest);
}

class GroupPage {
    title = el("bdi", {}, phrase("watch.archive.title"));
    about = el("div", { class: "group-about" });
    rows = el("ul", { class: "card rows" });
    rest = el("div", {});
    shownAbout = "";
    /** @type {Room[]} */
    fetched = [];
    /** @type {string | undefined} */
    next = undefined;
    /** The number of rooms that are shown. */
    shown = pageSize;

    /**
     * @param {Context} context
     * @param {string} group
     */
    constructor(context, group) {
        this.context = context;
        this.group = group;
    }

    async begin() {
        try {
            if (!this.kept()) await this.fetchMore();
            this.update();
        } catch (problem) {
            this.context.state("error");
            fill(this.rest, failure(problem, () => this.begin(), { missing: phrase("watch.archive.missing") }));
        }
    }

    async fetchMore() {
        const { fetched, group, next } = this;
        const page = await call("listRooms",
            { query: { group, limit: pageSize, after: next, ...(!listsAll() && { archived: true }) } });
        this.fetched = [...fetched, ...page.items];
        this.next = page.next;
    }

    /** The rooms of a replica that is whole. */
    kept() {
        if (!replica.isWhole()) return undefined;
        return replica.rooms().filter((room) => room.group === this.group && (listsAll() || room.archived))
            .sort((one, other) => other.lastActivityAt.localeCompare(one.lastActivityAt));
    }

    update() {
        const { context, next, rest, rows, shown } = this;
        const rooms = this.kept() ?? this.fetched;
        if (rooms[0]) this.name(rooms[0], rooms);
        sync(rows, rooms.slice(0, shown), (room) => room.id, (room) => roomRow(room));
        rows.hidden = rooms.length === 0;
        const hasMore = rooms.length > shown || (!replica.isWhole() && next !== undefined);
        fill(rest, rooms.length === 0 && emptyState(phrase(listsAll() ? "watch.archive.gone" : "watch.archive.noneHere")),
            hasMore && moreButton(() => this.showMore(), context.signal));
        context.state(rooms.length === 0 ? "empty" : "ready");
        context.settled();
    }

    /**
     * @param {Room} room the latest of them
     * @param {readonly Room[]} rooms
     */
    name({ lastActivityAt, members, poster: widths, subject }, rooms) {
        const people = members.map(({ user }) => user);
        const { kind } = subject;
        const name = nameOf({ id: this.group, kind, title: kind === "tv" ? subject.showTitle : "", members: people }, rooms);
        // Of those that were fetched, more may follow.
        const count = this.next === undefined || this.kept() ? rooms.length : 0;
        fill(this.title, name);
        this.context.title(name);
        const key = JSON.stringify([name, people, widths, lastActivityAt, count]);
        if (key !== this.shownAbout) fill(this.about, subject.kind === "tv" && poster(subject.showTitle, widths, 96),
            el("div", { class: "stack-tight" }, discs(people),
                el("span", { class: "small soft dots" },
                    ...count ? extent(kind, count, lastActivityAt) : [dayNode(lastActivityAt)])));
        this.shownAbout = key;
    }

    async showMore() {
        this.shown += pageSize;
        if (!replica.isWhole()) await this.fetchMore();
        this.update();
        return false;
    }
}
