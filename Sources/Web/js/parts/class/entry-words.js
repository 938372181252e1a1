// The actions on an assignment in words, and what goes out with them.
import { isMinuteOver } from "../../client/class.js";
import { live, replica } from "../../client.js";
import { counted, gradeText } from "./class-words.js";
import { called, namesInWords } from "../controls/person.js";
import { phrase } from "../../phrases.js";
import { dateText } from "../controls/time.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {import("../../client/class.js").Action} Action */
/** @typedef {{hasWords: boolean, files: number, mark: string}} Contents what is typed and added; `mark` is points or a word */

/** The actions as buttons say them. */
export const labels = /** @type {const} */ ({
    submit: "Hand in", message: "Send message", start: "Start", takeBack: "Take back", return: "Return", complete: "Mark as done",
    evaluate: "Change evaluation", excuse: "Excuse", reopen: "Reopen", extend: "Extend",
});
/** What is said once they are done. */
export const said = /** @type {const} */ ({
    submit: "Handed in.", message: "Sent.", start: "Begun.", takeBack: "Taken back.", return: "Returned.",
        complete: "Marked as done.",
    evaluate: "The evaluation is changed.", excuse: "Excused.", reopen: "Opened again.", extend: "The deadline is changed.",
});

/**
 * What an action means for the other side.
 * @param {Action} action
 * @param {Assignment} assignment
 * @param {"student" | "teacher"} side
 */
export function hintOf(action, assignment, side) {
    const { attempt, dueAt, locksAt, student, task } = assignment;
    const [teachers, pupil] = [namesInWords(task.teachers), `\u2068${called(student)}\u2069`];
    const isFinal = attempt === 0 && [dueAt, locksAt].some((at) => isMinuteOver(at, replica.now()));
    if (side === "student") return {
        submit: `${teachers} will get what you write and add here. `
            + (isFinal ? "The deadline is over, so you can’t take it back." : "You can take it back until it is opened."),
        message: "A question or a note. It hands nothing in.", start: `Tells ${teachers} that you have begun.`,
        takeBack: "It comes back into the form, to be handed in again.",
    }[/** @type {"submit"} */ (action)] ?? "";
    return {
        submit: "", start: "", takeBack: "", return: `${pupil} reads this, and can hand in again.`,
        complete: `${pupil} reads this, and is done with it.`, message: `${pupil} reads this. Nothing else changes.`,
        evaluate: `${pupil} reads this in place of what you gave.`, excuse: `${pupil} doesn’t have to do it.`,
        reopen: `${pupil} can hand in again.`, extend: `${pupil} alone gets another deadline.`,
    }[action];
}

/**
 * What a form says that is open without network.
 * @param {"student" | "teacher"} side
 */
export function offlineWords(side) {
    const reason = live.isIntercepted() ? phrase("controls.intercepted") : "You are offline.";
    return side === "student" ? `Handing in counts when it arrives. ${reason}` : `${reason} What you write is kept here.`;
}

/** "your words and 2 files" */
const series = (/** @type {(string | false)[]} */ parts) => new Intl.ListFormat("en-GB").format(parts.flatMap((part) => part
    || []));

/** @param {Contents} contents */
const contained = ({ hasWords, files }) => [hasWords && "your words", files > 0 && counted(files, "file")];

/**
 * What a teacher gets when a student hands in.
 * @param {Assignment} assignment
 * @param {Contents} contents
 */
export function handInWords(assignment, contents) {
    const what = series(contained(contents)) || "nothing but the word that it is done";
    return `${namesInWords(assignment.task.teachers)} will get ${what}.\n\n${takeBackWords(assignment)}`;
}

/**
 * What a student can still do once they have handed in (rule 11.15).
 * @param {Assignment} assignment
 */
export function takeBackWords({ attempt, dueAt, locksAt, task: { teachers } }) {
    const who = teachers.length === 1 ? namesInWords(teachers) : "a teacher";
    const [end] = attempt > 0 ? [] : [dueAt, locksAt].flatMap((at) => at ?? [])
        .sort((one, other) => Date.parse(one) - Date.parse(other));
    if (end && isMinuteOver(end, replica.now())) {
        return `The deadline was ${dateText(end)}, so this counts as late, and you can’t take it back. `
            + `You can still send messages, and ${who} can return it to you.`;
    }
    const last = end ? `, at the latest until the deadline, ${dateText(end)}` : "";
    return `You can take it back and change it until ${who} opens it${last}. You can send messages at any time.`;
}

/**
 * What a student reads when a teacher marks their work as done.
 * @param {Assignment} assignment
 * @param {Contents} contents
 */
export function doneWords({ student, task: { maxPoints } }, contents) {
    const { mark } = contents;
    const given = maxPoints === undefined ? { word: mark } : mark ? { points: Number(mark.replace(",", ".")) } : undefined;
    const what = series([gradeText(given, maxPoints), ...contained(contents)]) || "that it is done";
    return `\u2068${called(student)}\u2069 will read ${what}.`;
}
