// The actions on an assignment in words, and what goes out with them.
import { isMinuteOver } from "../../client/class.js";
import { live, replica } from "../../client.js";
import { listed, phrase } from "../../phrases.js";
import { gradeText } from "./class-words.js";
import { ask } from "../controls/dialog.js";
import { called, namesInWords } from "../controls/person.js";
import { dateText } from "../controls/time.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {import("../../client/class.js").Action} Action */
/** @typedef {{text: string, files: string[], mark: string}} Contents what is typed, and the names of the files; `mark` is points
 *     or a word */

/**
 * The actions as buttons say them.
 * @type {Readonly<Record<Action, string>>}
 */
export const labels = {
    submit: phrase("class.action.submit"), message: phrase("class.action.message"), start: phrase("class.action.start"),
    takeBack: phrase("class.action.takeBack"), return: phrase("class.action.return"), complete: phrase("class.action.complete"),
    evaluate: phrase("class.action.evaluate"), excuse: phrase("class.action.excuse"), reopen: phrase("class.action.reopen"),
    extend: phrase("class.action.extend"),
};
/**
 * What is said once they are done.
 * @type {Readonly<Record<Action, string>>}
 */
export const said = {
    submit: phrase("class.acted.submit"), message: phrase("class.acted.message"), start: phrase("class.acted.start"),
    takeBack: phrase("class.acted.takeBack"), return: phrase("class.acted.return"), complete: phrase("class.acted.complete"),
    evaluate: phrase("class.acted.evaluate"), excuse: phrase("class.acted.excuse"), reopen: phrase("class.acted.reopen"),
    extend: phrase("class.acted.extend"),
};

/**
 * What an action means for the other side.
 * @param {Action} action
 * @param {Assignment} assignment
 * @param {"student" | "teacher"} side
 */
export function hintOf(action, assignment, side) {
    const { student, task } = assignment;
    const [teachers, pupil] = [namesInWords(task.teachers), `\u2068${called(student)}\u2069`];
    if (side === "student") return {
        submit: phrase(isLast(assignment) ? "class.hint.submitLast" : "class.hint.submit", { teachers }),
        message: phrase("class.hint.question"), start: phrase("class.hint.start", { teachers }),
        takeBack: phrase("class.hint.takeBack"),
    }[/** @type {"submit"} */ (action)] ?? "";
    return {
        submit: "", start: "", takeBack: "", return: phrase("class.hint.reopen", { student: pupil }),
        complete: phrase("class.hint.complete", { student: pupil }), message: phrase("class.hint.message", { student: pupil }),
        evaluate: phrase("class.hint.evaluate", { student: pupil }), excuse: phrase("class.hint.excuse", { student: pupil }),
        reopen: phrase("class.hint.reopen", { student: pupil }), extend: phrase("class.hint.extend", { student: pupil }),
    }[action];
}

/**
 * What a form says that is open without network.
 * @param {"student" | "teacher"} side
 */
export function offlineWords(side) {
    const reason = phrase(live.isIntercepted() ? "controls.intercepted" : "class.offline.reason");
    return phrase(side === "student" ? "class.offline.student" : "class.offline.teacher", { reason });
}

/** @param {Contents} contents */
const contained = ({ files, text }) => [text !== "" && phrase("class.contents.words"),
    files.length > 0 && phrase("class.contents.files", { count: files.length })];

/** The number of characters by which a student knows their words again. */
const beginning = 60;

/**
 * How a text begins, on one line.
 * @param {string} text
 */
function beginningOf(text) {
    const line = text.replace(/\s+/g, " ");
    return line.length > beginning ? `${line.slice(0, beginning).trimEnd()}…` : line;
}

/** @param {(string | false)[]} things */
const series = (things) => listed(things.flatMap((one) => one || []));

/**
 * An action as its button says it. A student's next attempt is another one.
 * @param {Action} action
 * @param {Assignment} assignment
 */
