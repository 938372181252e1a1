// What a student has to do: one list, which begins with what is due next, in groups, with filters, or as a board; or the archived
// ones.
import { call, replica, session } from "../../client.js";
import { assignments, loadAssignments, sideOf } from "../../client/class.js";
import { el, fill, icon, linkButton, mark } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { archiveRow, assignmentGroup, groupCards } from "./assignment-row.js";
import { moving } from "../controls/motion.js";
import { field } from "../controls/form.js";
import { namesInWords } from "../controls/person.js";
import { asOf, emptyState, failure, freshness, skeleton } from "../controls/states.js";
import { deadlineText, factsText } from "./class-words.js";
import { StateBoard } from "./state-board.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */

/** The groups, with the states of what stands in them. */
const groups = /** @type {const} */ ([["todo", ["todo", "inProgress"]], ["returned", ["returned"]], ["submitted", ["submitted"]],
    ["done", ["done", "excused"]]]);
/** @typedef {typeof groups[number][0] | "late" | "next" | "archived"} Group `next` has what is due next, if nothing is late */
/** Whether a group has the next step. */
const isLeading = (/** @type {string} */ group) => group === "late" || group === "next";
/** The least number of assignments that can be filtered. */
const least = 8;
const priorities = /** @type {const} */ (["high", "medium", "low", "none"]);

/** By due time, without one last; then by priority, then by id. */
const byDue = (/** @type {Assignment} */ one, /** @type {Assignment} */ other) => order(one.dueAt ?? "9", other.dueAt ?? "9")
    || priorities.indexOf(one.task.priority) - priorities.indexOf(other.task.priority) || order(one.id, other.id);
const byCompletion = (/** @type {Assignment} */ one, /** @type {Assignment} */ other) =>
    order(other.completedAt ?? "", one.completedAt ?? "");
const order = (/** @type {string} */ one, /** @type {string} */ other) => one < other ? -1 : one > other ? 1 : 0;

/** What I can hand in still. */
const isOpen = (/** @type {Assignment} */ { closed, state }) => !closed && ["todo", "inProgress", "returned"].includes(state);

/**
 * The groups of my assignments: those that are late, or else the one that is due next, and the others by their states.
 * @param {readonly Assignment[]} mine by due time
 * @returns {(assignment: Assignment) => Group | undefined}
 */
export function grouping(mine) {
    const isLate = (/** @type {Assignment} */ one) => isOpen(one) && one.missing;
    const first = mine.some(isLate) ? undefined : mine.find(isOpen);
    return (one) => isLate(one) ? "late" : one === first ? "next" : one.closed ? "done"
        : groups.find(([, states]) => states.some((state) => state === one.state))?.[0];
}

/**
 * The student's page of the class: their assignments in groups, or the archived ones.
 * @param {import("../frame/frame.js").Context} context
 * @param {boolean} isArchive
 * @param {HTMLElement} tools the place of the button that opens the filters
 */
