// An assignment as a row of a list. The whole row is the link.
import { el, fill, icon, mark, sync } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { deadlineText, gradeText as given, phrases, stateWords } from "./class-words.js";
import { disc } from "../controls/person.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/**
 * What a row shows: what it is called, what stands below the deadline, and in place of both a note. With a person it begins with
 * their face, and with an action it ends with what looks like a button.
 * @typedef {{title: string, about?: string, note?: string, person?: import("../../types/wire.js").User, action?: string}} Words
 */

/**
 * @param {Assignment} first
 * @param {(assignment: Assignment) => Words} words
 */
function row(first, words) {
    const title = el("bdi", { class: "row-title" });
    const [due, note] = [el("span", { class: "small" }), el("span", { class: "small soft" })];
    const [state, points] = [el("span", { class: "state" }), el("strong", { class: "mark figures" })];
    const unread = el("span", { class: "attention attention-read" });
    const { action } = words(first);
    const button = action !== undefined && el("span", { class: "button button-main" }, action);
    const link = el("a", { class: "class-row", href: `/assignments/${first.id}` },
        el("span", { class: "row-text" }, el("span", { class: "row-head" }, title, unread), due, note),
        el("span", { class: "class-row-state" }, state, points), button, icon("next"));
    let face = /** @type {HTMLElement | undefined} */ (undefined);
    return {
        node: el("li", {}, link),
        /** @param {Assignment} assignment */
        update(assignment) {
            const { attention, closed, evaluation, id, missing, state: is, task, unreadCount } = assignment;
            mark(link, "data-assignment", id);
            mark(link, "data-state", is);
            mark(link, "data-attention", attention);
            const { title: called, about, action: next = "", note: text, person } = words(assignment);
            if (!person) face?.remove();
            face = person && (face ?? disc(person));
            if (face && link.firstChild !== face) link.prepend(face);
            if (button) fill(button, next);
            fill(title, called);
            due.classList.toggle("bad", missing);
            fill(due, ...phrases(text ?? deadlineText(assignment)));
            const priority = task.priority !== "none" && phrase("class.row.priority", { priority: task.priority });
            fill(note, ...text !== undefined ? [] : [about && el("bdi", {}, about), about && priority && " · ", priority]);
            mark(state, "data-state", is);
            fill(state, closed ? phrase("class.row.closed", { state: stateWords[is] }) : stateWords[is]);
            fill(points, ["returned", "done"].includes(is) && given(evaluation, task.maxPoints));
            unread.hidden = unreadCount === 0;
            fill(unread, phrase("class.unread", { count: unreadCount }));
        },
    };
}

/**
 * A list of assignments, which `update` changes in place.
 * @param {(assignment: Assignment) => Words} words
 * @param {{isPart?: boolean}} options `isPart` says that it stands in a card already
 */
export function assignmentList(words, { isPart = false } = {}) {
    const node = el("ul", isPart ? {} : { class: "card rows" });
    return {
        node,
        /** @param {readonly Assignment[]} assignments */
        update(assignments) {
            node.hidden = assignments.length === 0;
            sync(node, assignments, (one) => one.id, (one) => row(one, words));
        },
    };
}

/** The row that leads to the archived tasks, which says how many messages in them are unread. */
export function archiveRow() {
    const unread = el("span", { class: "attention attention-read" });
    return {
        node: el("li", {}, el("a", { class: "group-row archive-row", href: "/class#archived" },
            el("span", { class: "row-head" }, phrase("class.archived"), unread), icon("next"))),
        /** @param {number} count */
        update(count) {
            unread.hidden = count === 0;
            fill(unread, phrase("class.unread", { count }));
        },
    };
}
