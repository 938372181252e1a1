// Leads a teacher from one student's work on a task to another's: to the one before, the one after, and any by a menu. In
// a wide window, all of them stand in a row with how far they are.
import { answers } from "../../client/answers.js";
import { el, fill, icon } from "../../dom.js";
import { go } from "../../routes.js";
import { openMenu } from "../controls/menu.js";
import { called } from "../controls/person.js";
import { gradeText, stateWords } from "./class-words.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */

/** The switch and the row; both are empty while the task has one student. */
export function studentSwitch() {
    const node = el("span", { class: "student-switch", role: "group", "aria-label": "Students of this task" });
    const row = el("nav", { class: "student-row", "aria-label": "Students of this task" });

    /**
     * @param {readonly Assignment[]} items
     * @param {number} at
     */
    function show(items, at) {
        const step = (/** @type {number} */ by, /** @type {string} */ word) => {
            const other = items[(at + by + items.length) % items.length];
            return el("a", { class: "icon-button", href: `/assignments/${other.id}`,
                "aria-label": `${word}: ${called(other.student)}` }, icon(by < 0 ? "back" : "next"));
        };
        const button = el("button", { class: "button", "aria-haspopup": "true", "aria-expanded": "false" },
            el("bdi", {}, called(items[at].student)), el("span", { class: "soft" }, `${at + 1} of ${items.length}`));
        button.addEventListener("click", () => openMenu(button, items.map((one) => ({ label: called(one.student),
            hint: stateWords[one.state], run: () => go(`/assignments/${one.id}`) })), { title: items[at].task.title }));
        fill(node, step(-1, "Student before"), button, step(1, "Student after"));
        fill(row, ...items.map((one, place) => el("a", { href: `/assignments/${one.id}`,
            "aria-current": place === at ? "page" : undefined }, el("bdi", {}, called(one.student)),
        el("span", { class: "state small", data: { state: one.state } },
            gradeText(one.evaluation, one.task.maxPoints) || stateWords[one.state]))));
        row.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    }
    return {
        node, row,
        /**
         * Reads the students of the task anew.
         * @param {Assignment} present whose work is shown
         */
        update({ id, task }) {
            answers.read("listTaskAssignments", { path: { taskID: task.id } }).then(({ answer: { items } }) => {
                const at = items.findIndex((one) => one.id === id);
                if (items.length > 1 && at >= 0) show(items, at);
            }, () => {});
        },
    };
}
