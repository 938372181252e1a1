// What stands on the dashboard below what comes first: the other rooms, each show with its season.
import { el, fill, icon, refill, sync } from "../../dom.js";
import { replica, session } from "../../client.js";
import { phrase } from "../../first-phrases.js";
import { go } from "../../routes.js";
import { called, discs } from "../controls/person.js";
import { sendOnClick } from "../controls/states.js";
import { agoInWords } from "../controls/time.js";
import { groupTitle } from "./group-title.js";
import { roomRow } from "./room-line.js";
import { askingText, dotted, episodeCode, othersOf, poster } from "./room-row.js";

/** @typedef {import("../../types/app.js").ShownDashboard["sections"][number]} Section */
/** @typedef {Section["rooms"][number]} Room */
/** @typedef {typeof import("./progress.js")} Progress */

/** By how much the time of a mark may differ from that of the activity that it is, in milliseconds. */
const slack = 2_000;

/** The two parts: what can be watched next, and what is watched. */
export function groupParts() {
    const [next, watched] = [groupPart(phrase("watch.next")), groupPart(phrase("watch.watched"))];
    return {
        nodes: [next.node, watched.node],
        /**
         * @param {readonly Section[]} sections
         * @param {ReadonlySet<Room>} above the rooms that stand above
         * @param {Progress | undefined} progress once it is loaded
         */
        show(sections, above, progress) {
            const [shows, others] = [sections.filter(isOfShow), sections.filter((one) => !isOfShow(one))];
            // A show of which everything stands above has nothing more to say, unless its next episode can begin.
            const rest = shows.map((section) => {
                const rooms = section.rooms.filter((room) => !above.has(room));
                const hasNext = rooms.some(isToWatch) || (section.nextEpisode !== undefined && mayShowNext(section));
                return { section, progress, rooms, hasNext };
            }).filter(({ rooms, hasNext }) => rooms.length > 0 || hasNext);
            const films = others.flatMap(({ rooms }) => rooms).filter((room) => !above.has(room));
            for (const [{ show }, isNext] of /** @type {const} */ ([[next, true], [watched, false]])) {
                show(rest.filter(({ hasNext }) => hasNext === isNext), films.filter((room) => isToWatch(room) === isNext));
            }
        },
    };
}

/**
 * @typedef {{section: Section, rooms: readonly Room[], progress: Progress | undefined, hasNext: boolean}} Rest
 *     without what stands above; `hasNext` says whether something of it can be watched or begun
 */

/** @param {string} title */
function groupPart(title) {
    const [groups, films] = [el("div", { class: "groups" }), el("ul", { class: "card rows" })];
    const node = el("div", { class: "part", hidden: true }, el("h2", {}, title), el("div", { class: "groups" }, groups, films));
    return {
        node,
        /**
         * @param {readonly Rest[]} shows
         * @param {readonly Room[]} others
         */
        show(shows, others) {
            sync(groups, shows, ({ section }) => section.group.id, showCard);
            sync(films, others, (room) => room.id, (room) => roomRow(room, { hasPeople: true }));
            groups.hidden = shows.length === 0;
            films.hidden = others.length === 0;
            node.hidden = groups.hidden && films.hidden;
        },
    };
}

const isOfShow = (/** @type {Section} */ { group }) => group.kind === "tv";
const isToWatch = (/** @type {Room} */ { attention }) => attention === "watch";
/** Whether a room has something to do. */
const isOpen = (/** @type {Room} */ room) => ["watch", "read"].includes(room.attention) || Boolean(askingText(room));

/**
 * What happened last in rooms of a group, without a word of it: "Cem watched E2 · 4 min ago".
 * @param {readonly Room[]} rooms
 */
