// What a teacher has to do: the queue to review, the board, drafts of tasks, and the students.
import { replica } from "../../client.js";
import { answers } from "../../client/answers.js";
import { toReview } from "../../client/class.js";
import { el, fill, icon, linkButton, sync } from "../../dom.js";
import { boardTable } from "./board-table.js";
import { counted, deadlineText } from "./class-words.js";
import { asOf, emptyState, failure, freshness, skeleton } from "../controls/states.js";
import { studentList } from "./students.js";

/** @typedef {import("../../types/wire.js").ClassTask} Task */

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
    const drafts = taskList("Drafts, which no student sees");
    const queue = el("p", {});
    let board = /** @type {import("../../types/wire.js").Board | undefined} */ (undefined);
    let isAnswered = false;
    const showQueue = () => fill(queue, reviewLink(board?.cells ?? []));

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
            el("p", {}, el("a", { href: "/class#archived" }, "Archived tasks")));
        state(fresh !== "ready" ? fresh : is === "stale" ? "stale" : isEmpty ? "empty" : "ready");
        settled();
    });
    const tasks = answers.watch("listTasks", { query: { limit: 100 } }, ({ answer }) =>
        drafts.update((answer?.items ?? []).filter(({ counts }) => counts.todo + counts.inProgress + counts.submitted
            + counts.returned + counts.done + counts.excused === 0)));
    const askLater = atMostEvery(pause, boards.again, signal);
    const ends = [replica.subscribe(["assignments"], () => (showQueue(), askLater())),
        replica.subscribe(["live"], () => isAnswered && freshness() === "ready" && fill(age)), boards.stop, tasks.stop];
    signal.addEventListener("abort", () => ends.forEach((end) => end()));
    showQueue();
    return el("div", {}, age, queue, table.node, rest, drafts.node, studentList(signal));
}

/**
 * The link to what is to be reviewed. Until the copy is whole, the board says what: what comes later would move the board.
 * @param {readonly import("../../types/wire.js").Cell[]} cells
 */
function reviewLink(cells) {
    const found = replica.isWhole() ? toReview().map(({ id }) => id)
        : cells.filter(({ closed, state }) => !closed && state === "submitted").map(({ assignmentID }) => assignmentID);
    return found.length > 0 && el("a", { class: "button", href: `/assignments/${found[0]}`, data: { review: found.length } },
        `To review (${found.length})`);
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
    const list = taskList("Archived tasks");
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

/** @param {string} title */
function taskList(title) {
    const rows = el("ul", { class: "card rows" });
    const node = el("section", { class: "block", hidden: true, "aria-label": title }, el("h2", {}, title), rows);
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