export const labelOf = (action, { attempt }) =>
    action === "submit" && attempt > 0 ? phrase("class.action.submitAgain") : labels[action];

/** Whether a first attempt counts as late now, or came after the lock. */
const isLast = (/** @type {Assignment} */ { attempt, dueAt, locksAt }) => attempt === 0
    && [dueAt, locksAt].some((at) => isMinuteOver(at, replica.now()));

/**
 * What stands above a form.
 * @param {Assignment} assignment
 * @param {"student" | "teacher"} side
 */
export const headingOf = ({ attempt, state }, side) => side === "teacher" ? phrase("class.work.evaluation")
    : state === "returned" ? phrase("class.work.attempt", { attempt: attempt + 1 }) : phrase("class.work.yours");

/**
 * What a student reads at a file for which there is no room.
 * @param {Assignment} assignment
 */
export const fullWords = ({ task }) => phrase("class.files.full", { teachers: namesInWords(task.teachers) });

/**
 * Says what goes out before an attempt does, or what marks it as done, and whether it may.
 * @param {Action} action
 * @param {Assignment} assignment
 * @param {Contents} contents
 * @param {HTMLElement} opener
 */
export async function confirmed(action, assignment, contents, opener) {
    if (action !== "submit" && action !== "complete") return true;
    return await ask({ ...questionOf(action, assignment, contents), action: labels[action], weight: "main", opener });
}

/**
 * @param {"submit" | "complete"} action
 * @param {Assignment} assignment
 * @param {Contents} contents
 */
function questionOf(action, assignment, contents) {
    if (action === "complete") return { title: phrase("class.complete.sure"), text: doneWords(assignment, contents) };
    const kind = isLast(assignment) ? "late" : assignment.attempt > 0 ? "again" : "first";
    return { title: phrase("class.handIn.sure", { kind }), text: handInWords(assignment, contents) };
}

/**
 * What a teacher gets when a student hands in: how the words begin, and the files. That it is late, for good, comes first.
 * @param {Assignment} assignment
 * @param {Contents} contents
 */
function handInWords(assignment, contents) {
    const { files, text } = contents;
    const names = files.map((name) => `\u2068${name}\u2069`);
    const things = series([text !== "" && phrase("class.grade.word", { word: `\u2068${beginningOf(text)}\u2069` }), ...names]);
    const teachers = namesInWords(assignment.task.teachers);
    const sent = things ? phrase("class.handIn.gets", { teachers, things }) : phrase("class.handIn.getsNothing", { teachers });
    const words = [sent, takeBackWords(assignment)];
    return (isLast(assignment) ? words.reverse() : words).join("\n\n");
}

/**
 * What a student can still do once they have handed in (rule 11.15).
 * @param {Assignment} assignment
 */
export function takeBackWords({ attempt, dueAt, locksAt, task: { teachers } }) {
    const who = { count: teachers.length, teacher: namesInWords(teachers) };
    const [end] = attempt > 0 ? [] : [dueAt, locksAt].flatMap((at) => at ?? [])
        .sort((one, other) => Date.parse(one) - Date.parse(other));
    if (!end) return phrase("class.takeBack.open", who);
    const values = { ...who, deadline: dateText(end) };
    return phrase(isMinuteOver(end, replica.now()) ? "class.takeBack.over" : "class.takeBack.until", values);
}

/**
 * What a student reads when a teacher marks their work as done.
 * @param {Assignment} assignment
 * @param {Contents} contents
 */
function doneWords({ student: person, task: { maxPoints } }, contents) {
    const { mark } = contents;
    const given = maxPoints === undefined ? { word: mark } : mark ? { points: Number(mark.replace(",", ".")) } : undefined;
    const [things, student] = [series([gradeText(given, maxPoints), ...contained(contents)]), `\u2068${called(person)}\u2069`];
    return things ? phrase("class.complete.reads", { student, things }) : phrase("class.complete.readsNothing", { student });
}
