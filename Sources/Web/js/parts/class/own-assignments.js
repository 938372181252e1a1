// What a student has to do: one list, which begins with what is due next, in groups, with filters, or as a board; or the archived
// ones.
import { call, replica, session } from "../../client.js";
import { assignments, loadAssignments, sideOf } from "../../client/class.js";
import { el, fill, icon, linkButton, mark } from "../../dom.js";
import { assignmentList } from "./assignment-row.js";
import { moving } from "../controls/motion.js";
import { field } from "../controls/form.js";
import { namesInWords } from "../controls/person.js";
import { asOf, emptyState, failure, freshness, skeleton } from "../controls/states.js";
import { deadlineText } from "./class-words.js";
import { StateBoard } from "./state-board.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */

const groups = /** @type {const} */ (
    [["To do", "todo inProgress"], ["Returned to you", "returned"], ["Handed in", "submitted"], ["Done", "done excused"]]);
/** The group of the one that is due next. */
const next = "Next";
const priorities = ["high", "medium", "low", "none"];

/** By due time, without one last; then by priority, then by id. */
const byDue = (/** @type {Assignment} */ one, /** @type {Assignment} */ other) => order(one.dueAt ?? "9", other.dueAt ?? "9")
    || priorities.indexOf(one.task.priority) - priorities.indexOf(other.task.priority) || order(one.id, other.id);
const byCompletion = (/** @type {Assignment} */ one, /** @type {Assignment} */ other) =>
    order(other.completedAt ?? "", one.completedAt ?? "");
const order = (/** @type {string} */ one, /** @type {string} */ other) => one < other ? -1 : one > other ? 1 : 0;

/** What I can hand in still. */
const isOpen = (/** @type {Assignment} */ { closed, state }) => !closed && ["todo", "inProgress", "returned"].includes(state);

/** @param {Assignment} assignment */
const group = ({ closed, state }) => closed ? "Done" : groups.find(([, states]) => states.split(" ").includes(state))?.[0];

/**
 * The student's page of the class: their assignments in groups, or the archived ones.
 * @param {import("../frame/frame.js").Context} context
 * @param {boolean} isArchive
 * @param {HTMLElement} tools the place of the button that opens the filters
 */
export function ownAssignments({ signal, state, settled }, isArchive, tools) {
    const age = el("div", {});
    const rest = el("div", {});
    const filters = assignmentFilters(update);
    const narrow = matchMedia("(width < 960px)");
    const lists = (isArchive ? ["Archived"] : [next, ...groups.map(([title]) => title)]).map(groupList);
    const groupsNode = el("div", { class: "card rows class-list", hidden: true }, ...lists.map(({ node }) => node));
    const board = new StateBoard((one) => ({ title: one.task.title,
        about: [el("span", { class: one.missing ? "bad" : "" }, deadlineText(one)), one.own && " · your own"] }),
    () => replica.refresh());
    board.node.hidden = true;
    const toggle = el("button", { class: "button board-toggle", "aria-pressed": "false", onclick: async () => {
        await session.setPreference("classBoard", !session.preference("classBoard"));
        update();
    } }, "Board");
    /** @type {unknown} */
    let problem;

    function update() {
        const mine = assignments().filter((one) => sideOf(one) === "student" && one.archived === isArchive)
            .sort(isArchive ? byCompletion : byDue);
        if (!replica.isWhole() && mine.length === 0) {
            state(problem ? "error" : "loading");
            return fill(rest, problem ? failure(problem, load) : skeleton(6, load));
        }
        const found = filters.of(mine);
        const first = found.find(isOpen);
        const isBoard = !isArchive && session.preference("classBoard") === true && !narrow.matches;
        mark(toggle, "aria-pressed", String(isBoard));
        toggle.hidden = isArchive || mine.length === 0;
        board.node.hidden = !isBoard || found.length === 0;
        groupsNode.hidden = found.length === 0 || isBoard;
        board.update(isBoard ? found : []);
        moving(groupsNode, "data-assignment", () => {
            for (const list of lists) list.update(isArchive ? found : list.title === next ? found.filter((one) => one === first)
                : found.filter((one) => one !== first && group(one) === list.title));
        });
        const fresh = freshness();
        fill(age, fresh !== "ready" && asOf(replica.asOf()));
        fill(rest, found.length === 0 && nothing(mine.length > 0, isArchive, filters.clear),
            !isArchive && el("p", { class: "small" }, el("a", { href: "/class#archived" }, "Archived tasks")));
        state(fresh !== "ready" ? fresh : mine.length === 0 ? "empty" : "ready");
        settled();
    }

    async function load() {
        problem = undefined;
        try {
            await loadAssignments(() => call("listAssignments", { query: { limit: 100 } }));
        } catch (found) {
            problem = found;
        }
        update();
    }

    signal.addEventListener("abort", replica.subscribe(["assignments", "live", "people"], update));
    narrow.addEventListener("change", update, { signal });
    fill(tools, filters.button, toggle, !isArchive && linkButton("/tasks/own", { class: "button" }, icon("plus"), "New task"));
    update();
    if (!replica.isWhole()) load();
    return el("div", {}, age, filters.node, groupsNode, board.node, rest);
}