export function ownAssignments({ signal, state, settled }, isArchive, tools) {
    const age = el("div", {});
    const rest = el("div", {});
    const toArchive = archiveRow();
    const archive = el("ul", { class: "card rows", hidden: true }, toArchive.node);
    const filters = assignmentFilters(update);
    // All is from one teacher, who need not be named in each row then.
    let isOfOne = true;
    const narrow = matchMedia("(width < 960px)");
    const lists = (isArchive ? /** @type {Group[]} */ (["archived"])
        : /** @type {Group[]} */ (["late", "next", ...groups.map(([group]) => group)]))
        .map((group) => groupList(group, () => isOfOne));
    const groupsNode = groupCards(lists, isLeading);
    const board = new StateBoard((one) => ({ title: one.task.title,
        about: [el("span", { class: one.missing ? "bad" : "" }, deadlineText(one)),
            one.own && ` · ${phrase("class.own.mark")}`] }),
    () => replica.refresh());
    board.node.hidden = true;
    const views = [false, true].map((isBoard) => el("button", { class: "button button-small", onclick: async () => {
        await session.setPreference("classBoard", isBoard);
        update();
    } }, phrase(isBoard ? "class.own.board" : "class.own.list")));
    const toggle = el("span", { class: "board-views" }, ...views);
    /** @type {unknown} */
    let problem;

    function update() {
        const all = assignments().filter((one) => sideOf(one) === "student");
        isOfOne = new Set(all.flatMap(({ task }) => task.teachers.map(({ id }) => id))).size < 2;
        toArchive.update(all.reduce((sum, one) => one.archived ? sum + one.unreadCount : sum, 0));
        const mine = all.filter((one) => one.archived === isArchive).sort(isArchive ? byCompletion : byDue);
        if (!replica.isWhole() && mine.length === 0) {
            state(problem ? "error" : "loading");
            return fill(rest, problem ? failure(problem, load) : skeleton(6, load));
        }
        archive.hidden = isArchive;
        const found = filters.of(mine);
        const groupOf = grouping(found);
        const isBoard = !isArchive && session.preference("classBoard") === true && !narrow.matches;
        views.forEach((one, place) => mark(one, "aria-pressed", String(isBoard === (place === 1))));
        toggle.hidden = isArchive || mine.length === 0;
        board.node.hidden = !isBoard || found.length === 0;
        groupsNode.hidden = found.length === 0 || isBoard;
        board.update(isBoard ? found : []);
        moving(groupsNode, "data-assignment", () => {
            for (const list of lists) list.update(isArchive ? found : found.filter((one) => groupOf(one) === list.group));
        });
        const fresh = freshness();
        fill(age, fresh !== "ready" && asOf(replica.asOf()));
        fill(rest, found.length === 0 && nothing(mine.length > 0 && filters.words(), isArchive, filters.clear));
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
    fill(tools, filters.button, toggle, !isArchive && linkButton("/tasks/own", { class: "button" }, icon("plus"),
        phrase("class.ownTask.make")));
    update();
    if (!replica.isWhole()) load();
    return el("div", {}, age, filters.node, groupsNode, board.node, rest, archive);
}

/**
 * What is said where no assignment is shown.
 * @param {string | false} filtered the filters in words, where one is filled in
 * @param {boolean} isArchive
 * @param {() => void} clear
 */
function nothing(filtered, isArchive, clear) {
    if (filtered) return emptyState(phrase("class.filter.nothing", { filters: filtered }),
        el("button", { class: "button", onclick: clear }, phrase("class.filter.clear")));
    return emptyState(phrase(isArchive ? "class.archive.empty" : "class.own.empty"));
}

/**
 * Fields by which assignments are chosen: words, a tag that one of them has, and a priority. A button opens them, and counts
 * those that are filled in.
 * @param {() => void} onChange
 */
function assignmentFilters(onChange) {
    const text = field(phrase("class.search"), { name: "query", type: "search", autocomplete: "off", oninput: onChange });
    const tag = field(phrase("class.filter.tag"), { name: "tag", input: el("select"), oninput: onChange });
    const priority = field(phrase("class.filter.priority"), { name: "priority", oninput: onChange,
        input: el("select", {}, ...options(priorities.map((priority) => [priority, phrase("class.priority", { priority })]))) });
    const fields = [text, tag, priority];
    const node = el("div", { class: "filters card", id: "class-filters", hidden: true }, ...fields.map((one) => one.node));
    const button = el("button", { class: "button", hidden: true, "aria-expanded": "false", "aria-controls": node.id });
    button.addEventListener("click", () => {
        node.hidden = !node.hidden;
        mark(button, "aria-expanded", String(!node.hidden));
        if (!node.hidden) text.input.focus();
    });
    let shownTags = "";
    const filled = () => fields.filter(({ input }) => input.value.trim());
    return {
        node, button,
        /** What stands in the fields. */
        words: () => factsText(filled().map(({ input }) => input instanceof HTMLSelectElement
            ? input.selectedOptions[0]?.text ?? "" : input.value.trim())),
        clear() {
            for (const { input } of fields) input.value = "";
            onChange();
            button.focus();
        },
        /** @param {readonly Assignment[]} mine */
        of(mine) {
            const tags = [...new Set(mine.flatMap((one) => one.task.tags))].sort();
            if (tags.join() !== shownTags) fill(tag.input, ...options(tags.map((one) => [one, one]), tag.input.value));
            shownTags = tags.join();
            const count = filled().length;
            button.hidden = mine.length < least && count === 0 && node.hidden;
            fill(button, phrase(count > 0 ? "class.filter.counted" : "class.filter", count > 0 ? { count } : {}));
            const words = text.input.value.trim().toLowerCase();
            return mine.filter(({ task }) => (!tag.input.value || task.tags.includes(tag.input.value))
                && (!priority.input.value || task.priority === priority.input.value)
                && [task.title, ...task.tags].some((one) => one.toLowerCase().includes(words)));
        },
    };
}

/**
 * @param {readonly string[][]} values with what they are called
 * @param {string} [chosen]
 */
const options = (values, chosen = "") => [["", phrase("class.filter.any")], ...values]
    .map(([value, called]) => el("option", { value, selected: value === chosen }, called));

/**
 * @param {Group} group
 * @param {() => boolean} isOfOne whether one teacher gave all of it
 */
const groupList = (group, isOfOne) => assignmentGroup(
    // The page's title says what is archived.
    { group, title: phrase("class.own.group", { group }), isCounted: group !== "next", hasHead: group !== "archived" },
    ({ state, task }) => ({ title: task.title,
        ...(isOfOne() && !isLeading(group) && group !== "returned" ? {}
            : { about: namesInWords(task.teachers), person: task.teachers[0] }),
        action: isLeading(group) || group === "returned" ? phrase("class.row.lead", { state }) : undefined,
        isMain: isLeading(group) }));
