// What there is to do for a teacher: their students, each of them once, in groups, of which what waits for a review comes first.
import { el, fill, icon, mark, refill, sync } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { factsText, phrases } from "./class-words.js";
import { called, disc } from "../controls/person.js";

/** @typedef {import("../../types/wire.js").Board} Board */
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
