// Where a card of the board may go (rules 11.12 to 11.16), and why it may not go elsewhere.
import { phrase } from "../../phrases.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {import("../../client/class.js").Action} Action */
/**
 * What a move does: an action, a state of my own task, or the page on which it is done, and why it needs that. Otherwise `why` it
 * can't be made.
 * @typedef {{action: Action} | {own: "todo" | "done"} | {opens: string} | {why: string}} Move
 */

/** The columns, with their titles and the states of their cards. */
export const columns = /** @type {const} */ ([["todo", phrase("class.column.todo"), ["todo", "inProgress"]],
    ["submitted", phrase("class.column.submitted"), ["submitted"]], ["returned", phrase("class.column.returned"), ["returned"]],
    ["done", phrase("class.column.done"), ["done", "excused"]]]);
/** @typedef {typeof columns[number][0]} Column */

/** The column of a card. */
export const columnOf = (/** @type {Pick<Assignment, "state">} */ { state }) => columns.find(([, , states]) =>
    states.some((one) => one === state))?.[0] ?? "todo";

/**
 * What it means to move a card into another column.
 * @param {Assignment} assignment
 * @param {Column} to
 * @param {{possible: readonly Action[], side: "student" | "teacher", student: string}} can the actions that are possible now, and
 *     what the student is called
 * @returns {Move}
 */
export function moveTo(assignment, to, { possible, side, student }) {
    const { attempt, closed, own, state } = assignment;
    if (own) return ownMove(to);
    if (closed) return { why: phrase("class.stays.closed") };
    if (side === "student") return studentMove(assignment, to, possible);
    const isEnded = state === "done" || state === "excused";
    // Where work was handed in, it opens as returned (rule 11.13).
    const opensIn = attempt > 0 ? "returned" : "todo";
    if (isEnded && to === opensIn) return { action: "reopen" };
    if (to === "submitted") return { why: phrase("class.stays.studentHandsIn", { student }) };
    if (to === "done") return assignment.task.maxPoints === undefined ? { action: "complete" }
        : { opens: phrase("class.opens.toGivePoints") };
    if (to === "returned" && possible.includes("return")) return { action: "return" };
    if (isEnded) return { why: phrase(to === "todo" ? "class.stays.opensInReturned" : "class.stays.opensInTodo") };
    return { why: phrase(to === "todo" ? "class.stays.handedIn" : "class.stays.notHandedIn") };
}

/** @type {(to: Column) => Move} */
const ownMove = (to) => to === "todo" || to === "done" ? { own: to }
    : { why: phrase("class.stays.own") };

/**
 * @param {Assignment} assignment
 * @param {Column} to
 * @param {readonly Action[]} possible
 * @returns {Move}
 */
function studentMove({ attempt, openedAt, state }, to, possible) {
    const takesBack = possible.includes("takeBack");
    if (to === "submitted") return possible.includes("submit") ? { opens: phrase("class.opens.toHandIn") }
        : { why: phrase(state === "done" || state === "excused" ? "class.stays.done" : "class.stays.locked") };
    if (to === "done") return { why: phrase("class.stays.teacherEnds") };
    if (state === "submitted" && !takesBack) return { why: phrase(openedAt ? "class.stays.opened" : "class.stays.late") };
    if (to === "returned") return takesBack && attempt > 1 ? { action: "takeBack" }
        : { why: phrase("class.stays.teacherReturns") };
    if (takesBack) return attempt > 1 ? { why: phrase("class.stays.backToReturned") } : { action: "takeBack" };
    return { why: phrase(state === "returned" ? "class.stays.returned" : "class.stays.teacherReopens") };
}
