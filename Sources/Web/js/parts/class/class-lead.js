// What stands above the table of students: whose work waits for a review, what is due next, and who is late or has written.
import { replica } from "../../client.js";
import { el, icon, refill } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { deadlineText, phrases, stateNote } from "./class-words.js";
import { called, disc, namesInWords } from "../controls/person.js";
import { isBehind, unreadMark } from "./student-overview.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {import("../../types/wire.js").Board} Board */
/** @typedef {import("../../types/wire.js").Cell} Cell */
/** @typedef {import("../../types/wire.js").ClassTask} Task */
/** @typedef {import("../../types/wire.js").User} User */
/** @typedef {import("./student-overview.js").Waiting} Waiting */
/** @typedef {{kind: "late" | "unread", student: User, cells: Cell[]}} Look why somebody is to be looked at */

/** The number of students who are named as late or unread. The table has all of them. */
const most = 4;

/**
 * The task whose deadline comes next, and the students who haven't handed it in. The board has its tasks by deadline.
 * @param {Board} board
 * @param {number} now in milliseconds
 * @returns {{task: Task, missing: User[]} | undefined}
 */
export function dueNext({ cells, students, tasks }, now) {
    const task = tasks.find(({ closed, dueAt }) => !closed && dueAt !== undefined && Date.parse(dueAt) > now);
    if (!task) return undefined;
    const open = new Set(cells.filter(({ closed, state, taskID }) => taskID === task.id && !closed
        && (state === "todo" || state === "inProgress")).map(({ userID }) => userID));
    return { task, missing: students.filter(({ id }) => open.has(id)) };
}

/**
 * Who is late with something that can be handed in still, and then who has written what the teacher hasn't read. What waits for a
 * review stands beside them.
 * @param {Pick<Board, "cells" | "students">} board
 * @returns {Look[]}
 */
export function toLookAt({ cells, students }) {
    const tests = /** @type {[Look["kind"], (cell: Cell) => boolean][]} */ ([["late", isBehind],
        ["unread", ({ closed, state, unreadCount }) => unreadCount > 0 && (closed || state !== "submitted")]]);
    return tests.flatMap(([kind, test]) => {
        const cellsOf = new Map(students.map(({ id }) => [id, /** @type {Cell[]} */ ([])]));
        for (const cell of cells) if (test(cell)) cellsOf.get(cell.userID)?.push(cell);
        return students.map((student) => ({ kind, student, cells: cellsOf.get(student.id) ?? [] }))
            .filter(({ cells: own }) => own.length > 0);
    });
}

/** The place of all of them, which changes only where they do. */
export function classLead() {
    const node = el("div", {});
    return {
        node,
        /**
         * @param {Board | undefined} board undefined where no table is shown
         * @param {readonly Waiting[]} waiting
         * @param {readonly Assignment[]} known those of the copy, for their times
         */
        update(board, waiting, known) {
            const next = board && dueNext(board, replica.now());
            const looks = board ? toLookAt(board).map((look) => lookWords(look, board.tasks, known)) : [];
            node.className = board ? "class-lead block" : "";
            const names = [...waiting.map(({ student }) => student), ...next?.missing ?? []].map((one) => called(one));
            const due = next && [next.task.id, next.task.title, deadlineText(next.task), next.missing.length];
            refill(node, board && [waiting, names, due, looks],
                () => board ? [firstCard(waiting), next && dueCard(next), looks.length > 0 && lookCard(looks)] : []);
        },
    };
}

/** @param {readonly Waiting[]} waiting the one that was handed in first first */
function firstCard([first, ...others]) {
    if (!first) return el("section", { class: "card lead-quiet" }, el("p", { class: "soft" }, phrase("class.review.none")));
    const { id, note, student, title } = first;
    const names = [...new Map(others.map((one) => [one.student.id, one.student])).values()];
    const count = others.length + 1;
    return el("section", { class: "card lead-review", "aria-labelledby": "to-review", data: { review: count } },
        el("h2", { id: "to-review" }, phrase("class.review.title", { count })),
        el("div", { class: "lead-first" }, disc(student, { large: true }), el("div", { class: "row-text" },
            el("bdi", { class: "row-title" }, called(student)), el("bdi", { class: "small" }, title),
            // When it was handed in comes a moment later, into a place of its own.
            el("span", { class: "small soft lead-when" }, phrases(note))),
        el("a", { class: "button button-main", href: `/assignments/${id}` }, phrase("class.review"))),
        names.length > 0 && el("p", { class: "small soft" }, phrase("class.review.then", { names: namesInWords(names) })));
}

/**
 * What the row of a student says, and where it leads: to the work, or to the student where it is several.
 * @param {Look} look
 * @param {readonly Task[]} tasks
 * @param {readonly Assignment[]} known
 */
function lookWords({ cells, kind, student }, tasks, known) {
    const [first, ...others] = cells;
    const id = first?.assignmentID;
    return { kind, student, name: called(student), more: others.length,
        href: kind === "late" && others.length > 0 ? `/students/${student.id}` : `/assignments/${id}`,
        title: tasks.find((one) => one.id === first?.taskID)?.title ?? "",
        note: first && kind === "late" ? stateNote(first, known.find((one) => one.id === id)) : "",
        unread: kind === "unread" ? cells.reduce((sum, { unreadCount }) => sum + unreadCount, 0) : 0 };
}

/** @param {readonly ReturnType<typeof lookWords>[]} all */
function lookCard(all) {
    const kinds = new Set(all.map(({ kind }) => kind));
    const shown = all.length > most + 1 ? all.slice(0, most) : all;
    const left = all.length - shown.length;
    return el("section", { class: "card lead-look", "aria-labelledby": "to-look-at" },
        el("h2", { id: "to-look-at" }, phrase("class.look",
            { kind: kinds.size > 1 ? "both" : all[0]?.kind ?? "both", count: all.length })),
        el("ul", {}, ...shown.map(({ href, kind, more, name, note, student, title, unread }) => {
            const words = el("bdi", {}, title);
            return el("li", {}, el("a", { class: "lead-row", href, data: { look: kind } }, disc(student),
                el("span", { class: "row-text" }, el("bdi", { class: "row-title" }, name), el("span", { class: "small soft" },
                    more > 0 ? phraseAround("class.need.more", { title: words, count: more }) : words)),
                note && el("span", { class: "small bad" }, note), unreadMark(unread), icon("next")));
        })), left > 0 && el("p", { class: "small soft" }, phrase("class.look.more", { count: left })));
}

/** @param {NonNullable<ReturnType<typeof dueNext>>} next */
function dueCard({ missing, task }) {
    const who = missing.length > 0 ? phrase("class.dueNext.missing", { names: namesInWords(missing) })
        : phrase("class.dueNext.complete");
    return el("section", { class: "card lead-due", "aria-labelledby": "due-next" },
        el("h2", { id: "due-next" }, phrase("class.dueNext")), el("div", { class: "row-text" },
            el("a", { class: "row-title", href: `/tasks/${task.id}` }, el("bdi", {}, task.title)),
            el("span", { class: "small" }, phrases(deadlineText(task))), el("span", { class: "small soft" }, who)),
        icon("next"));
}
