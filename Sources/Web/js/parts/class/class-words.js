// Deadlines, states, points and sizes in words.
import { replica } from "../../client.js";
import { el } from "../../dom.js";
import { listed, locale, phrase } from "../../phrases.js";
import { ends, isMinuteOver } from "../../client/class.js";
import { dateText, daysAhead } from "../controls/time.js";
import { called } from "../controls/person.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */

const hour = 3_600_000;
const day = 24 * hour;

/** The states, in their order. */
export const states = /** @type {const} */ (["todo", "inProgress", "submitted", "returned", "done", "excused"]);

/** The states in words. */
export const stateWords = /** @type {Record<typeof states[number], string>} */ (Object.fromEntries(states.map((state) =>
    [state, phrase("class.state", { state })])));

/**
 * How many are late, and how many of the others are in each state, in the order of the states. Each counts once.
 * @template {Pick<Assignment, "state">} One
 * @param {readonly One[]} all
 * @param {(one: One) => boolean} isLate
 */
export function countsOf(all, isLate) {
    const rest = all.filter((one) => !isLate(one));
    return /** @type {(readonly ["late" | typeof states[number], number])[]} */ ([["late", all.length - rest.length],
        ...states.map((state) => [state, rest.filter((one) => one.state === state).length])])
        .filter(([, count]) => count > 0);
}

/**
 * A text with its first letter in upper case.
 * @param {string} text
 */
const capitalized = (text) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/**
 * @typedef {Pick<Assignment, "dueAt"> & Partial<Pick<Assignment, "late" | "missing" | "attempt" | "submittedAt">>} WithDeadline
 */

/**
 * The deadline of an assignment: "Due Tue 1 Dec, 05:21 · in 3 days", "Due Thu 26 Nov, 18:00 · 2 days late", or when it was handed
 * in late: "Handed in Thu 26 Nov, 17:58 · 2 days late".
 * @param {WithDeadline} assignment
 */
export const deadlineText = (assignment) => deadlineParts(assignment).filter(Boolean).join(" · ");

/**
 * The two parts of that: the time, and how late or near it is, if there is something to say.
 * @param {WithDeadline} assignment
 * @returns {[time: string, distance?: string]}
 */
export function deadlineParts({ attempt, dueAt, late, missing, submittedAt }) {
    if (!dueAt) return [phrase("class.due.none")];
    // Of several attempts the first one was late, whose time is in the history.
    if (late && submittedAt) return [phrase("class.handedIn", { time: dateText(submittedAt) }),
        attempt === 1 ? lateText(Date.parse(submittedAt) - ends(dueAt)) : phrase("class.late")];
    return [phrase("class.due", { time: dateText(dueAt) }),
        (missing ? lateText(replica.now() - ends(dueAt)) : leftText(dueAt)) || undefined];
}

/**
 * A text of several phrases, such as a deadline's, which breaks between them rather than inside one.
 * @param {string} text
 */
export const phrases = (text) => text.split(" · ").flatMap((one, place) => [place > 0 && " · ",
    el("span", { class: "phrase" }, one)]);

/**
 * How far a student is with a task whose deadline stands elsewhere: "Handed in Thu 26 Nov, 17:58 · 2 days late"; empty if there
 * is nothing to say.
 * @param {Pick<Assignment, "attempt" | "dueAt" | "extendedTo" | "late" | "missing" | "submittedAt">} assignment
 */
export function progressText(assignment) {
    const { extendedTo, late, submittedAt } = assignment;
    if (submittedAt) return late ? deadlineText(assignment)
        : phrase("class.handedIn", { time: dateText(submittedAt) });
    return [missingText(assignment), extendedText(extendedTo)].filter(Boolean).join(" · ");
}

/**
 * How late work is that isn't handed in: "2 days late"; undefined if it isn't late.
 * @param {Pick<Assignment, "dueAt" | "missing">} assignment
 */
export const missingText = ({ dueAt, missing }) =>
    missing && dueAt ? capitalized(lateText(replica.now() - ends(dueAt))) : undefined;

/**
 * Until when a student has more time.
 * @param {string | undefined} extendedTo
 */
export const extendedText = (extendedTo) => extendedTo && phrase("class.extended", { time: dateText(extendedTo) });

