// A student, for a teacher: what is to be reviewed, late, to do and marked of the tasks that I teach, and whether they are mine.
import { all, replica } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, el, fill, icon, linkButton, refill } from "../dom.js";
import { phrase } from "../phrases.js";
import { assignmentGroup, groupCards, stateLine } from "../parts/class/assignment-row.js";
import { phrases, progressText } from "../parts/class/class-words.js";
import { isBehind } from "../parts/class/student-overview.js";
import { ask } from "../parts/controls/dialog.js";
import { openMenu } from "../parts/controls/menu.js";
import { sign } from "../parts/controls/signs.js";
import { undoable } from "../parts/controls/undo.js";
import { actionButton } from "../parts/controls/form.js";
import { called, disc } from "../parts/controls/person.js";
import { emptyState, failure, skeleton } from "../parts/controls/states.js";
import { dayText } from "../parts/controls/time.js";

/** @typedef {import("../types/wire.js").Student} Student */
/** @typedef {import("../types/wire.js").Assignment} Assignment */
/** @typedef {typeof groups[number]} Group */

/** The groups, in their order. */
const groups = /** @type {const} */ (["review", "late", "todo", "marked", "over", "archived"]);

/** @type {(one: Assignment) => Group} */
function groupOf(one) {
    if (one.archived) return "archived";
    if (one.closed || one.state === "excused") return "over";
    if (one.state === "submitted") return "review";
    if (isBehind(one)) return "late";
    return one.state === "todo" || one.state === "inProgress" ? "todo" : "marked";
}

/** When it was handed in, or else is due. */
const time = (/** @type {Assignment} */ { dueAt, submittedAt }) => submittedAt ?? dueAt ?? "9";

/**
 * The assignments of a group: what waits longest or is due next comes first, and of what is over the latest.
 * @param {readonly Assignment[]} all
 * @param {Group} group
 */
export function inGroup(all, group) {
    const own = all.filter((one) => groupOf(one) === group).sort((one, other) => time(one).localeCompare(time(other)));
    return ["review", "late", "todo"].includes(group) ? own : own.reverse();
}

/** @type {import("../parts/frame/frame.js").Screen} */
export default function students(context) {
    const path = { userID: (context.params.id ?? "").toLowerCase() };
    const title = el("h1", {}, phrase("class.student"));
    const [face, about, change] = [el("span", {}), el("div", { class: "student-about" }), el("span", { class: "act" })];
    const rest = el("div", {}, skeleton());
    const states = stateLine();
    const lists = groups.map(groupList);
    const list = groupCards(lists, (group) => group === "review");
    list.hidden = true;

    const read = async (/** @type {boolean} */ archived) =>
        (await answers.read("listStudentAssignments", { path, query: { archived, limit: 100 } })).answer.items;

    async function load() {
        try {
            const mine = await all("listStudents", { query: { limit: 100 } });
            const [active, archived] = await Promise.all([read(false), read(true)]);
            const found = [...active, ...archived];
            const own = mine.find(({ user }) => user.id === path.userID);
            const user = own?.user ?? found[0]?.student;
            if (!user || context.signal.aborted) return;
            for (const { group, update } of lists) update(inGroup(found, group));
            states.update(active);
            const name = [user.givenName, user.familyName].filter(Boolean).join(" ") || called(user);
            context.title(name);
            fill(title, el("bdi", {}, name));
            fill(face, disc(user, { large: true }));
            fill(about, aboutStudent(own ?? { user }), active.length > 0 && states.node);
            // What waits for a review is the main action, and otherwise another task.
            const isFree = inGroup(found, "review").length === 0;
            refill(change, [called(user), !own, isFree], () => own ? [isFree && newTask(), removal(own, set)] : addition(set));
            list.hidden = found.length === 0;
            fill(rest, list.hidden && emptyState(phrase("class.student.noTasks")));
            context.state("ready");
            context.settled();
        } catch (problem) {
            if (context.signal.aborted) return;
            context.state("error");
            fill(rest, failure(problem, load, { missing: phrase("class.student.missing") }));
        }
    }

    /** @param {"addStudent" | "removeStudent"} operation */
    async function set(operation) {
        await replica.change(operation, { path });
        await answers.forget("listStudents");
        await load();
    }

    context.title(phrase("class.student"));
    context.signal.addEventListener("abort", replica.subscribe(["assignments", "people"], load));
    load();
    return el("div", {}, bar("/class", face, el("div", { class: "student-head" }, title, about), change), list, rest);
}

/** @param {Student} student */
function aboutStudent({ email, since, user }) {
    return el("p", { class: "small soft" }, phrases([`@${user.username}`, email,
        since ? phrase("class.student.since", { day: dayText(new Date(since)) }) : phrase("class.student.notMine")]
        .filter(Boolean).join(" · ")));
}

/** @param {Group} group */
const groupList = (group) => assignmentGroup({ group, title: phrase("class.student.group", { group }) }, (one) => ({
    title: one.task.title, ...(group === "review" && { note: progressText(one), action: phrase("class.review") }) }));

const newTask = () => linkButton("/tasks/new", { class: "button button-main" }, icon("plus"), phrase("class.newTask"));

/** @type {(set: (operation: "addStudent") => Promise<void>) => HTMLElement} */
const addition = (set) => actionButton(phrase("class.student.add"), async () => {
    await set("addStudent");
    return phrase("class.student.added");
}, { class: "button button-main" });

/**
 * The menu from which a student is removed.
 * @param {Student} student
 * @param {(operation: "removeStudent") => Promise<void>} set
 */
function removal({ user }, set) {
    const button = el("button", { class: "icon-button", "aria-haspopup": "true", "aria-expanded": "false",
        "aria-label": phrase("class.more") }, sign("more"));
    async function remove() {
        if (!await ask({ title: phrase("class.student.ask", { student: called(user) }), opener: button,
            action: phrase("class.student.askRemove"), text: phrase("class.student.askAbout") })) return;
        undoable({ said: phrase("class.student.removing", { student: called(user) }), run: async () => {
            await set("removeStudent");
            return phrase("class.student.removed");
        } });
    }
    button.addEventListener("click", () => openMenu(button,
        [{ label: phrase("class.student.remove"), isBad: true, run: () => void remove() }], { title: called(user) }));
    return button;
}
