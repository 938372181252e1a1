// What there is to do for a teacher: what is to be reviewed next and what is due next, and their students, each of them once, in
// groups, which a phone's list and the table share.
import { replica } from "../../client.js";
import { el, fill, icon, refill, sync } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { deadlineText, factsText, phrases } from "./class-words.js";
import { called, disc, namesInWords } from "../controls/person.js";

/** @typedef {import("../../types/wire.js").Board} Board */
/** @typedef {import("../../types/wire.js").ClassTask} Task */
/** @typedef {import("../../types/wire.js").Cell} Cell */
/** @typedef {import("../../types/wire.js").User} User */
/** @typedef {{id: string, student: User, title: string, note: string}} Waiting an assignment to be reviewed */
/** @typedef {"review" | "late" | "unread" | "todo" | "working" | "nothing" | "free"} Need */
/**
 * What there is to do about a student: the assignments that wait for a review, or the titles of the tasks that put the student
 * into the group.
 * @typedef {{student: User, need: Need, waiting: Waiting[], titles: string[], unread: number}} Place
 */

/** @type {readonly Need[]} */
const groups = ["review", "late", "unread", "todo", "working", "nothing", "free"];

/** Whether the deadline is over without an attempt, which can be made still. */
export function isBehind(/** @type {Pick<Cell, "closed" | "missing" | "state">} */ { closed, missing, state }) {
    return missing && !closed && (state === "todo" || state === "inProgress");
}

/** Which cells put a student into which group: the first that has one. What waits for a review is known otherwise. */
const tests = /** @type {[Need, (cell: Cell) => boolean][]} */ ([
    ["late", isBehind],
    ["unread", ({ unreadCount }) => unreadCount > 0],
    ["todo", ({ closed, state }) => !closed && state === "todo"],
    ["working", ({ closed, state }) => !closed && state !== "done" && state !== "excused"],
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
        const own = waiting.filter((one) => one.student.id === student.id);
        const found = own.length > 0 ? undefined : tests.find(([, test]) => all.some(test));
        return { student, waiting: own, unread: all.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
            need: own.length > 0 ? "review" : found?.[0] ?? (all.length > 0 ? "nothing" : "free"),
            titles: found ? all.filter(found[1]).map(({ taskID }) => titles.get(taskID) ?? "") : [] };
    });
}

/**
 * The groups that have somebody, in their order, each with its title, which counts them or the work that waits.
 * @param {readonly Place[]} all
 */
export function inGroups(all) {
    return groups.map((need) => {
        const own = all.filter((one) => one.need === need);
        const group = phrase("class.need", { need });
        const count = own.reduce((sum, { waiting }) => sum + waiting.length, 0) || own.length;
        return { need, own, group, title: phrase("class.group.counted", { group, count }) };
    }).filter(({ own }) => own.length > 0);
}

/** @typedef {ReturnType<typeof inGroups>[number]} Group */

/** The groups, as one list. */
export function studentOverview() {
    const node = el("div", { class: "block card rows class-list" });
    return {
        node,
        /** @param {readonly Group[]} all */
        update: (all) => sync(node, all, ({ need }) => need, groupList),
    };
}

/** @param {Group} first */
function groupList({ group, need }) {
    const [head, rows] = [el("h3", { class: "class-head" }), el("ul", {})];
    return {
        node: el("section", { "aria-label": group, data: { need } }, head, rows),
        /** @param {Group} next */
        update({ own, title }) {
            fill(head, title);
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

/** The place of what is to be reviewed next and of what is due next, which changes only where they do. */
export function classLead() {
    const node = el("div", {});
    return {
        node,
        /**
         * @param {Board | undefined} board undefined while nobody has a task
         * @param {readonly Waiting[]} waiting the one that was handed in first first
         */
        update(board, [first]) {
            const next = board && dueNext(board, replica.now());
            node.className = board ? "class-lead block" : "";
            const due = next && [next.task.id, next.task.title, deadlineText(next.task), next.missing.map((one) => called(one))];
            refill(node, board && [first, first && called(first.student), due],
                () => board ? [firstCard(first), next && dueCard(next)] : []);
        },
    };
}

/** @param {Waiting | undefined} first */
function firstCard(first) {
    if (!first) return el("section", { class: "card lead-quiet" }, el("p", { class: "soft" }, phrase("class.review.none")));
    const { id, note, student, title } = first;
    return el("section", { class: "card lead-review", "aria-labelledby": "to-review", data: { review: "" } },
        el("h2", { id: "to-review" }, phrase("class.review.next")),
        el("div", { class: "lead-first" }, disc(student, { large: true }), el("div", { class: "row-text" },
            el("bdi", { class: "row-title" }, called(student)), el("bdi", { class: "small" }, title),
            // When it was handed in comes a moment later, into a place of its own.
            el("span", { class: "small soft lead-when" }, phrases(note))),
        el("a", { class: "button button-main", href: `/assignments/${id}` }, phrase("class.review"))));
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
