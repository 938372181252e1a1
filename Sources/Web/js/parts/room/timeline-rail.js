// The rail at the right edge: the timeline with a mark for each thread that is shown, a line where I am, its minutes, and the
// others' faces. To screen readers it is decoration.
import { followEdges, uncoveredEdges } from "../frame/bars.js";
import { el, fill, mark, set, svg } from "../../dom.js";
import { disc, namesInWords } from "../controls/person.js";
import { jump } from "../controls/unseen-pill.js";
import { timestamp } from "../../client/timestamp.js";
import { lastWritten } from "./room-head.js";

/** @typedef {import("../../types/app.js").ShownComment} ShownComment */
/**
 * What the rail shows besides the comments that are shown.
 * @typedef {object} Timeline
 * @property {readonly ShownComment[]} all also those that are hidden
 * @property {number} [end] the second of the end, where that is known
 * @property {number} length in seconds
 * @property {import("../../types/app.js").ShownRoom} room
 * @property {readonly number[]} seconds of others' comments, also of those that are hidden
 */

const height = 1000;
const gap = 8;
/** The time of the end stands below the line, in pixels. */
const below = 18;
/** Faces that are nearer than this part of the timeline would hide each other: they stand together. */
const near = 0.08;
/** A face covers the numbers that are nearer than this part, and two of them more. */
const [beside, besideTwo] = [0.045, 0.075];

/** The marks: from where to where they go, of the rail's 20 pixels. A point goes nowhere. */
const marks = { others: [4, 16], mine: [6, 14], new: [2, 18], ahead: [10, 10.01], next: [10, 10.01], end: [1, 19], now: [1, 19] };
/** The distances between numbered minutes, in seconds. */
const distances = [60, 300, 600, 900, 1800, 3600];

/** The timeline at the right edge of a room. */
export class TimelineRail {
    /** The timeline's length, in seconds. */
    length = 1;
    /**
     * The seconds of others' comments, also of those that are hidden.
     * @type {readonly number[]}
     */
    seconds = [];
    /** @type {readonly ShownComment[]} */
    comments = [];
    /** @type {Timeline | undefined} */
    timeline = undefined;
    shownScale = "";
    shownPeople = "";
    scale = el("div", { class: "rail-scale" });
    people = el("div", { class: "rail-people" });
    me = el("div", { class: "rail-me", hidden: true });
    ending = el("div", { class: "rail-ending" });

    /**
     * @param {HTMLElement} list the threads.
     * @param {HTMLElement} hero what stands above the threads and scrolls away.
     * @param {AbortSignal} signal
     */
    constructor(list, hero, signal) {
        this.list = list;
        this.past = svg("path", { class: "rail-past", d: "" });
        this.paths = new Map(Object.keys(marks).map((name) => [name, svg("path", { class: `rail-${name}`, d: "" })]));
        const node = this.node = el("div", { class: "rail", "aria-hidden": "true" },
            svg("svg", { viewBox: `0 0 20 ${height}`, preserveAspectRatio: "none" },
                svg("path", { class: "rail-track", d: `M10 0V${height}` }), this.past, ...this.paths.values()),
            this.scale, this.people, this.me, this.ending);
        node.addEventListener("pointerdown", (event) => {
            node.setPointerCapture(event.pointerId);
            this.go(event);
        });
        node.addEventListener("pointermove", (event) => event.buttons > 0 && this.go(event));
        const place = () => this.place();
        followEdges(place, signal);
        const observer = new ResizeObserver(place);
        observer.observe(hero);
        addEventListener("resize", place, { signal });
        let frame = 0;
        // What stands above the threads scrolls away, and leaves it more room.
        addEventListener("scroll", () => {
            frame ||= requestAnimationFrame(() => {
                frame = 0;
                place();
            });
        }, { passive: true, signal });
        signal.addEventListener("abort", () => observer.disconnect());
    }

    /** Stands between the bars, below what is above the threads. */
    place() {
        const { node } = this;
        const { top, bottom } = uncoveredEdges();
        const begin = Math.max(top, node.parentElement?.getBoundingClientRect().top ?? 0);
        const [above, height] = [`${top + gap}px`, `${Math.max(0, bottom - begin - 2 * gap - below)}px`];
        if (node.style.getPropertyValue("top") !== above) node.style.setProperty("top", above);
        if (node.style.getPropertyValue("height") !== height) node.style.setProperty("height", height);
    }

    /**
     * Leads to the thread at the pointer.
     * @param {PointerEvent} event
     */
    go({ clientY }) {
        const box = this.node.getBoundingClientRect();
        const second = (clientY - box.top) / box.height * this.length;
        const sections = [...this.list.children];
        // One without its author's name goes on where another one has it.
        const target = sections.findLast((section) => section instanceof HTMLElement
            && Number(section.dataset.thread) <= second && !section.querySelector("article[data-follows]:first-child"))
            ?? sections[0];
        if (target instanceof HTMLElement) jump(target, { focus: false });
    }

