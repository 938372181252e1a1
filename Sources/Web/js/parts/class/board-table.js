// The teacher's board: a table of students and tasks, and on phones a list by task. Cells change in place.
import { el, fill, mark, sync } from "../../dom.js";
import { deadlineText, gradeText as given, stateWords } from "./class-words.js";

/** @typedef {import("../../types/wire.js").Board} Board */
/** @typedef {import("../../types/wire.js").Cell} Cell */
/** @typedef {import("../../types/wire.js").ClassTask} Task */
/** @typedef {import("../../types/wire.js").User} User */

/** @param {AbortSignal} signal */
export function boardTable(signal) {
    const narrow = matchMedia("(width < 600px)");
    const head = el("tr", {}, el("th", { scope: "col" }, "Student"));
    const body = el("tbody");
    const table = el("table", { class: "board", role: "grid", "aria-label": "Board: students and their tasks" },
        el("thead", {}, head), body);
    const scroller = el("div", { class: "board-scroll" }, table);
    const list = el("div", {});
    const node = el("div", {}, scroller, list);
    /** @type {Board} */
    let shown = { tasks: [], students: [], cells: [] };
    /** @type {Map<string, Cell>} */
    let cells = new Map();

    /** The heading's column, and one for each task. @returns {any[]} */
    const columns = () => [undefined, ...shown.tasks];
    const at = (/** @type {string} */ task, /** @type {string} */ student) => cells.get(task + student);

    /** @param {Board} board */
    function update(board) {
        shown = board;
        cells = new Map(board.cells.map((cell) => [cell.taskID + cell.userID, cell]));
        scroller.hidden = narrow.matches || board.cells.length === 0;
        list.hidden = !narrow.matches;
        if (narrow.matches) {
            sync(body, [], String, taskHead);
            sync(list, board.tasks.filter((task) => board.cells.some((cell) => cell.taskID === task.id)), (task) => task.id,
                taskCard);
            return;
        }
        sync(list, [], String, taskHead);
        sync(head, columns(), (task) => task?.id ?? "", /** @type {(task: any) => any} */
            ((task) => task ? taskHead(task) : { node: head.cells[0] }));
        sync(body, board.students, (student) => student.id, studentRow);
        if (!table.querySelector('[tabindex="0"]')) stops()[0]?.setAttribute("tabindex", "0");
    }

    /** @param {User} first */
    function studentRow(first) {
        const name = el("a", { href: `/students/${first.id}`, tabIndex: -1 });
        const row = el("tr", {});
        const heading = el("th", { scope: "row" }, name);
        return {
            node: row,
            /** @param {User} student */
            update(student) {
                fill(name, el("bdi", {}, student.username));
                sync(row, columns(), (task) => task?.id ?? "", /** @type {(task: any) => any} */
                    ((task) => task ? cellOf(task, student) : { node: heading }));
            },
        };
    }

    /**
     * @param {Task} first
     * @param {User} student
     */
    function cellOf(first, student) {
        const place = el("td", {});
        return {
            node: place,
            /** @param {Task} task */
            update(task) {
                const cell = at(task.id, student.id);
                if (cell && !place.firstChild) place.append(el("a", { tabIndex: -1 }));
                const link = place.firstElementChild;
                if (cell && link instanceof HTMLAnchorElement) fillCell(link, cell, task, `${student.username}, ${task.title}`);
                else fill(place);
            },
        };
    }

    /** @param {Task} first */
    function taskCard(first) {
        const title = el("a", { href: `/tasks/${first.id}` });
        const about = el("span", { class: "small soft" });
        const students = el("ul", { class: "card rows" });
        return {
            node: el("section", { class: "block" }, el("h2", {}, title), about, students),
            /** @param {Task} task */
            update(task) {
                fill(title, el("bdi", {}, task.title));
                fill(about, dueText(task));
                sync(students, shown.students.filter((student) => at(task.id, student.id)), (student) => student.id,
                    (student) => {
                    const name = el("bdi", { class: "name" });
                    const link = el("a", { class: "board-cell" });
                    return {
                        node: el("li", { class: "board-line" }, name, link),
                        /** @param {User} student */
                        update(student) {
                            const cell = at(task.id, student.id);
                            fill(name, student.username);
                            if (cell) fillCell(link, cell, task, `${student.username}, ${task.title}`);
                        },
                    };
                });
            },
        };
    }

    const stops = () => [...table.querySelectorAll("a")];

    // Tab reaches the table once; arrows walk through it.
    table.addEventListener("keydown", (event) => {
        const from = event.target instanceof Element ? event.target.closest("td, th") : null;
        const rows = [...table.rows];
        const row = rows.findIndex((one) => one === from?.parentElement);
        const column = from instanceof HTMLTableCellElement ? from.cellIndex : -1;
        const [last, end] = [rows.length - 1, head.cells.length - 1];
        const steps = /** @type {Record<string, number[]>} */ ({
            ArrowRight: [row, column, 0, 1], ArrowLeft: [row, column, 0, -1], ArrowDown: [row, column, 1, 0],
                ArrowUp: [row, column, -1, 0],
            Home: event.ctrlKey ? [0, 0, 0, 1] : [row, -1, 0, 1],
                End: event.ctrlKey ? [last, end + 1, 0, -1] : [row, end + 1, 0, -1],
        })[event.key];
        if (!steps || row < 0) return;
        event.preventDefault();
        let [y = 0, x = 0, down = 0, right = 0] = steps;
        do [y, x] = [y + down, x + right]; while (rows[y]?.cells[x] && !rows[y]?.cells[x]?.querySelector("a"));
        focus(rows[y]?.cells[x]?.querySelector("a"));
    });
    table.addEventListener("focusin", ({ target }) => {
        for (const one of table.querySelectorAll('[tabindex="0"]')) if (one !== target) one.setAttribute("tabindex", "-1");
        if (target instanceof HTMLAnchorElement) target.tabIndex = 0;
    });
    narrow.addEventListener("change", () => update(shown), { signal });
    return { node, update };
}

/** @param {Element | null | undefined} link */
function focus(link) {
    if (!(link instanceof HTMLElement)) return;
    link.focus();
    link.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {Task} first */
function taskHead(first) {
    const title = el("a", { href: `/tasks/${first.id}`, tabIndex: -1 });
    const about = el("span", { class: "tiny soft" });
    return {
        node: el("th", { scope: "col" }, title, about),
        /** @param {Task} task */
        update(task) {
            fill(title, el("bdi", {}, task.title));
            fill(about, dueText(task));
        },
    };
}

/** @param {Task} task */
const dueText = ({ closed, dueAt }) => [closed && "closed", deadlineText({ dueAt, late: false, missing: false })].filter(Boolean)
    .join(" · ");

/**
 * @param {HTMLAnchorElement} link
 * @param {Cell} cell
 * @param {Task} task
 * @param {string} about whose it is, and of what
 */
function fillCell(link, cell, task, about) {
    const words = [stateWords[cell.state], (cell.late || cell.missing) && "late", given(cell, task.maxPoints),
        cell.unreadCount > 0 && `${cell.unreadCount} new`].filter(Boolean).join(", ");
    mark(link, "href", `/assignments/${cell.assignmentID}`);
    mark(link, "data-cell", cell.assignmentID);
    mark(link, "data-state", cell.state);
    mark(link, "data-late", cell.late || cell.missing);
    mark(link, "data-unread", cell.unreadCount > 0);
    mark(link, "aria-label", `${about}: ${words}`);
    fill(link, words);
}
