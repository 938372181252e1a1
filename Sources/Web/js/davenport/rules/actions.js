// Which actions an assignment allows (rules 11.12 to 11.16), and deadlines (rules 11.24 to 11.27).

/** @typedef {Wire.EntryAction} Action */

const always = "todo inProgress submitted returned done excused";
const open = "todo inProgress submitted returned";

/**
 * The states in which each side may do what. The first that is allowed is the main one.
 * @type {Record<"student" | "teacher", Partial<Record<Action, string>>>}
 */
const table = {
    student: { submit: "todo inProgress returned", message: always, start: "todo", takeBack: "submitted" },
    teacher: {
        return: "submitted", complete: open, message: always, evaluate: "returned done", excuse: open, reopen: "done excused",
        extend: always,
    },
};

/**
 * What a side may do now.
 * @param {Wire.Assignment} assignment
 * @param {"student" | "teacher"} side
 * @param {number} now by the server's clock
 * @returns {Action[]}
 */
export function actions(assignment, side, now) {
    if (assignment.closed) return [];
    const { attempt, dueAt, locksAt, openedAt, state } = assignment;
    /** @type {Record<string, boolean>} */
    const late = {
        submit: attempt === 0 && isMinuteOver(locksAt, now),
        takeBack: openedAt !== undefined || (attempt === 1 && (isMinuteOver(dueAt, now) || isMinuteOver(locksAt, now))),
    };
    const rows = /** @type {[Action, string][]} */ (Object.entries(table[side]));
    return rows.filter(([action, states]) => states.split(" ").includes(state) && !late[action]).map(([action]) => action);
}

/**
 * Whether the minute of a time is over: it counts until its end.
 * @param {string | undefined} at
 * @param {number} now
 */
export function isMinuteOver(at, now) {
    return at !== undefined && now >= ends(at);
}

/** When the minute of a time ends, in milliseconds. */
export const ends = (/** @type {string} */ at) => (Math.floor(Date.parse(at) / 60_000) + 1) * 60_000;

/**
 * Points as people type them, with a comma or a point.
 * @param {string} text
 * @param {number} most
 * @returns {{ points?: number, fault?: string }}
 */
export function pointsIn(text, most) {
    if (text.trim() === "") return {};
    if (!/^\d+([.,]\d{1,2})?$/.test(text.trim())) return { fault: "A number such as 6.5, with two decimals at most." };
    const points = Number(text.trim().replace(",", "."));
    return points > most ? { fault: `At most ${most}.` } : { points };
}
