// The rail at the right edge: the timeline with a mark for each thread that is shown, and a line where I am. To screen readers it
// is decoration.
import { uncoveredEdges } from "../frame/bars.js";
import { el, mark, svg } from "../../dom.js";
import { jump } from "../controls/unseen-pill.js";

const height = 1000;
const gap = 8;

/** The marks: from where to where they go, of the rail's 20 pixels. */
const marks = { ahead: [10, 10.01], others: [6, 16], mine: [10, 16], new: [2, 18], now: [0, 20] };

/** The timeline at the right edge of a room. */
export class TimelineRail {
    /** The timeline's length, in seconds. */
    length = 1;
    /**
     * The seconds of others' comments, also of those that are hidden.
     * @type {readonly number[]}
     */
    seconds = [];

    /**
     * @param {HTMLElement} list the threads.
     * @param {readonly HTMLElement[]} bars what sticks above and below.
     * @param {AbortSignal} signal
     */
    constructor(list, bars, signal) {
        this.list = list;
        this.paths = new Map(Object.keys(marks).map((name) => [name, svg("path", { class: `rail-${name}`, d: "" })]));
        const node = this.node = el("div", { class: "rail", "aria-hidden": "true" },
            svg("svg", { viewBox: `0 0 20 ${height}`, preserveAspectRatio: "none" }, ...this.paths.values()));
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
     * @param {readonly import("../../types/app.js").ShownComment[]} comments those that are shown.
     * @param {(comment: import("../../types/app.js").ShownComment) => boolean} isNew
     * @param {{length: number, seconds: readonly number[]}} timeline its length in seconds, and the seconds of all comments
     */
    update(comments, isNew, { length, seconds }) {
        this.length = length;
        this.seconds = [...new Set(seconds)];
        const threads = Map.groupBy(comments, (comment) => comment.seconds);
        const kinds = Map.groupBy([...threads],
            ([, thread]) => thread.some(isNew) ? "new" : thread.some((one) => !one.mine) ? "others" : "mine");
        for (const kind of /** @type {const} */ (["new", "others", "mine"])) {
            this.draw(kind, (kinds.get(kind) ?? []).map(([second]) => second));
        }
        mark(this.node, "data-marks", threads.size);
    }

    /**
     * @param {number | undefined} second where I am.
     * @param {boolean} runs whether I watch along: then dots say where somebody has written, without a word of it.
     */
    move(second, runs) {
        this.draw("now", second === undefined ? [] : [second]);
        this.draw("ahead", runs ? this.seconds.filter((one) => one > (second ?? 0)) : []);
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
