// The teacher's board: a table of students and tasks, and on phones a list of tasks. Cells change in place.
import { el, fill, icon, mark, set, sync } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { stateLine } from "./assignment-row.js";
import { deadlineText, factsText, gradeText as given, phrases, stateNote, stateWords } from "./class-words.js";
import { called, disc } from "../controls/person.js";
import { dateText } from "../controls/time.js";

/** @typedef {import("../../types/wire.js").Board} Board */
/** @typedef {import("../../types/wire.js").Cell} Cell */
/** @typedef {import("../../types/wire.js").ClassTask} Task */
/** @typedef {import("../../types/wire.js").User} User */
/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {import("./student-overview.js").Group} Group */
/**
 * Where a student's row and a task's column cross, with the assignment where the copy has it, for its times.
 * @typedef {{student: User, task: Task, cell?: Cell, assignment?: Assignment}} Place
 * @typedef {{key: string, student: User, places: Place[], group?: Group}} StudentRow `group`: the row says it
 * @typedef {{key: string, group: Group, columns: number}} GroupRow
 * @typedef {StudentRow | GroupRow} Row
 */

/** The largest number of tasks with which the table is as wide as the rest of the page. */
const narrowest = 5;

/**
 * The table of a teacher's students and tasks.
 * @param {MediaQueryList} narrow whether it is a list of tasks, for a phone
 * @param {HTMLElement} exporting the button for the marks, at its head
 */
export function boardTable(narrow, exporting) {
    const student = el("th", { scope: "col" }, phrase("class.board.student"));
    const head = el("tr", {}, student);
    const body = el("tbody");
    const table = el("table", { class: "board", role: "grid", "aria-label": phrase("class.board.name") },
        el("thead", {}, head), body);
    const scroller = el("div", { class: "board-scroll" }, table);
    const frame = el("div", { class: "board-frame" }, scroller);
    const rows = el("ul", { class: "card rows" });
    const title = el("h2", { id: "board-tasks" });
    const node = el("section", { class: "block", "aria-labelledby": "board-tasks" },
        el("div", { class: "line apart" }, title, exporting), frame, rows);

    /**
     * @param {Board} board
     * @param {readonly import("./student-overview.js").Group[]} groups of the students
     * @param {readonly Assignment[]} known those of the copy
     */
    function update(board, groups, known) {
        node.hidden = board.cells.length === 0;
        fill(title, phrase(narrow.matches ? "class.board.tasks" : "class.board.title"));
        frame.hidden = narrow.matches;
        mark(node, "data-wide", !narrow.matches && board.tasks.length > narrowest);
        set(frame, { vars: { tasks: board.tasks.length } });
        rows.hidden = !narrow.matches;
        sync(rows, narrow.matches ? byTask(board) : [], ({ task }) => task.id, taskRow);
        // Where few students share a group, a heading above each would be more than the rows: these say it.
        const isShared = groups.length * 2 <= groups.reduce((sum, { own }) => sum + own.length, 0);
        sync(body, narrow.matches ? [] : tableRows(board, groups, known, isShared), (row) => row.key,
            /** @type {(row: Row) => any} */
            ((row) => "student" in row ? studentRow(row) : groupRow()));
        if (narrow.matches) return;
        syncRow(head, student, board.tasks.map((task) => ({ task })), taskHead);
        if (!table.querySelector('[tabindex="0"]')) table.querySelector("a")?.setAttribute("tabindex", "0");
    }

    followArrows(table);
    node.hidden = true;
    return { node, frame, update };
}

/**
 * The headings of the groups, each with its students and their places, in the order of the tasks.
 * @param {Board} board
 * @param {readonly Group[]} groups
 * @param {readonly Assignment[]} known
 * @param {boolean} isShared whether the groups have headings
 * @returns {Row[]}
 */
