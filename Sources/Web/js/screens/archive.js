// The archive: groups with rooms that are over, then a group's rooms. With `?all` in the address, those that still run stand
// there too.
import { call, replica, session } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, el, fill, sync } from "../dom.js";
import { discs, namesInWords } from "../parts/controls/person.js";
import { kindTitles, roomRow } from "../parts/watch/room-row.js";
import { asOf, emptyState, failure, skeleton } from "../parts/controls/states.js";
import { ago } from "../parts/controls/time.js";

/** @typedef {import("../types/wire.js").GroupCard} GroupCard */
/** @typedef {import("../types/wire.js").Room} Room */
/** @typedef {import("../parts/frame/frame.js").Context} Context */

const pageSize = 50;

/** Whether rooms that still run are listed too, which the dashboard has no place for. */
const listsAll = () => location.search === "?all";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function archive(context) {
    return context.params.group ? groupPage(context, context.params.group) : groupsPage(context);
}

/** @param {Context} context */
function groupsPage(context) {
    const age = el("div", {});
    const list = el("div", { class: "sections" });
    const rest = el("div", {});
    /** @type {GroupCard[]} */
    let further = [];

    const { stop, again } = answers.watch("listGroups", { query: { limit: pageSize } }, ({ answer, at, state, problem }) => {
        const groups = [...(answer?.items ?? []), ...further].filter(isListed);
        for (const [kind, title] of Object.entries(kindTitles)) section(kind, title,
            groups.filter((group) => group.kind === kind));
        fill(age, state === "stale" || state === "error" ? answer && asOf(at) : undefined);
        fill(rest,
            state === "loading" && skeleton(),
            state === "error" && !answer && failure(problem, again),
            answer && groups.length === 0
                && emptyState("Nothing here yet. Rooms come here a week after everybody has watched.",
                    el("a", { class: "button", href: "/watch" }, "Watch")),
            answer?.next && more(async () => {
                const next = await call("listGroups", { query: { limit: pageSize, after: answer.next } });
                further = [...further, ...next.items];
                for (const [kind, title] of Object.entries(kindTitles)) section(kind, title,
                    [...answer.items, ...further].filter((group) => isListed(group) && group.kind === kind));
                answer.next = next.next;
                return next.next !== undefined;
            }, context.signal));
        context.state(state === "error" ? answer ? "offline" : "error" : answer && groups.length === 0 ? "empty" : state);
        if (answer) context.settled();
    });
    context.signal.addEventListener("abort", stop);

    /** @type {Map<string, {node: HTMLElement, rows: HTMLElement}>} */
    const sections = new Map();
    /**
     * @param {string} kind
     * @param {string} title
     * @param {GroupCard[]} groups
     */
    function section(kind, title, groups) {
        const found = sections.get(kind) ?? { rows: el("ul", { class: "card rows" }),
            node: el("section", { class: "stack-tight", "aria-label": title }) };
        if (!sections.has(kind)) {
            sections.set(kind, found);
            found.node.append(el("h2", {}, title), found.rows);
            list.append(found.node);
        }
        found.node.hidden = groups.length === 0;
        sync(found.rows, groups, (group) => group.id, groupRow);
    }

    const title = listsAll() ? "All rooms" : "Archive";
    context.title(title);
    return el("div", {}, el("header", { class: "bar" }, el("h1", {}, title), age), list, rest);
}

/** @param {GroupCard} group */
const isListed = (group) => listsAll() || group.archivedCount > 0;

