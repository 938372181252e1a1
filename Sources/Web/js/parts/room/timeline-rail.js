// The rail at the right edge: the timeline with a mark for each thread that is shown, and a line where I am. To screen readers it
// is decoration.
import { uncoveredEdges } from "../frame/bars.js";
import { el, mark, svg } from "../../dom.js";
import { jump } from "../controls/unseen-pill.js";

const height = 1000;
const gap = 8;

/** The marks: from where to where they go, of the rail's 20 pixels. */
const marks = { others: [6, 16], mine: [10, 16], new: [2, 18], now: [0, 20] };

/**
 * @param {HTMLElement} list the threads.
 * @param {readonly HTMLElement[]} bars what sticks above and below.
 * @param {AbortSignal} signal
 */
export function timelineRail(list, bars, signal) {
    const paths = new Map(Object.keys(marks).map((name) => [name, svg("path", { class: `rail-${name}`, d: "" })]));
    const node = el("div", { class: "rail", "aria-hidden": "true" },
        svg("svg", { viewBox: `0 0 20 ${height}`, preserveAspectRatio: "none" }, ...paths.values()));
    let length = 1;

    const place = () => {
        const { top, bottom } = uncoveredEdges();
        node.style.setProperty("top", `${top + gap}px`);
        node.style.setProperty("height", `${bottom - top - 2 * gap}px`);
    };
    const observer = new ResizeObserver(place);
    for (const bar of bars) observer.observe(bar);
    addEventListener("resize", place, { signal });
    signal.addEventListener("abort", () => observer.disconnect());

    /** @param {PointerEvent} event */
    function go(event) {
        const box = node.getBoundingClientRect();
        const second = (event.clientY - box.top) / box.height * length;
        const sections = [...list.children];
        const target = sections.findLast((section) => section instanceof HTMLElement
            && Number(section.dataset.thread) <= second) ?? sections[0];
        if (target instanceof HTMLElement) jump(target, { focus: false });
    }
    node.addEventListener("pointerdown", (event) => {
        node.setPointerCapture(event.pointerId);
        go(event);
    });
    node.addEventListener("pointermove", (event) => event.buttons > 0 && go(event));

    /**
     * @param {keyof typeof marks} name
     * @param {readonly number[]} seconds
     */
    function draw(name, seconds) {
        const [from, to] = marks[name];
        const lines = seconds.map((second) => `M${from} ${Math.round(Math.min(second / length, 1) * height)}H${to}`);
        mark(paths.get(name) ?? node, "d", lines.join(""));
    }

    return {
        node,
        /**
         * @param {readonly import("../../types/app.js").ShownComment[]} comments those that are shown.
         * @param {(comment: import("../../types/app.js").ShownComment) => boolean} isNew
         * @param {number} seconds the timeline's length.
         */
        update(comments, isNew, seconds) {
            length = seconds;
            const threads = Map.groupBy(comments, (comment) => comment.seconds);
            const kinds = Map.groupBy([...threads],
                ([, thread]) => thread.some(isNew) ? "new" : thread.some((one) => !one.mine) ? "others" : "mine");
            for (const kind of /** @type {const} */ (["new", "others", "mine"])) draw(kind,
                (kinds.get(kind) ?? []).map(([second]) => second));
            mark(node, "data-marks", threads.size);
        },
        /** @param {number | undefined} second */
        move: (second) => draw("now", second === undefined ? [] : [second]),
    };
}
