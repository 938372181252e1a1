// Deadlines, states, points and sizes in words.
import { replica } from "../../client.js";
import { el } from "../../dom.js";
import { ends, isMinuteOver } from "../../client/class.js";
import { dateText, daysAhead } from "../controls/time.js";
import { called } from "../controls/person.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */

const hour = 3_600_000;
const day = 24 * hour;

/** The states in words, in their order. */
export const stateWords = /** @type {const} */ ({ todo: "To do", inProgress: "Begun", submitted: "Handed in",
    returned: "Returned", done: "Done", excused: "Excused" });

/**
 * A text with its first letter in upper case.
 * @param {string} text
 */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The deadline of an assignment: "Due Tue 1 Dec, 05:21 · in 3 days", "Due Thu 26 Nov, 18:00 · 2 days late", or when it was handed
 * in late: "Handed in Thu 26 Nov, 17:58 · 2 days late".
 * @param {Pick<Assignment, "dueAt"> & Partial<Pick<Assignment, "late" | "missing" | "attempt" | "submittedAt">>} assignment
 */
export function deadlineText({ attempt, dueAt, late, missing, submittedAt }) {
    if (!dueAt) return "No deadline";
    if (late && submittedAt) {
        // Of several attempts the first one was late, whose time is in the history.
        const how = attempt === 1 ? lateText(Date.parse(submittedAt) - ends(dueAt)) : "late";
        return `Handed in ${dateText(submittedAt)} · ${how}`;
    }
    const due = `Due ${dateText(dueAt)}`;
    if (missing) return `${due} · ${lateText(replica.now() - ends(dueAt))}`;
    const left = Date.parse(dueAt) - replica.now();
    return left < 0 ? due : `${due} · ${leftText(new Date(dueAt), left)}`;
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
export function progressText({ attempt, dueAt, extendedTo, late, missing, submittedAt }) {
    if (submittedAt) return late ? deadlineText({ attempt, dueAt, late, submittedAt }) : `Handed in ${dateText(submittedAt)}`;
    return [missing && dueAt && capitalized(lateText(replica.now() - ends(dueAt))),
        extendedTo && `More time until ${dateText(extendedTo)}`].filter(Boolean).join(" · ");
}

/** @param {number} passed in milliseconds */
function lateText(passed) {
    if (passed < hour) return "just late";
    return `${passed < day ? counted(Math.floor(passed / hour), "hour") : counted(Math.floor(passed / day), "day")} late`;
}

/**
 * @param {Date} at
 * @param {number} left in milliseconds
 */
function leftText(at, left) {
    if (left < hour) return "in less than an hour";
    return `in ${left < day ? counted(Math.floor(left / hour), "hour") : counted(daysAhead(at), "day")}`;
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
    const teacher = `\u2068${called(task.teachers[0], "Nobody")}\u2069`;
    const given = gradeText(evaluation, task.maxPoints);
    const opened = side === "teacher" ? "" : ` ${teacher} ${openedAt ? "has opened it" : "hasn’t opened it yet"}.`;
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
    return isMinuteOver(locksAt, replica.now()) ? `Nothing can be handed in since ${dateText(locksAt)}.`
        : `Nothing can be handed in after ${dateText(locksAt)}.`;
}

/**
 * A size of a file in words, such as 12 KB.
 * @param {number} bytes
 */
export const sizeText = (bytes) => bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;
