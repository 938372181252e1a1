// Leads a teacher from one student's work on a task to another's: all of them stand in a row with how far they are, below how
// many wait.
import { answers } from "../../client/answers.js";
import { el, fill } from "../../dom.js";
import { called } from "../controls/person.js";
import { phrase } from "../../phrases.js";
import { gradeText, stateWords } from "./class-words.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */

/** The row, which is empty while the task has one student. */
export function assignmentStudents() {
    const node = el("div", { class: "student-row" });

    /**
     * @param {readonly Assignment[]} items
     * @param {string} present the id of the one that is shown
     */
    function show(items, present) {
        const count = items.filter(({ state }) => state === "submitted").length;
        const links = el("nav", { class: "student-links", "aria-label": phrase("class.work.students") },
            ...items.map(({ evaluation, id, state, student, task }) => el("a",
                { href: `/assignments/${id}`, "aria-current": id === present ? "page" : undefined },
                el("bdi", {}, called(student)), el("span", { class: "state small", data: { state } },
                    gradeText(evaluation, task.maxPoints) || stateWords[state]))));
        fill(node, el("p", { class: "small name" }, phrase("class.work.toMark", { count })), links);
        links.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    }
    return {
        node,
        /**
         * Reads the students of the task anew.
         * @param {Assignment} present whose work is shown
         */
        update({ id, task }) {
            answers.read("listTaskAssignments", { path: { taskID: task.id } }).then(({ answer: { items } }) => {
                if (items.length > 1 && items.some((one) => one.id === id)) show(items, id);
            }, () => {});
        },
    };
}
