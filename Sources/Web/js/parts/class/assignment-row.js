// Assignments as rows of a list, of which each is a link, in groups; and how many of them are in each state.
import { el, fill, icon, mark, refill, sync } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { countsOf, deadlineText, gradeText as given, phrases, stateWords } from "./class-words.js";
import { isBehind } from "./student-overview.js";
import { disc } from "../controls/person.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/**
 * What a row shows: what it is called, what stands below the deadline, and in place of both a note. With a person it begins with
 * their face, and with an action it ends with what looks like a button, which is the page's main one unless `isMain` is false.
 * @typedef {{title: string, about?: string, note?: string, person?: import("../../types/wire.js").User, action?: string,
 *     isMain?: boolean}} Words
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
    const { action, isMain = true } = words(first);
    const button = action !== undefined && el("span", { class: isMain ? "button button-main" : "button" }, action);
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

/**
 * A group of such a list, hidden while it is empty.
 * @template {string} Name
 * @param {{group: Name, title: string, isCounted?: boolean, hasHead?: boolean}} options
 * @param {(assignment: Assignment) => Words} words
 */
export function assignmentGroup({ group, title, isCounted = true, hasHead = true }, words) {
    const list = assignmentList(words, { isPart: true });
    const head = el("h2", { class: "class-head", hidden: !hasHead });
    const node = el("section", { "aria-label": title, data: { group } }, head, list.node);
    return {
        group, node,
        /** @param {readonly Assignment[]} own */
        update(own) {
            list.update(own);
            fill(head, isCounted ? phrase("class.group.counted", { group: title, count: own.length }) : title);
            node.hidden = own.length === 0;
        },
    };
}

/**
 * Groups in two cards, of which the first has those that lead.
 * @param {readonly {group: string, node: HTMLElement}[]} lists
 * @param {(group: string) => boolean} leads
 */
export const groupCards = (lists, leads) => el("div", { class: "block stack" }, ...[true, false].map((isFirst) =>
    el("div", { class: isFirst ? "card rows class-list class-next" : "card rows class-list" },
        ...lists.filter(({ group }) => leads(group) === isFirst).map(({ node }) => node))));

/** How many are late still, and of the others in each state: a bar, and the words and signs that say what its parts mean. */
export function stateLine() {
    const [bar, words] = [el("span", { class: "state-bar", "aria-hidden": "true" }), el("span", { class: "state-counts small" })];
    return {
        node: el("span", { class: "state-line" }, bar, words),
        /** @param {readonly Pick<Assignment, "closed" | "missing" | "state">[]} all */
        update(all) {
            const counts = countsOf(all, isBehind);
            refill(bar, counts, () => counts.map(([state, count]) => el("span", { data: { state }, vars: { count } })));
            refill(words, counts, () => counts.flatMap(([state, count]) => [el("span", { class: "state", data: { state } },
                state === "late" ? phrase("class.board.late", { count }) : phrase("class.board.count", { state, count })), " "]));
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
