// What a student has to do: assignments in four groups, with filters; or the archived ones.
import { call, replica } from "../../client.js";
import { assignments, loadAssignments, sideOf } from "../../client/class.js";
import { el, fill } from "../../dom.js";
import { assignmentList } from "./assignment-row.js";
import { moving } from "../controls/motion.js";
import { field } from "../controls/form.js";
import { namesInWords } from "../controls/person.js";
import { asOf, emptyState, failure, freshness, skeleton } from "../controls/states.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */

const groups = /** @type {const} */ (
    [["To do", "todo inProgress"], ["Returned to you", "returned"], ["Handed in", "submitted"], ["Done", "done excused"]]);
const priorities = ["high", "medium", "low", "none"];

/** By due time, without one last; then by priority, then by id. */
const byDue = (/** @type {Assignment} */ one, /** @type {Assignment} */ other) => order(one.dueAt ?? "9", other.dueAt ?? "9")
    || priorities.indexOf(one.task.priority) - priorities.indexOf(other.task.priority) || order(one.id, other.id);
const byCompletion = (/** @type {Assignment} */ one, /** @type {Assignment} */ other) =>
    order(other.completedAt ?? "", one.completedAt ?? "");
const order = (/** @type {string} */ one, /** @type {string} */ other) => one < other ? -1 : one > other ? 1 : 0;

/** @param {Assignment} assignment */
const group = ({ closed, state }) => closed ? "Done" : groups.find(([, states]) => states.split(" ").includes(state))?.[0];

/**
 * The student's page of the class: their assignments in groups, or the archived ones.
 * @param {import("../frame/frame.js").Context} context
 * @param {boolean} isArchive
 */
export function ownAssignments({ signal, state, settled }, isArchive) {
    const age = el("div", {});
    const rest = el("div", {});
    const filters = assignmentFilters(update);
    const lists = (isArchive ? ["Archived"] : groups.map(([title]) => title)).map(groupList);
    const groupsNode = el("div", {}, ...lists.map(({ node }) => node));
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
        moving(groupsNode, "data-assignment", () => {
            for (const list of lists) list.update(isArchive ? found : found.filter((one) => group(one) === list.title));
        });
        const fresh = freshness();
        fill(age, fresh !== "ready" && asOf(replica.asOf()));
        fill(rest, found.length === 0 && emptyState(mine.length > 0 ? "Nothing matches." : isArchive ? "Nothing is archived yet."
            : "There is nothing to do. A teacher of this community adds you to their students, "
                + "and their tasks for you stand here."),
        !isArchive && el("p", {}, el("a", { href: "/class#archived" }, "Archived tasks")));
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
    update();
    if (!replica.isWhole()) load();
    return el("div", {}, age, filters.node, groupsNode, rest);
}

/** Fields by which assignments are chosen: words, a tag that one of them has, and a priority. */
function assignmentFilters(/** @type {() => void} */ onChange) {
    const text = field("Search", { name: "query", type: "search", autocomplete: "off", oninput: onChange });
    const tag = field("Tag", { name: "tag", input: el("select"), oninput: onChange });
    const priority = field("Priority", { name: "priority", input: el("select", {}, ...options(priorities)), oninput: onChange });
    const node = el("div", { class: "filters" }, text.node, tag.node, priority.node);
    let shownTags = "";
    return {
        node,
        /** @param {readonly Assignment[]} mine */
        of(mine) {
            const tags = [...new Set(mine.flatMap((one) => one.task.tags))].sort();
            if (tags.join() !== shownTags) fill(tag.input, ...options(tags, tag.input.value));
            shownTags = tags.join();
            node.hidden = mine.length < 2;
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
    const list = assignmentList(({ task }) => ({ title: task.title, about: namesInWords(task.teachers) }));
    const count = el("span", { class: "soft small figures" });
    const node = el("section", { class: "block", "aria-label": title, data: { group: title } }, el("h2", {}, title, " ", count),
        list.node);
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