    /**
     * @param {readonly ShownComment[]} comments those that are shown.
     * @param {(comment: ShownComment) => boolean} isNew
     * @param {Timeline} timeline
     */
    update(comments, isNew, timeline) {
        const { end, length } = timeline;
        this.length = length;
        this.timeline = timeline;
        this.comments = comments;
        this.seconds = [...new Set(timeline.seconds)];
        const threads = Map.groupBy(comments, (comment) => comment.seconds);
        const kinds = Map.groupBy([...threads],
            ([, thread]) => thread.some(isNew) ? "new" : thread.some((one) => !one.mine) ? "others" : "mine");
        for (const kind of /** @type {const} */ (["new", "others", "mine"])) {
            this.draw(kind, (kinds.get(kind) ?? []).map(([second]) => second));
        }
        this.draw("end", end === undefined ? [] : [end]);
        this.showScale();
        mark(this.node, "data-marks", threads.size);
    }

    /**
     * @param {number | undefined} second where I am.
     * @param {boolean} runs whether I watch along: then dots say where somebody has written, without a word of it. The next one
     *     is larger.
     */
    move(second, runs) {
        this.draw("now", second === undefined ? [] : [second]);
        mark(this.past, "d", second === undefined ? "" : `M10 0V${this.at(second)}`);
        const ahead = runs ? this.seconds.filter((one) => one > (second ?? 0)).sort((one, other) => one - other) : [];
        this.draw("next", ahead.slice(0, 1));
        this.draw("ahead", ahead.slice(1));
        this.showPeople(runs);
        this.me.hidden = second === undefined;
        set(this.me, { vars: { at: Math.min((second ?? 0) / this.length, 1) } });
    }

    /**
     * Whether the end is another than the one that is shown: the catalogue answers late.
     * @param {number | undefined} end
     */
    isOutdated(end) {
        return this.timeline !== undefined && this.timeline.end !== end;
    }

    /** Numbers some minutes, and gives the time of the end where that is known. */
    showScale() {
        const { length, timeline } = this;
        const step = distances.find((one) => length / one <= 6) ?? length;
        const end = timeline?.end;
        const count = Math.max(0, end === undefined ? Math.floor(length / step) : Math.ceil(end / step - 1.5));
        const places = Array.from({ length: count }, (_, index) => (index + 1) * step);
        const key = JSON.stringify([places, end, length]);
        if (key === this.shownScale) return;
        this.shownScale = key;
        fill(this.ending, end !== undefined && timestamp(end));
        fill(this.scale, ...places.map((second) =>
            el("span", { data: { minute: Math.round(second / 60), second }, vars: { at: second / length } })));
    }

    /**
     * While I haven't watched, the others' faces stand at the end if they have, and otherwise where they last wrote.
     * @param {boolean} runs
     */
    showPeople(runs) {
        const { comments, length, timeline } = this;
        if (!timeline) return;
        const { all, room } = timeline;
        const others = room.watched ? [] : room.members.filter(({ user }) => user.id !== room.mine?.user.id);
        const written = lastWritten(others, runs ? all : comments);
        const places = others.map(({ user, watchedAt }) => ({ user,
            at: watchedAt ? timeline.end ?? length : written.get(user.id) ?? 0 })).filter(({ at }) => at > 0);
        const groups = grouped(places, near * length);
        const names = groups.map(({ users }) => namesInWords(users));
        const mine = room.mine?.user;
        const key = JSON.stringify([groups, names, length, this.shownScale, mine]);
        if (key === this.shownPeople) return;
        this.shownPeople = key;
        fill(this.me, disc(mine));
        fill(this.people, ...groups.map(({ at, users }, place) => el("span",
            { title: names[place], vars: { at: Math.min(at / length, 1) } }, ...faces(users))));
        // A face covers the number beneath it.
        for (const label of this.scale.children) {
            const second = Number(/** @type {HTMLElement} */ (label).dataset.second);
            mark(label, "hidden", groups.some(({ at, users }) =>
                Math.abs(at - second) < (users.length === 2 ? besideTwo : beside) * length));
        }
    }

    /**
     * @param {keyof typeof marks} name
     * @param {readonly number[]} seconds
     */
    draw(name, seconds) {
        const [from, to] = marks[name];
        const lines = seconds.map((second) => `M${from} ${this.at(second)}H${to}`);
        mark(this.paths.get(name) ?? this.node, "d", lines.join(""));
    }

    /**
     * Where a second is, of the rail's height.
     * @param {number} second
     */
    at(second) {
        return Math.round(Math.min(second / this.length, 1) * height);
    }
}

/** @typedef {import("../../types/wire.js").UserStub} UserStub */

/**
 * People who are near one another, together.
 * @param {readonly {user: UserStub, at: number}[]} places
 * @param {number} distance in seconds
 */
function grouped(places, distance) {
    /** @type {{at: number, users: UserStub[]}[]} */
    const groups = [];
    for (const { user, at } of [...places].sort((one, other) => one.at - other.at)) {
        const last = groups.at(-1);
        if (last && at - last.at < distance) last.users.push(user);
        else groups.push({ at, users: [user] });
    }
    return groups;
}

/**
 * Two faces, one above the other, or one and the number of the others.
 * @param {readonly UserStub[]} users
 */
const faces = (users) => users.length < 3 ? users.map((user) => disc(user))
    : [...users.slice(0, 1).map((user) => disc(user)), el("span", { class: "rail-more" }, `+${users.length - 1}`)];
