// What there is to do for a teacher: their students, each of them once, in groups, of which what waits for a review comes first;
// and what stands above the table in place of these: what waits, what is due next, and who is late or has written.
import { replica } from "../../client.js";
import { el, fill, icon, mark, refill, sync } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { deadlineText, factsText, phrases, stateNote } from "./class-words.js";
import { called, disc, namesInWords } from "../controls/person.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {import("../../types/wire.js").Board} Board */
/** @typedef {import("../../types/wire.js").ClassTask} Task */
/** @typedef {import("../../types/wire.js").Cell} Cell */
/** @typedef {import("../../types/wire.js").User} User */
/** @typedef {{id: string, student: User, title: string, note: string}} Waiting an assignment to be reviewed */
/** @typedef {"review" | "late" | "todo" | "working" | "nothing" | "free"} Need */
/**
 * What there is to do about a student: the assignments that wait for a review, or the titles of the tasks that put the student
 * into the group.
 * @typedef {{student: User, need: Need, waiting: Waiting[], titles: string[], unread: number}} Place
 */

/** @type {readonly Need[]} */
const groups = ["review", "late", "todo", "working", "nothing", "free"];

/** Whether the deadline is over without an attempt, which can be made still. */
export function isBehind(/** @type {Pick<Cell, "closed" | "missing" | "state">} */ { closed, missing, state }) {
    return missing && !closed && (state === "todo" || state === "inProgress");
}

/** Which cells put a student into which group: the first that has one. What waits for a review is known otherwise. */
const tests = /** @type {[Need, (cell: Cell) => boolean][]} */ ([
    ["late", isBehind],
    ["todo", ({ state }) => state === "todo"],
    ["working", ({ state }) => state !== "done" && state !== "excused"],
]);

/**
 * What there is to do about each student. Those whose work waits stand in its order, and the others in the board's.
 * @param {{students: readonly User[], cells: readonly Cell[], tasks: readonly {id: string, title: string}[]}} board
 * @param {readonly User[]} mine my students, of whom some may have no task
 * @param {readonly Waiting[]} waiting what waits for a review
 * @returns {Place[]}
 */
export function places({ cells, students, tasks }, mine, waiting) {
    const people = new Map([...waiting.map(({ student }) => student), ...students, ...mine].map((one) => [one.id, one]));
    const titles = new Map(tasks.map(({ id, title }) => [id, title]));
    const cellsOf = new Map([...people.keys()].map((id) => [id, /** @type {Cell[]} */ ([])]));
    for (const cell of cells) cellsOf.get(cell.userID)?.push(cell);
    return [...people.values()].map((student) => {
        const all = cellsOf.get(student.id) ?? [];
        const open = all.filter(({ closed }) => !closed);
        const own = waiting.filter((one) => one.student.id === student.id);
        const found = own.length > 0 ? undefined : tests.find(([, test]) => open.some(test));
        return { student, waiting: own, unread: all.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
            need: own.length > 0 ? "review" : found?.[0] ?? (all.length > 0 ? "nothing" : "free"),
            titles: found ? open.filter(found[1]).map(({ taskID }) => titles.get(taskID) ?? "") : [] };
    });
}

/** The groups, as one list. */
export function studentOverview() {
    const lists = groups.map(groupList);
    const node = el("div", { class: "block card rows class-list" }, ...lists.map((list) => list.node));
    return {
        node,
        /** @param {readonly Place[]} all */
        update(all) {
            for (const { need, update } of lists) update(all.filter((one) => one.need === need));
        },
    };
}

/** @param {Need} need */
function groupList(need) {
    const title = phrase("class.need", { need });
    const rows = el("ul", {});
    const head = el("h2", {});
    const next = el("a", { class: "button button-main" }, phrase("class.review"));
    const node = el("section", { "aria-label": title, data: { need } },
        el("div", { class: "class-head" }, head, need === "review" && next), rows);
    return {
        need,
        node,
        /** @param {readonly Place[]} own */
        update(own) {
            node.hidden = own.length === 0;
            const count = own.reduce((sum, { waiting }) => sum + waiting.length, 0);
            if (need === "review") mark(node, "data-review", count || undefined);
            fill(head, phrase("class.group.counted", { group: title, count: count || own.length }));
            next.href = `/assignments/${own[0]?.waiting[0]?.id}`;
            sync(rows, own, ({ student }) => student.id, studentRow);
        },
    };
}

/** @param {Place} first */
function studentRow({ student: { id } }) {
    const link = el("a", { class: "class-row" });
    return {
        node: el("li", {}, link),
        /** @param {Place} place */
        update({ student, titles, unread, waiting }) {
            const [one, ...others] = waiting;
            const title = el("bdi", {}, one?.title ?? factsText(titles));
            const { length: more } = others;
            link.href = one ? `/assignments/${one.id}` : `/students/${id}`;
            refill(link, [student, called(student), waiting, titles, unread], () => [disc(student),
                el("span", { class: "row-text" }, el("span", { class: "row-head" },
                    el("bdi", { class: "row-title" }, called(student)), !one && unreadMark(unread)),
                    el("span", { class: "small soft" },
                        more > 0 ? phraseAround("class.need.more", { title, count: more }) : title),
                    one && one.note !== "" && el("span", { class: "small soft" }, phrases(one.note))),
                icon("next")]);
        },
    };
}

/**
 * How many messages of somebody are unread; nothing without any.
 * @param {number} count
 */
export const unreadMark = (count) => count > 0
    && el("span", { class: "attention attention-read" }, phrase("class.unread", { count }));

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
