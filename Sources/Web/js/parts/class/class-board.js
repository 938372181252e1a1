// A teacher's page of the class: the students with what there is to do, each once, their tasks, and drafts of tasks.
import { replica } from "../../client.js";
import { answers } from "../../client/answers.js";
import { assignments, toReview } from "../../client/class.js";
import { el, fill, icon, linkButton, sync } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { boardTable } from "./board-table.js";
import { deadlineText, phrases, progressText } from "./class-words.js";
import { asOf, emptyState, failure, freshness, skeleton } from "../controls/states.js";
import { marksButton } from "./marks-export.js";
import { classLead, inGroups, places, studentOverview } from "./student-overview.js";
import { addingStudents } from "./students.js";

/** @typedef {import("../../types/wire.js").Board} Board */
/** @typedef {import("../../types/wire.js").ClassTask} Task */
/** @typedef {import("./student-overview.js").Waiting} Waiting */

/** The largest number of tasks that are asked for at once. */
const most = 100;
/** The least time between two requests for the board, in milliseconds. */
const pause = 2_000;

/**
 * The teacher's page of the class: what is to be reviewed next and what is due next, and the students in groups. They are a table
 * in a wide window, and a list on a phone and while nobody has a task.
 * @param {import("../frame/frame.js").Context} context
 */
export function classBoard({ signal, state, settled }) {
    const age = el("div", {});
    const rest = el("div", {});
    const narrow = matchMedia("(width < 600px)");
    const table = boardTable(narrow, marksButton());
    const overview = studentOverview();
    const heading = el("h2", { class: "students-head" });
    const drafts = taskList(phrase("class.drafts"));
    const archive = el("p", { class: "block small" }, el("a", { href: "/class#archived" }, phrase("class.archived")));
    const lead = classLead();
    let board = /** @type {Board | undefined} */ (undefined);
    let isAnswered = false;

    /** @type {ReturnType<typeof answers.watch>} */
    const boards = answers.watch("showBoard", { query: { limit: most } }, ({ answer, at, state: is, problem }) => {
        replica.noteFirstShown();
        isAnswered ||= is === "ready";
        if (!answer) {
            state(is === "error" ? "error" : "loading");
            return fill(rest, is === "error" ? failure(problem, boards.again) : skeleton(6, boards.again));
        }
        board = answer;
        show();
        const fresh = freshness();
        fill(age, is !== "ready" && (is === "error" || fresh !== "ready") && asOf(at));
        const isEmpty = answer.cells.length === 0;
        fill(rest, isEmpty && emptyState(phrase("class.board.empty"),
            linkButton("/tasks/new", { class: "button" }, phrase("class.newTask"))),
            answer.next !== undefined && el("p", { class: "small soft block" }, phrase("class.board.first", { count: most })),
            isEmpty && el("div", { class: "block" }, el("div", { class: "line" }, marksButton())));
        state(fresh !== "ready" ? fresh : is === "stale" ? "stale" : isEmpty ? "empty" : "ready");
        settled();
    });
    const students = addingStudents(signal, show);
    const tasks = answers.watch("listTasks", { query: { limit: most } }, ({ answer }) =>
        drafts.update((answer?.items ?? []).filter(isDraft)));

    function show() {
        const inTable = board && board.cells.length > 0 && !narrow.matches;
        const found = waiting(board);
        const all = places(board ?? { tasks: [], students: [], cells: [] }, board ? students.mine() : [], found);
        // Whose work is reviewed next stands above the list already, unless more of theirs waits.
        const first = board && board.cells.length > 0 ? all.find(({ waiting: [one, ...more] }) => one && one === found[0]
            && more.length === 0) : undefined;
        overview.update(inTable ? [] : inGroups(all.length > 1 ? all.filter((one) => one !== first) : all));
        overview.node.hidden = heading.hidden = Boolean(inTable);
        fill(heading, all.length > 0 && phrase(first && all.length > 1 ? "class.students.others" : "class.task.students"));
        lead.update(board && board.cells.length > 0 ? board : undefined, found);
        if (board) table.update(board, inGroups(all), inTable ? assignments() : []);
        // The ways to add one stand below the students.
        const place = inTable ? table.frame : overview.node;
        if (place.lastElementChild !== students.node) place.append(students.node);
    }

    const askLater = atMostEvery(pause, boards.again, signal);
    const ends = [replica.subscribe(["assignments"], () => (show(), askLater())), replica.subscribe(["people"], show),
        replica.subscribe(["live"], () => isAnswered && freshness() === "ready" && fill(age)), boards.stop, tasks.stop];
    signal.addEventListener("abort", () => ends.forEach((end) => end()));
    narrow.addEventListener("change", show, { signal });
    const node = el("div", { class: "class-board" }, age, lead.node, heading, overview.node, table.node, rest,
        drafts.node, archive);
    show();
    return node;
}

