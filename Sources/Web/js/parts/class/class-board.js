// What a teacher has to do: the queue to review, the board, drafts of tasks, and the students.
import { replica } from "../../client.js";
import { answers } from "../../client/answers.js";
import { toReview } from "../../client/class.js";
import { el, fill, icon, linkButton, sync } from "../../dom.js";
import { boardTable } from "./board-table.js";
import { counted, deadlineText, progressText } from "./class-words.js";
import { called, disc } from "../controls/person.js";
import { asOf, emptyState, failure, freshness, skeleton } from "../controls/states.js";
import { marksButton } from "./marks-export.js";
import { studentList } from "./students.js";

/** @typedef {import("../../types/wire.js").ClassTask} Task */

/** The largest number of assignments to review that are listed. */
const most = 6;
/** The least time between two requests for the board, in milliseconds. */
const pause = 2_000;

/**
 * The teacher's page of the class: what to review, the board, drafts of tasks, and the students.
 * @param {import("../frame/frame.js").Context} context
 */
export function classBoard({ signal, state, settled }) {
    const age = el("div", {});
    const rest = el("div", {});
    const table = boardTable(signal);
    const drafts = taskList("Drafts", "No student sees them.");
    const queue = el("div", {});
    let board = /** @type {import("../../types/wire.js").Board | undefined} */ (undefined);
    let isAnswered = false;
    const showQueue = () => fill(queue, reviewList(board));

    /** @type {ReturnType<typeof answers.watch>} */
    const boards = answers.watch("showBoard", { query: { limit: 100 } }, ({ answer, at, state: is, problem }) => {
        replica.noteFirstShown();
        isAnswered ||= is === "ready";
        if (!answer) {
            state(is === "error" ? "error" : "loading");
            return fill(rest, is === "error" ? failure(problem, boards.again) : skeleton(6, boards.again));
        }
        board = answer;
        table.update(answer);
        showQueue();
        const fresh = freshness();
        fill(age, is !== "ready" && (is === "error" || fresh !== "ready") && asOf(at));
        const isEmpty = answer.cells.length === 0;
        fill(rest, isEmpty && emptyState("No student has a task yet.", linkButton("/tasks/new", { class: "button" }, "New task")),
            answer.next !== undefined && el("p", { class: "soft" }, "These are the 100 tasks that are due first."),
            el("p", { class: "line small" }, el("a", { href: "/class#archived" }, "Archived tasks"), !isEmpty && marksButton()));
        state(fresh !== "ready" ? fresh : is === "stale" ? "stale" : isEmpty ? "empty" : "ready");
        settled();
    });
    const tasks = answers.watch("listTasks", { query: { limit: 100 } }, ({ answer }) =>
        drafts.update((answer?.items ?? []).filter(({ counts }) => counts.todo + counts.inProgress + counts.submitted
            + counts.returned + counts.done + counts.excused === 0)));
    const askLater = atMostEvery(pause, boards.again, signal);
    const ends = [replica.subscribe(["assignments"], () => (showQueue(), askLater())),
        replica.subscribe(["people"], () => (showQueue(), board && table.update(board))),
        replica.subscribe(["live"], () => isAnswered && freshness() === "ready" && fill(age)), boards.stop, tasks.stop];
    signal.addEventListener("abort", () => ends.forEach((end) => end()));
    showQueue();
    return el("div", {}, age, queue, table.node, drafts.node, studentList(signal), rest);
}

/** @typedef {{id: string, student: import("../../types/wire.js").User, title: string, note: string}} Waiting */

/**
 * What waits for a review, the one that was handed in first first. Until the copy is whole, the board says what: what comes later
 * would move the board.
 * @param {import("../../types/wire.js").Board | undefined} board
 * @returns {Waiting[]}
 */
function waiting(board) {
    if (replica.isWhole()) return toReview().map((one) => ({ id: one.id, student: one.student, title: one.task.title,
        note: progressText(one) }));
    return (board?.cells ?? []).filter(({ closed, state }) => !closed && state === "submitted").flatMap((cell) => {
        const student = board?.students.find(({ id }) => id === cell.userID);
        const task = board?.tasks.find(({ id }) => id === cell.taskID);
        return student && task
            ? { id: cell.assignmentID, student, title: task.title, note: cell.late ? "Handed in late" : "" } : [];
    });
}