function tableRows({ cells, tasks }, groups, known, isShared) {
    const found = new Map(cells.map((cell) => [cell.taskID + cell.userID, cell]));
    const byID = new Map(known.map((one) => [one.id, one]));
    return groups.flatMap((group) => [...isShared ? [{ key: group.need, group, columns: tasks.length + 1 }] : [],
        ...group.own.map(({ student }) => ({ key: student.id, student, ...!isShared && { group }, places: tasks.map((task) => {
            const cell = found.get(task.id + student.id);
            return { student, task, cell, assignment: cell && byID.get(cell.assignmentID) };
        }) }))]);
}

/** The tasks that anybody has, with how far their students are. */
const byTask = (/** @type {Board} */ { cells, tasks }) => tasks.map((task) =>
    ({ task, cells: cells.filter(({ taskID }) => taskID === task.id) })).filter(({ cells: own }) => own.length > 0);

/**
 * Reconciles what stands in a row behind its heading.
 * @template {{task: Task}} Item
 * @param {HTMLElement} row
 * @param {HTMLElement} heading
 * @param {readonly Item[]} items one for each task
 * @param {(item: Item) => {node: HTMLElement, update: (item: Item) => void}} create
 */
function syncRow(row, heading, items, create) {
    sync(row, [undefined, ...items], (item) => item?.task.id ?? "", /** @type {(item?: Item) => any} */
        ((item) => item ? create(item) : { node: heading }));
}

/** The heading of a group, above the rows of its students. */
function groupRow() {
    const head = el("h3", {});
    const cell = el("td", {}, head);
    const node = el("tr", { class: "board-group" }, cell);
    return {
        node,
        /** @param {GroupRow} next */
        update({ columns, group }) {
            mark(node, "data-need", group.need);
            cell.colSpan = columns;
            fill(head, group.title);
        },
    };
}

/** @param {{student: User}} first */
function studentRow({ student: { id } }) {
    const name = el("a", { href: `/students/${id}`, tabIndex: -1 });
    const face = el("span", { class: "board-face" });
    const need = el("span", { class: "tiny board-need" });
    const heading = el("th", { scope: "row" }, el("div", { class: "board-student" }, face, el("div", {}, name, need)));
    const row = el("tr", {});
    return {
        node: row,
        /** @param {StudentRow} next */
        update({ group, student, places }) {
            mark(need, "data-need", group?.need);
            fill(need, group?.group);
            fill(name, el("bdi", {}, called(student)));
            fill(face, disc(student));
            syncRow(row, heading, places, boardCell);
        },
    };
}

function boardCell() {
    const node = el("td", {});
    return {
        node,
        /** @param {Place} place */
        update(place) {
            if (place.cell && !node.firstChild) node.append(el("a", { tabIndex: -1 }));
            const link = node.firstElementChild;
            if (place.cell && link instanceof HTMLAnchorElement) fillLink(link, place, place.cell);
            else fill(node);
        },
    };
}

/** @param {{task: Task}} first */
function taskRow({ task: { id } }) {
    const title = el("bdi", { class: "row-title" });
    const about = el("span", { class: "small soft" });
    const counts = stateLine();
    const unread = el("span", { class: "attention attention-read" });
    return {
        node: el("li", {}, el("a", { class: "class-row", href: `/tasks/${id}`, data: { task: id } },
            el("span", { class: "row-text" }, el("span", { class: "row-head" }, title, unread), about, counts.node),
            icon("next"))),
        /** @param {{task: Task, cells: Cell[]}} next */
        update({ cells, task }) {
            fill(title, task.title);
            fill(about, ...phrases(dueText(task)));
            counts.update(cells);
            const count = cells.filter(({ unreadCount }) => unreadCount > 0).length;
            unread.hidden = count === 0;
            fill(unread, phrase("class.unread", { count }));
        },
    };
}