/** @param {GroupCard} first */
function groupRow(first) {
    const link = el("a", { class: "group-row", href: `/archive/${first.id}${location.search}`, data: { group: first.id } });
    let shown = "";
    return {
        node: el("li", {}, link),
        /** @param {GroupCard} group */
        update(group) {
            const key = JSON.stringify(group);
            if (key === shown) return;
            shown = key;
            const counts = [listsAll() && group.activeCount > 0 && `${group.activeCount} active`,
                group.archivedCount > 0 && `${group.archivedCount} archived`].filter(Boolean).join(" · ");
            fill(link, el("bdi", { class: "row-title" }, group.kind === "tv" ? group.title : withWhom(group.members)),
                el("span", { class: "small soft" }, ago(group.lastActivityAt)),
                el("span", { class: "small soft figures" }, counts), discs(group.members));
        },
    };
}

/** @param {import("../types/wire.js").UserStub[]} members */
function withWhom(members) {
    const others = members.filter((member) => member.id !== session.current()?.userID);
    return others.length > 0 ? `With ${namesInWords(others)}` : "By myself";
}

/**
 * Lists a group's rooms: from the replica once it is whole, before that from the server.
 * @param {Context} context
 * @param {string} group
 */
function groupPage(context, group) {
    const title = el("bdi", {}, "Archive");
    const rows = el("ul", { class: "card rows" });
    const rest = el("div", {});
    /** @type {Room[]} */
    let fetched = [];
    let next = /** @type {string | undefined} */ (undefined);
    let shown = pageSize;

    const kept = () => replica.isWhole() ? replica.rooms().filter((room) => room.group === group && (listsAll() || room.archived))
        .sort((one, other) => other.lastActivityAt.localeCompare(one.lastActivityAt)) : undefined;

    function update() {
        const rooms = kept() ?? fetched;
        const [first] = rooms;
        if (first) {
            const name = first.subject.kind === "tv" ? first.subject.showTitle : kindTitles[first.subject.kind];
            fill(title, name);
            context.title(name);
        }
        sync(rows, rooms.slice(0, shown), (room) => room.id, (room) => roomRow(room));
        rows.hidden = rooms.length === 0;
        const hasMore = rooms.length > shown || (!replica.isWhole() && next !== undefined);
        fill(rest, rooms.length === 0
            && emptyState(listsAll() ? "There are no rooms of this group any more."
                : "No room of this group is in the archive."), hasMore && more(async () => {
            shown += pageSize;
            if (!replica.isWhole()) await fetchMore();
            update();
            return false;
        }, context.signal));
        context.state(rooms.length === 0 ? "empty" : "ready");
        context.settled();
    }

    async function fetchMore() {
        const page = await call("listRooms",
            { query: { group, limit: pageSize, after: next, ...(!listsAll() && { archived: true }) } });
        fetched = [...fetched, ...page.items];
        next = page.next;
    }

    async function begin() {
        try {
            if (!kept()) await fetchMore();
            update();
        } catch (problem) {
            context.state("error");
            fill(rest, failure(problem, begin, { missing: "There is no such group, or you are not in it." }));
        }
    }

    context.title("Archive");
    context.signal.addEventListener("abort", replica.subscribe(["rooms"], () => (fetched.length > 0 || kept()) && update()));
    fill(rest, skeleton());
    begin();
    return el("div", {},
        bar(`/archive${location.search}`, el("h1", {}, title)),
        rows, rest);
}

/**
 * "More": by a tap, or by scrolling to it.
 * @param {() => Promise<boolean>} load whether there is still more
 * @param {AbortSignal} signal
 */
function more(load, signal) {
    const fault = el("span", { class: "small bad", role: "alert" });
    const button = el("button", { class: "button" }, "Show more");
    const node = el("div", { class: "empty" }, button, fault);
    let isLoading = false;
    const run = async () => {
        if (isLoading) return;
        isLoading = true;
        fill(fault);
        try {
            if (!await load()) node.hidden = true;
        } catch (problem) {
            fill(fault, problem instanceof Error ? problem.message : "");
        }
        isLoading = false;
    };
    button.addEventListener("click", run);
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && run(),
        { rootMargin: "400px" });
    observer.observe(node);
    signal.addEventListener("abort", () => observer.disconnect());
    return node;
}
