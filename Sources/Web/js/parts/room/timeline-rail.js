// The rail at the right edge: the timeline with a mark for each thread that is shown, a line where I am, its minutes, and the
// others' faces. To screen readers it is decoration.
import { uncoveredEdges } from "../frame/bars.js";
import { el, fill, mark, svg } from "../../dom.js";
import { disc } from "../controls/person.js";
import { jump } from "../controls/unseen-pill.js";

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
/** Faces that are nearer than this part of the timeline would hide each other. */
const near = 0.03;

/** The marks: from where to where they go, of the rail's 20 pixels. */
const marks = { ahead: [10, 10.01], others: [6, 16], mine: [10, 16], new: [2, 18], now: [0, 20], end: [0, 20] };
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

    /**
     * @param {HTMLElement} list the threads.
     * @param {readonly HTMLElement[]} bars what sticks above and below.
     * @param {AbortSignal} signal
     */
    constructor(list, bars, signal) {
        this.list = list;
        this.paths = new Map(Object.keys(marks).map((name) => [name, svg("path", { class: `rail-${name}`, d: "" })]));
        const node = this.node = el("div", { class: "rail", "aria-hidden": "true" },
            svg("svg", { viewBox: `0 0 20 ${height}`, preserveAspectRatio: "none" }, ...this.paths.values()),
            this.scale, this.people);
        node.addEventListener("pointerdown", (event) => {
            node.setPointerCapture(event.pointerId);
            this.go(event);
        });
        node.addEventListener("pointermove", (event) => event.buttons > 0 && this.go(event));
        const place = () => this.place();
        const observer = new ResizeObserver(place);
        for (const bar of bars) observer.observe(bar);
        addEventListener("resize", place, { signal });
        signal.addEventListener("abort", () => observer.disconnect());
    }

    /** Stands between the bars. */
    place() {
        const { top, bottom } = uncoveredEdges();
        this.node.style.setProperty("top", `${top + gap}px`);
        this.node.style.setProperty("height", `${bottom - top - 2 * gap}px`);
    }

    /**
     * Leads to the thread at the pointer.
     * @param {PointerEvent} event
     */
    go({ clientY }) {
        const box = this.node.getBoundingClientRect();
        const second = (clientY - box.top) / box.height * this.length;
        const sections = [...this.list.children];
        const target = sections.findLast((section) => section instanceof HTMLElement
            && Number(section.dataset.thread) <= second) ?? sections[0];
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
     * @param {boolean} runs whether I watch along: then dots say where somebody has written, without a word of it.
     */
    move(second, runs) {
        this.draw("now", second === undefined ? [] : [second]);
        this.draw("ahead", runs ? this.seconds.filter((one) => one > (second ?? 0)) : []);
        this.showPeople(runs);
    }

    /**
     * Whether the end is another than the one that is shown: the catalogue answers late.
     * @param {number | undefined} end
     */
    isOutdated(end) {
        return this.timeline !== undefined && this.timeline.end !== end;
    }

    /** Numbers some minutes, and the end where that is known. */
    showScale() {
        const { length, timeline } = this;
        const step = distances.find((one) => length / one <= 6) ?? length;
        const end = timeline?.end ?? length;
        const places = Array.from({ length: Math.max(0, Math.ceil(end / step - 1.5)) }, (_, index) => (index + 1) * step);
        const key = JSON.stringify([places, timeline?.end, length]);
        if (key === this.shownScale) return;
        this.shownScale = key;
        fill(this.scale, ...[...places, ...timeline?.end === undefined ? [] : [end]].map((second) =>
            el("span", { data: { minute: Math.round(second / 60) }, vars: { at: second / length } })));
    }

    /**
     * While I haven't watched, the others' faces stand at the end if they have, and otherwise where they last wrote.
     * @param {boolean} runs
     */
    showPeople(runs) {
        const { comments, length, timeline } = this;
        if (!timeline) return;
        const { all, room } = timeline;
        const known = (runs ? all : comments).filter((comment) => !comment.folded);
        const others = room.watched ? [] : room.members.filter(({ user }) => user.id !== room.mine?.user.id);
        const places = others.map(({ user, watchedAt }) => ({ user, at: watchedAt ? timeline.end ?? length
            : Math.max(0, ...known.map((comment) => comment.author?.id === user.id ? comment.seconds : 0)) }))
            .filter(({ at }) => at > 0);
        const key = JSON.stringify([places, length]);
        if (key === this.shownPeople) return;
        this.shownPeople = key;
        fill(this.people, ...places.map(({ user, at }, index) => el("span", {
            vars: { at: Math.min(at / length, 1),
                stack: places.slice(0, index).filter((one) => Math.abs(one.at - at) < near * length).length },
        }, disc(user))));
    }

    /**
     * @param {keyof typeof marks} name
     * @param {readonly number[]} seconds
     */
    draw(name, seconds) {
        const [from, to] = marks[name];
        const lines = seconds.map((second) => `M${from} ${Math.round(Math.min(second / this.length, 1) * height)}H${to}`);
        mark(this.paths.get(name) ?? this.node, "d", lines.join(""));
    }
}