/**
 * What waits for a review, the one that was handed in first first. Until the copy is whole, the board says what: what comes later
 * would move the board.
 * @param {Board | undefined} board
 * @returns {Waiting[]}
 */
function waiting(board) {
    if (replica.isWhole()) return toReview().map((one) => ({ id: one.id, student: one.student, title: one.task.title,
        note: progressText(one) }));
    return (board?.cells ?? []).filter(({ closed, state }) => !closed && state === "submitted").flatMap((cell) => {
        const student = board?.students.find(({ id }) => id === cell.userID);
        const task = board?.tasks.find(({ id }) => id === cell.taskID);
        return student && task
            ? { id: cell.assignmentID, student, title: task.title, note: cell.late ? phrase("class.review.late") : "" } : [];
    });
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
    const { stop, again } = answers.watch("listTasks", { query: { archived: true, limit: most } }, ({ answer, problem }) => {
        list.update(answer?.items ?? []);
        fill(rest, !answer ? problem ? failure(problem, again) : skeleton(6, again)
            : answer.items.length === 0 && emptyState(phrase("class.archive.empty")),
            answer?.next !== undefined && el("p", { class: "soft" }, phrase("class.archive.last", { count: most })));
        state(!answer ? problem ? "error" : "loading" : answer.items.length === 0 ? "empty" : "ready");
        settled();
    });
    signal.addEventListener("abort", stop);
    return el("div", {}, list.node, rest);
}

/**
 * A list of tasks, under a title where the page doesn't say it already.
 * @param {string} title
 */
function taskList(title) {
    const rows = el("ul", { class: "card rows" });
    const node = el("section", { class: "block", hidden: true, "aria-label": title || phrase("class.board.tasks") },
        title && el("h2", {}, title), rows);
    return {
        node,
        /** @param {readonly Task[]} tasks */
        update(tasks) {
            node.hidden = tasks.length === 0;
            sync(rows, tasks, ({ id }) => id, taskRow);
        },
    };
}

/** @param {Task} first */
function taskRow({ id }) {
    const name = el("bdi", { class: "name" });
    const about = el("span", { class: "small soft" });
    return {
        node: el("li", {}, el("a", { class: "group-row", href: `/tasks/${id}` },
            el("span", { class: "setting-text" }, name, about), icon("next"))),
        /** @param {Task} task */
        update(task) {
            fill(name, task.title);
            const { done: count, excused } = task.counts;
            const all = studentsOf(task) - excused;
            fill(about, ...phrases([isDraft(task) && phrase("class.drafts.hint"), deadlineText(task),
                all > 0 && phrase("class.task.done", { count, all })].filter(Boolean).join(" · ")));
        },
    };
}

/** How many students have a task. */
const studentsOf = (/** @type {Task} */ { counts }) => counts.todo + counts.inProgress + counts.submitted + counts.returned
    + counts.done + counts.excused;

/** Whether no student has a task. */
const isDraft = (/** @type {Task} */ task) => studentsOf(task) === 0;
