// Deadlines, states, points and sizes in words.
import { replica } from "../../client.js";
import { ends, isOver } from "../../client/class.js";
import { dayText, hourText, weekdayText } from "../controls/time.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */

const hour = 3_600_000;
const day = 24 * hour;

/** The states in words, in their order. */
export const stateWords = /** @type {const} */ ({ todo: "To do", inProgress: "Begun", submitted: "Handed in",
    returned: "Returned", done: "Done", excused: "Excused" });

/**
 * A time as one says it: "today 18:00", "tomorrow, Friday 18:00", "Friday 18:00", "Friday 12 Mar, 18:00".
 * @param {string} stamp
 */
export function dateText(stamp) {
    const at = new Date(stamp);
    const days = Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date(replica.now()).setHours(0, 0, 0, 0)) / day);
    if (days === 0) return `today ${hourText(at)}`;
    if (days === 1) return `tomorrow, ${weekdayText(at)} ${hourText(at)}`;
    if (days === -1) return `yesterday ${hourText(at)}`;
    return Math.abs(days) < 7 ? `${weekdayText(at)} ${hourText(at)}` : `${weekdayText(at)} ${dayText(at)}, ${hourText(at)}`;
}

/** @param {string} text */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The deadline of an assignment: when it is due, or how late it is.
 * @param {Pick<Assignment, "dueAt" | "late" | "missing">} assignment
 */
export function deadlineText({ dueAt, late, missing }) {
    if (!dueAt) return "No deadline";
    if (!missing) return `${capitalized(dateText(dueAt))}${late ? " · handed in late" : ""}`;
    const passed = replica.now() - ends(dueAt);
    if (passed < hour) return "Just late";
    return `${passed >= day ? counted(Math.floor(passed / day), "day") : counted(Math.floor(passed / hour), "hour")} late`;
}

/**
 * "1 day", "2 days"
 * @param {number} count
 * @param {string} thing
 */
export const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/**
 * What a teacher has given: "6.5 of 10" or “strong”; empty if neither.
 * @param {{points?: number, word?: string} | undefined} given
 * @param {number | undefined} most
 */
export function gradeText(given, most) {
    if (given?.points !== undefined) return most === undefined ? String(given.points) : `${given.points} of ${most}`;
    return given?.word ? `“${given.word}”` : "";
}

/**
 * The state of an assignment as sentences: "Handed in Friday 17:58. greta hasn't opened it yet."
 * @param {Assignment} assignment
 * @param {"student" | "teacher"} side
 */
export function stateSentence(assignment, side) {
    const { attempt, closed, evaluation, late, openedAt, own, state, submittedAt, task } = assignment;
    if (own) return { todo: "To do.", inProgress: "Begun.",
        done: "Done." }[/** @type {"todo" | "inProgress" | "done"} */ (state)] ?? "";
    const teacher = `\u2068${task.teachers[0]?.username ?? "Nobody"}\u2069`;
    const given = gradeText(evaluation, task.maxPoints);
    const opened = side === "teacher" ? "" : ` ${teacher} ${openedAt ? "has opened it" : "hasn't opened it yet"}.`;
    const sentence = {
        todo: "Not begun yet.", inProgress: "Begun, not handed in.", excused: "Excused: there is nothing to do.",
        submitted: `Handed in ${submittedAt ? dateText(submittedAt) : ""}.${opened}`,
        returned: given && evaluation?.attempt === attempt ? `Returned with ${given}.` : "Returned.",
            done: given ? `Done, with ${given}.` : "Done.",
    }[state];
    return [closed && "Closed: it can only be read.", sentence, late && "It was handed in late."].filter(Boolean).join(" ");
}

/**
 * The lock in words, where it matters: before a first attempt.
 * @param {Assignment} assignment
 */
export function lockSentence({ attempt, locksAt }) {
    if (!locksAt || attempt > 0) return "";
    return isOver(locksAt, replica.now()) ? `Nothing can be handed in since ${dateText(locksAt)}.`
        : `Nothing can be handed in after ${dateText(locksAt)}.`;
}

/** @param {number} bytes */
export const sizeText = (bytes) => bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;
