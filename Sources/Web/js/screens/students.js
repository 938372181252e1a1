// A student, for a teacher: their assignments of the tasks that I teach, and whether they are mine.
import { all, replica } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, el, fill } from "../dom.js";
import { phrase } from "../phrases.js";
import { assignmentList } from "../parts/class/assignment-row.js";
import { countsOf, countsText, phrases } from "../parts/class/class-words.js";
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

/** @type {import("../parts/frame/frame.js").Screen} */
export default function students(context) {
    const path = { userID: (context.params.id ?? "").toLowerCase() };
    const title = el("h1", {}, phrase("class.student"));
    const [face, about, change] = [el("span", {}), el("div", { class: "student-about" }), el("span", { class: "act" })];
    const rest = el("div", {}, skeleton());
    const list = () => assignmentList(({ task }) => ({ title: task.title }));
    const [active, archived] = [list(), list()];
    const tasks = el("section", { class: "block block-below", hidden: true, "aria-label": phrase("class.board.tasks") },
        el("h2", {}, phrase("class.board.tasks")), active.node);
    const archive = el("section", { class: "block block-below", hidden: true, "aria-label": phrase("class.student.archived") },
        el("h2", {}, phrase("class.student.archived")), archived.node);

    async function load() {
        try {
            const mine = await all("listStudents", { query: { limit: 100 } });
            const found = await Promise.all([active, archived].map(async (list) => {
                const { answer: { items } } = await answers.read("listStudentAssignments",
                    { path, query: { archived: list === archived, limit: 100 } });
                list.update(items);
                return items;
            }));
            const own = mine.find(({ user }) => user.id === path.userID);
            const user = own?.user ?? found.flat()[0]?.student;
            if (!user || context.signal.aborted) return;
            tasks.hidden = found[0]?.length === 0;
            archive.hidden = found[1]?.length === 0;
            const name = [user.givenName, user.familyName].filter(Boolean).join(" ") || called(user);
            context.title(name);
            fill(title, el("bdi", {}, name));
            fill(face, disc(user, { large: true }));
            fill(about, aboutStudent(own ?? { user }), summary(found.flat()));
            // What is open in the menu stays open.
            if (!own) fill(change, addition(set));
            else if (!change.querySelector("[aria-haspopup]")) fill(change, removal(own, set));
            fill(rest, found.flat().length === 0 && emptyState(phrase("class.student.noTasks")));
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
    return el("div", {}, bar("/class", face, el("div", { class: "student-head" }, title, about), change), tasks, archive, rest);
}

/** @param {Student} student */
function aboutStudent({ email, since, user }) {
    return el("p", { class: "small soft" }, phrases([`@${user.username}`, email,
        since ? phrase("class.student.since", { day: dayText(new Date(since)) }) : phrase("class.student.notMine")]
        .filter(Boolean).join(" · ")));
}

/**
 * How far the student is with all tasks: "1 late · 1 returned · 1 done".
 * @param {readonly import("../types/wire.js").Assignment[]} all
 */
function summary(all) {
    const late = all.filter(isBehind).length;
    const others = countsText(countsOf(all.filter((one) => !isBehind(one))));
    return all.length > 0 && el("p", { class: "small student-summary" },
        late > 0 && el("strong", { class: "bad" }, phrase("class.board.late", { count: late })),
        late > 0 && others !== "" && " · ", others !== "" && phrases(others));
}

/** @type {(set: (operation: "addStudent") => Promise<void>) => HTMLElement} */
const addition = (set) => actionButton(phrase("class.student.add"), async () => {
    await set("addStudent");
    return phrase("class.student.added");
});

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
