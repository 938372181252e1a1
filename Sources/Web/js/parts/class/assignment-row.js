// An assignment as a row of a list.
import { el, fill, mark, sync } from "../../dom.js";
import { capitalized, deadlineText, gradeText as given, stateWords } from "./class-words.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */

/**
 * @param {Assignment} first
 * @param {(assignment: Assignment) => {title: string, about?: string}} words what it is called, and what stands before the
 *     deadline
 */
function row(first, words) {
    const title = el("bdi", { class: "row-title" });
    const note = el("span", { class: "small soft" });
    const state = el("span", { class: "state" });
    const unread = el("span", { class: "attention attention-read" });
    const link = el("a", { class: "class-row", href: `/assignments/${first.id}` },
        el("span", { class: "row-text" }, title, note), el("span", { class: "class-row-state" }, unread, state));
    return {
        node: el("li", {}, link),
        /** @param {Assignment} assignment */
        update(assignment) {
            const { attention, closed, evaluation, id, missing, state: is, task, unreadCount } = assignment;
            mark(link, "data-assignment", id);
            mark(link, "data-state", is);
            mark(link, "data-attention", attention);
            const { title: called, about } = words(assignment);
            fill(title, called);
            fill(note, about && [el("bdi", {}, about), " · "],
                el("span", { class: missing ? "bad" : "" }, deadlineText(assignment)),
                    task.priority !== "none" && ` · ${capitalized(task.priority)} priority`);
            mark(state, "data-state", is);
            const points = given(evaluation, task.maxPoints);
            fill(state, [closed && "Closed", stateWords[is], ["returned", "done"].includes(is) && points].filter(Boolean)
                .join(" · "));
            unread.hidden = unreadCount === 0;
            fill(unread, `Read ${unreadCount}`);
        },
    };
}

/**
 * A list of assignments, which `update` changes in place.
 * @param {(assignment: Assignment) => {title: string, about?: string}} words
 */
export function assignmentList(words) {
    const node = el("ul", { class: "card rows" });
    return {
        node,
        /** @param {readonly Assignment[]} assignments */
        update(assignments) {
            node.hidden = assignments.length === 0;
            sync(node, assignments, (one) => one.id, (one) => row(one, words));
        },
    };
}