function lifeLine([first, ...others]) {
    if (!first) return [];
    const room = others.reduce((one, other) => one.lastActivityAt < other.lastActivityAt ? other : one, first);
    const { commentCount, lastActivityAt, members, subject } = room;
    const episode = subject.kind !== "tv" || others.length === 0 ? "none" : String(subject.episode);
    const own = session.current()?.userID;
    const user = members.find(({ watchedAt }) => Date.parse(watchedAt ?? "") + slack >= Date.parse(lastActivityAt))?.user;
    const text = user ? user.id === own ? phrase("watch.life.you", { episode })
        : phrase("watch.life.watched", { name: called(user), episode })
        : commentCount === 0 ? phrase("watch.life.new") : phrase("watch.life.comment", { episode });
    return dotted([el("bdi", {}, text), agoInWords(lastActivityAt)]);
}

/** @param {Rest} first */
function showCard({ section: { group: { id } } }) {
    const [title, season] = [el("bdi", {}), el("span", { class: "section-season" })];
    const [company, people, tile] = [el("bdi", { class: "section-season" }), el("span", {}), el("span", {})];
    const strip = el("div", { class: "season-strip" });
    const life = el("p", { class: "small soft dots" });
    const [list, next, then] = [el("ul", { class: "room-rows" }), el("div", { class: "section-next" }),
        el("div", { class: "section-next" })];
    const [count, earlier] = [el("summary", { class: "small" }), el("ul", { class: "room-rows" })];
    const fold = el("details", { class: "section-earlier" }, count, earlier);
    return {
        node: el("section", { class: "card section", data: { group: id } }, tile,
            el("div", { class: "section-words" }, el("h3", {}, title, " ", company), people, season, life, strip),
            el("div", { class: "section-rooms" }, next, list, then, fold)),
        /** @param {Rest} rest */
        update({ section, rooms, progress, hasNext }) {
            const { poster: widths, title: show } = section.group;
            const others = othersOf(section.group.members.map((member) => replica.person(member)));
            const seasons = new Set(section.rooms.flatMap(({ subject }) => subject.kind === "tv" ? subject.season : []));
            fill(title, show);
            fill(company, groupTitle("custom", "", others));
            refill(people, others, () => discs(others));
            fill(life, ...lifeLine(rooms));
            refill(tile, widths ?? show, () => poster(show, widths, 104));
            fill(season, phrase("watch.season", { season: String([...seasons][0]) }), progress?.showSeason(section, strip));
            // What is done makes room for what comes next, or else for what was watched last.
            const open = rooms.filter((room, index) => hasNext ? isOpen(room) : index === 0);
            const done = rooms.filter((room) => !open.includes(room));
            for (const [part, some] of /** @type {const} */ ([[list, open], [earlier, done]])) {
                sync(part, some, (room) => `${room.id} ${seasons.size}`,
                    (room) => roomRow(room, { hasSeason: seasons.size > 1 }));
            }
            fold.hidden = done.length === 0;
            fill(count, done.length > 0 && phrase("watch.earlier", { count: done.length }));
            const isNow = mayShowNext(section);
            refill(next, hasNext && isNow && section.nextEpisode, () => hasNext && isNow && startButton(section));
            refill(then, hasNext && !isNow && section.nextEpisode, () => hasNext && !isNow && startButton(section));
        },
    };
}

/**
 * Whether the next episode's title spoils nothing, since all before it is watched.
 * @param {Section} section
 */
const mayShowNext = ({ rooms }) => !rooms.some(isToWatch);

/** @param {Section} section */
function startButton(section) {
    const [latest] = section.rooms;
    const episode = section.nextEpisode;
    if (!episode || !latest) return undefined;
    const fault = el("p", { class: "small bad", role: "alert" });
    const [isNow, code] = [mayShowNext(section), episodeCode(episode)];
    const button = el("button", { class: `button ${isNow ? "section-now" : "button-plain"}` }, icon("plus"),
        el("span", { class: "dots" }, dotted([isNow ? phrase("watch.start", { code }) : phrase("watch.then", { code }),
            isNow && episode.title && el("bdi", {}, episode.title)])));
    sendOnClick(button, fault, async () => {
        const room = await replica.change("createNextRoom", { path: { roomID: latest.id } });
        go(`/rooms/${room.id}`);
    });
    return [button, fault];
}
