// Where a card of the board may go (rules 11.12 to 11.16), and why it may not go elsewhere.

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {import("../../client/class.js").Action} Action */
/**
 * What a move does: an action, a state of my own task, or the page on which it is done, and why it needs that. Otherwise `why` it
 * can't be made.
 * @typedef {{action: Action} | {own: "todo" | "done"} | {opens: string} | {why: string}} Move
 */

/** The columns, with the states of their cards. */
export const columns = /** @type {const} */ ([["todo", "To do", ["todo", "inProgress"]],
    ["submitted", "Handed in", ["submitted"]], ["returned", "Returned", ["returned"]], ["done", "Done", ["done", "excused"]]]);
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
    if (closed) return { why: "It is closed, and can only be read." };
    if (side === "student") return studentMove(assignment, to, possible);
    const isEnded = state === "done" || state === "excused";
    // Where work was handed in, it opens as returned (rule 11.13).
    const opensIn = attempt > 0 ? "returned" : "todo";
    if (isEnded && to === opensIn) return { action: "reopen" };
    if (to === "submitted") return { why: `Only ${student} hands it in.` };
    if (to === "done") return assignment.task.maxPoints === undefined ? { action: "complete" }
        : { opens: "Opens it, to give points." };
    if (to === "returned" && possible.includes("return")) return { action: "return" };
    if (isEnded) return { why: to === "todo" ? "Work was handed in: it opens in “Returned”."
        : "Nothing was handed in: it opens in “To do”." };
    return { why: to === "todo" ? "What was handed in stays handed in." : "Nothing is handed in yet." };
}

/** @type {(to: Column) => Move} */
const ownMove = (to) => to === "todo" || to === "done" ? { own: to }
    : { why: "It is your own task: nothing of it is handed in." };

/**
 * @param {Assignment} assignment
 * @param {Column} to
 * @param {readonly Action[]} possible
 * @returns {Move}
 */
function studentMove({ attempt, openedAt, state }, to, possible) {
    const takesBack = possible.includes("takeBack");
    if (to === "submitted") return possible.includes("submit") ? { opens: "Opens it, to hand in your work." }
        : { why: state === "done" || state === "excused" ? "It is done." : "Nothing can be handed in any more." };
    if (to === "done") return { why: "A teacher marks it as done." };
    if (state === "submitted" && !takesBack) return { why: openedAt ? "Your teacher has opened it."
        : "The deadline is over: it stays handed in." };
    if (to === "returned") return takesBack && attempt > 1 ? { action: "takeBack" } : { why: "A teacher returns work." };
    if (takesBack) return attempt > 1 ? { why: "It goes back to “Returned”." } : { action: "takeBack" };
    return { why: state === "returned" ? "It was returned: hand it in again." : "A teacher opens it again." };
}
