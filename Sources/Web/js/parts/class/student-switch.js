// Leads a teacher from one student's work on a task to another's: to the one before, the one after, and any by a menu.
import { answers } from "../../client/answers.js";
import { el, fill, icon } from "../../dom.js";
import { go } from "../../routes.js";
import { openMenu } from "../controls/menu.js";
import { called } from "../controls/person.js";
import { stateWords } from "./class-words.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */

/**
 * The switch; empty while the task has one student.
 * @param {Assignment} present whose work is shown
 */
export function studentSwitch({ id, task }) {
    const node = el("span", { class: "student-switch", role: "group", "aria-label": "Students of this task" });
    answers.read("listTaskAssignments", { path: { taskID: task.id } }).then(({ answer: { items } }) => {
        const at = items.findIndex((one) => one.id === id);
        if (items.length < 2 || at < 0) return;
        const step = (/** @type {number} */ by, /** @type {string} */ word) => {
            const other = items[(at + by + items.length) % items.length];
            const link = el("a", { class: "icon-button", href: `/assignments/${other.id}`,
                "aria-label": `${word}: ${called(other.student)}` }, icon(by < 0 ? "back" : "next"));
            return link;
        };
        const button = el("button", { class: "button", "aria-haspopup": "true", "aria-expanded": "false" },
            el("bdi", {}, called(items[at].student)), el("span", { class: "soft" }, `${at + 1} of ${items.length}`));
        button.addEventListener("click", () => openMenu(button, items.map((one) => ({ label: called(one.student),
            hint: stateWords[one.state], run: () => go(`/assignments/${one.id}`) })), { title: task.title }));
        fill(node, step(-1, "Student before"), button, step(1, "Student after"));
    }, () => {});
    return node;
}