/** @param {{task: Task}} first */
function taskHead({ task: { id } }) {
    const title = el("a", { href: `/tasks/${id}`, tabIndex: -1 });
    const about = el("span", { class: "tiny soft" });
    return {
        node: el("th", { scope: "col" }, title, about),
        /** @param {{task: Task}} next */
        update({ task }) {
            fill(title, el("bdi", {}, task.title));
            fill(about, [task.closed && phrase("class.board.closed"),
                task.dueAt ? phrase("class.due", { time: dateText(task.dueAt) }) : phrase("class.due.none")]
                .filter(Boolean).join(" · "));
        },
    };
}

/** @param {Task} task */
const dueText = ({ closed, dueAt }) => [closed && phrase("class.board.closed"), deadlineText({ dueAt })].filter(Boolean)
    .join(" · ");

/**
 * The state of somebody's work, and below it what is given or when it was handed in. What waits for a review is marked.
 * @param {HTMLAnchorElement} link
 * @param {Place} place
 * @param {Cell} cell
 */
function fillLink(link, { assignment, student, task }, cell) {
    const points = given(cell, task.maxPoints);
    const isLate = cell.late || cell.missing;
    const unread = cell.unreadCount > 0 && phrase("class.unread", { count: cell.unreadCount });
    const note = points ? "" : stateNote(cell, assignment);
    // What was handed in is unread: the cell says that already.
    const waits = cell.state === "submitted" && !cell.closed;
    mark(link, "href", `/assignments/${cell.assignmentID}`);
    mark(link, "data-cell", cell.assignmentID);
    mark(link, "data-state", cell.state);
    mark(link, "data-late", isLate);
    mark(link, "data-waits", waits);
    mark(link, "aria-label", phrase("class.board.cell", { student: called(student), task: task.title,
        facts: factsText([stateWords[cell.state], isLate && phrase("class.late"), points,
            cell.state === "submitted" && assignment?.submittedAt !== undefined && dateText(assignment.submittedAt), unread]) }));
    fill(link, stateWords[cell.state], (points || note || (unread && !waits)) && el("span", { class: "cell-note" },
        points && el("strong", { class: "figures" }, points),
        note && el("span", { class: cell.missing ? "bad" : "" }, phrases(note)),
        unread && !waits && el("span", { class: "attention attention-read" }, unread)));
}

/** Tab reaches the table once; arrows walk through its links. */
function followArrows(/** @type {HTMLTableElement} */ table) {
    table.addEventListener("keydown", (event) => {
        const from = event.target instanceof Element ? event.target.closest("td, th") : null;
        // The headings of groups have no link.
        const rows = [...table.rows].filter(({ cells }) => cells.length > 1);
        const row = rows.findIndex((one) => one === from?.parentElement);
        const column = from instanceof HTMLTableCellElement ? from.cellIndex : -1;
        const [last, end] = [rows.length - 1, (rows[0]?.cells.length ?? 0) - 1];
        const steps = /** @type {Record<string, number[]>} */ ({
            ArrowRight: [row, column, 0, 1], ArrowLeft: [row, column, 0, -1],
            ArrowDown: [row, column, 1, 0], ArrowUp: [row, column, -1, 0],
            Home: event.ctrlKey ? [0, 0, 0, 1] : [row, -1, 0, 1],
            End: event.ctrlKey ? [last, end + 1, 0, -1] : [row, end + 1, 0, -1],
        })[event.key];
        if (!steps || row < 0) return;
        event.preventDefault();
        let [y = 0, x = 0, down = 0, right = 0] = steps;
        const link = () => rows[y]?.cells[x]?.querySelector("a");
        do [y, x] = [y + down, x + right]; while (rows[y]?.cells[x] && !link());
        link()?.focus();
        link()?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    table.addEventListener("focusin", ({ target }) => {
        for (const one of table.querySelectorAll('[tabindex="0"]')) if (one !== target) one.setAttribute("tabindex", "-1");
        if (target instanceof HTMLAnchorElement) target.tabIndex = 0;
    });
}