/**
 * The list of what is to be reviewed, which is the first thing on the page.
 * @param {import("../../types/wire.js").Board | undefined} board
 */
function reviewList(board) {
    const found = waiting(board);
    if (found.length === 0) return board && board.cells.length > 0
        && el("p", { class: "soft" }, "Nothing waits for your review.");
    const rest = found.length - most;
    const isOne = found.length === 1;
    /** @type {(tag: "a" | "span", options?: {href: string}) => HTMLElement} */
    const button = (tag, options) => el(tag, { class: "button button-main", ...options }, "Review");
    return el("section", { class: "block", "aria-labelledby": "to-review", data: { review: found.length } },
        el("div", { class: "line apart" }, el("h2", { id: "to-review" }, `To review (${found.length})`),
            !isOne && button("a", { href: `/assignments/${found[0]?.id}` })),
        el("ul", { class: "card rows review" }, ...found.slice(0, most).map(({ id, student, title, note }) => el("li", {},
            el("a", { class: "class-row", href: `/assignments/${id}` }, disc(student),
                el("span", { class: "row-text" }, el("bdi", { class: "row-title" }, called(student)),
                    el("span", { class: "small soft" }, el("bdi", {}, title), note && ` · ${note}`)),
                isOne ? button("span") : icon("next"))))),
        rest > 0 && el("p", { class: "small soft" }, `and ${rest} more: “Next student” leads from one to the next.`));
}

/**
 * A function that runs something, but not more often than once in a time.
 * @param {number} time in milliseconds, which begins now
 * @param {() => void} run
 * @param {AbortSignal} signal
 */
function atMostEvery(time, run, signal) {
    let last = performance.now();
    let timer = 0;
    signal.addEventListener("abort", () => clearTimeout(timer));
    return () => {
        timer ||= window.setTimeout(() => {
            timer = 0;
            last = performance.now();
            run();
        }, Math.max(0, last + time - performance.now()));
    };
}

/** The tasks that were completed a week ago or earlier. */
export function archivedTasks(/** @type {import("../frame/frame.js").Context} */ { signal, state, settled }) {
    const list = taskList("");
    const rest = el("div", {});
    const { stop, again } = answers.watch("listTasks", { query: { archived: true, limit: 100 } }, ({ answer, problem }) => {
        list.update(answer?.items ?? []);
        fill(rest, !answer ? problem ? failure(problem, again) : skeleton(6, again)
            : answer.items.length === 0 && emptyState("Nothing is archived yet."),
            answer?.next !== undefined && el("p", { class: "soft" }, "These are the last 100."));
        state(!answer ? problem ? "error" : "loading" : answer.items.length === 0 ? "empty" : "ready");
        settled();
    });
    signal.addEventListener("abort", stop);
    return el("div", {}, list.node, rest);
}

/**
 * A list of tasks, under a title where the page doesn't say it already.
 * @param {string} title
 * @param {string} [hint]
 */
function taskList(title, hint) {
    const rows = el("ul", { class: "card rows" });
    const node = el("section", { class: "block", hidden: true, "aria-label": title || "Tasks" }, title && el("h2", {}, title,
        hint && el("span", { class: "small soft" }, ` · ${hint}`)), rows);
    return {
        node,
        /** @param {readonly Task[]} tasks */
        update(tasks) {
            node.hidden = tasks.length === 0;
            sync(rows, tasks, (task) => task.id, (first) => {
                const name = el("bdi", { class: "name" });
                const about = el("span", { class: "small soft" });
                return {
                    node: el("li", {}, el("a", { class: "group-row", href: `/tasks/${first.id}` },
                        el("span", { class: "setting-text" }, name, about), icon("next"))),
                    /** @param {Task} task */
                    update(task) {
                        fill(name, task.title);
                        fill(about, [deadlineText(task),
                            task.counts.done > 0 && `${counted(task.counts.done, "student")} done`].filter(Boolean).join(" · "));
                    },
                };
            });
        },
    };
}