/**
 * What is said where no assignment is shown.
 * @param {boolean} isFiltered
 * @param {boolean} isArchive
 * @param {() => void} clear
 */
function nothing(isFiltered, isArchive, clear) {
    if (isFiltered) return emptyState("Nothing matches.", el("button", { class: "button", onclick: clear }, "Show all"));
    return emptyState(isArchive ? "Nothing is archived yet." : "There is nothing to do. A teacher of this community adds you to "
        + "their students, and their tasks for you stand here.");
}

/**
 * Fields by which assignments are chosen: words, a tag that one of them has, and a priority. A button opens them, and counts
 * those that are filled in.
 * @param {() => void} onChange
 */
function assignmentFilters(onChange) {
    const text = field("Search", { name: "query", type: "search", autocomplete: "off", oninput: onChange });
    const tag = field("Tag", { name: "tag", input: el("select"), oninput: onChange });
    const priority = field("Priority", { name: "priority", input: el("select", {}, ...options(priorities)), oninput: onChange });
    const fields = [text, tag, priority];
    const node = el("div", { class: "filters card", id: "class-filters", hidden: true }, ...fields.map((one) => one.node));
    const button = el("button", { class: "button", hidden: true, "aria-expanded": "false", "aria-controls": node.id });
    button.addEventListener("click", () => {
        node.hidden = !node.hidden;
        mark(button, "aria-expanded", String(!node.hidden));
        if (!node.hidden) text.input.focus();
    });
    let shownTags = "";
    return {
        node, button,
        clear() {
            for (const { input } of fields) input.value = "";
            onChange();
            button.focus();
        },
        /** @param {readonly Assignment[]} mine */
        of(mine) {
            const tags = [...new Set(mine.flatMap((one) => one.task.tags))].sort();
            if (tags.join() !== shownTags) fill(tag.input, ...options(tags, tag.input.value));
            shownTags = tags.join();
            const count = fields.filter(({ input }) => input.value.trim()).length;
            button.hidden = mine.length < 2;
            fill(button, count > 0 ? `Filter (${count})` : "Filter");
            const words = text.input.value.trim().toLowerCase();
            return mine.filter(({ task }) => (!tag.input.value || task.tags.includes(tag.input.value))
                && (!priority.input.value || task.priority === priority.input.value)
                && [task.title, ...task.tags].some((one) => one.toLowerCase().includes(words)));
        },
    };
}

const options = (/** @type {readonly string[]} */ values, chosen = "") => ["", ...values]
    .map((one) => el("option", { value: one, selected: one === chosen }, one || "any"));

/** @param {string} title */
function groupList(title) {
    const list = assignmentList(({ task }) => ({ title: task.title, about: namesInWords(task.teachers),
        person: task.teachers[0] }), "");
    const count = el("span", { class: "soft figures" });
    const node = el("section", { "aria-label": title, data: { group: title } }, el("h2", { class: "class-head" }, title, " ",
        title !== next && count), list.node);
    return {
        node, title,
        /** @param {readonly Assignment[]} own */
        update(own) {
            list.update(own);
            fill(count, String(own.length));
            node.hidden = own.length === 0;
        },
    };
}