/**
 * What stands below a student's state in the table: "Sat 28 Nov, 22:47", with "2 days late", or "1 day late" alone. Without the
 * assignment, whose times the board lacks, it is "Late".
 * @param {Pick<Assignment, "state" | "late" | "missing">} cell
 * @param {Assignment | undefined} assignment
 */
export function stateNote({ late, missing, state }, assignment) {
    const isOpen = state === "todo" || state === "inProgress";
    const { dueAt, submittedAt } = assignment ?? {};
    if (isOpen && missing) return capitalized(dueAt ? lateText(replica.now() - ends(dueAt)) : phrase("class.late"));
    if (state !== "submitted") return "";
    if (!submittedAt) return late ? capitalized(phrase("class.late")) : "";
    return [dateText(submittedAt), late && phrase("class.late")].filter(Boolean).join(" · ");
}

/** @param {number} passed in milliseconds */
function lateText(passed) {
    if (passed < hour) return phrase("class.late.just");
    return passed < day ? phrase("class.late.hours", { count: Math.floor(passed / hour) })
        : phrase("class.late.days", { count: Math.floor(passed / day) });
}

/**
 * How long it is until a deadline: "in 3 days"; empty if it is over.
 * @param {string} dueAt
 */
export function leftText(dueAt) {
    const left = Date.parse(dueAt) - replica.now();
    if (left < 0) return "";
    if (left < hour) return phrase("class.due.soon");
    return left < day ? phrase("class.due.hours", { count: Math.floor(left / hour) })
        : phrase("class.due.days", { count: daysAhead(new Date(dueAt)) });
}

/**
 * A time, and how long it is until then: "Tue 1 Dec, 05:21 · in 3 days".
 * @param {string} stamp
 */
export const timeAndLeft = (stamp) => [dateText(stamp), leftText(stamp)].filter(Boolean).join(" · ");

/**
 * What a teacher has given: "6.5 of 10" or “strong”; empty if neither.
 * @param {{points?: number, word?: string} | undefined} given
 * @param {number | undefined} most
 */
export function gradeText(given, most) {
    if (given?.points !== undefined) return most === undefined ? given.points.toLocaleString(locale)
        : phrase("class.grade.points", { points: given.points, most });
    return given?.word ? phrase("class.grade.word", { word: given.word }) : "";
}

/**
 * The state of an assignment as sentences: "Handed in Friday 17:58. greta hasn't opened it yet."
 * @param {Assignment} assignment
 * @param {"student" | "teacher"} side
 */
export function stateSentence(assignment, side) {
    const { attempt, closed, evaluation, late, openedAt, own, state, submittedAt, task } = assignment;
    if (own) return phrase("class.own", { state });
    const given = gradeText(evaluation, task.maxPoints);
    const isGiven = given && (state === "done" || (state === "returned" && evaluation?.attempt === attempt));
    return [closed && phrase("class.is.closed"),
        state === "submitted" && submittedAt ? phrase("class.is.submitted", { time: dateText(submittedAt) })
            : isGiven ? phrase("class.is.graded", { state, grade: given }) : phrase("class.is", { state }),
        state === "submitted" && side === "student" && phrase(openedAt ? "class.is.opened" : "class.is.unopened",
            { teacher: `\u2068${called(task.teachers[0])}\u2069` }),
        late && phrase("class.is.late")].filter(Boolean).join(" ");
}

/**
 * The lock in words, where it matters: before a first attempt.
 * @param {Assignment} assignment
 */
export function lockSentence({ attempt, locksAt }) {
    if (!locksAt || attempt > 0) return "";
    return isMinuteOver(locksAt, replica.now()) ? phrase("class.locked", { time: dateText(locksAt) })
        : phrase("class.locks", { time: dateText(locksAt) });
}

/**
 * A size of a file in words, such as 12 KB.
 * @param {number} bytes
 */
export const sizeText = (bytes) => bytes < 1_000_000
    ? phrase("class.size.kilobytes", { size: Math.max(1, Math.round(bytes / 1024)) })
    : phrase("class.size.megabytes", { size: tenths.format(bytes / 1_048_576) });

const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/**
 * What is said of one thing, as a list: "Handed in, late, 6 of 10".
 * @param {readonly (string | false)[]} texts of which empty ones aren't said
 */
export const factsText = (texts) => listed(texts.flatMap((one) => one || []), "unit");
