// A task, for its teachers: a new one, or its students, its fields, its teachers and its end.
import { all, replica } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, el, fill } from "../dom.js";
import { go } from "../routes.js";
import { assignmentList } from "../parts/class/assignment-row.js";
import { failure, skeleton } from "../parts/controls/states.js";
import { studentChoices } from "../parts/class/students.js";
import { countsOf, endOf, fieldsOf, studentsOf, teachersOf } from "../parts/class/task-parts.js";
import { taskForm } from "../parts/class/task-form.js";

/** @typedef {import("../types/wire.js").ClassTask} Task */
/** @typedef {import("../types/wire.js").Assignment} Assignment */

const missing = "There is no such task, or you don't teach it.";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function task(context) {
    const id = context.params.id?.toLowerCase();
    const { signal } = context;
    const title = el("h1", {}, id ? "Task" : "New task");
    const body = el("div", { class: "stack" });
    /** @type {Map<string, {node: HTMLElement, key: string}>} */
    const parts = new Map();
    const assigned = assignmentList(({ student }) => ({ title: student.username }));
    let isTyped = false;
    const saved = el("p", { class: "small good" });

    const again = () => load();
    /** Reads the task and its assignments, and shows what has changed. */
    async function load() {
        try {
            const path = { taskID: id ?? "" };
            const [{ answer: found },
                { answer: list }] = await Promise.all([answers.read("showTask", { path }),
                    answers.read("listTaskAssignments", { path })]);
            if (!signal.aborted) showTask(found, list.items);
        } catch (problem) {
            if (signal.aborted) return;
            context.state("error");
            fill(body, failure(problem, again, { missing }));
        }
    }

    /**
     * @param {Task} found
     * @param {readonly Assignment[]} list
     */
    function showTask(found, list) {
        fill(title, el("bdi", {}, found.title));
        context.title(found.title);
        assigned.update(list);
        const me = replica.me()?.id;
        const isHost = found.teachers.some(({ user, isHost }) => isHost && user.id === me);
        const { closed, counts, teachers, ...fields } = found;
        if (parts.size === 0) fill(body);
        part("counts", [closed, counts], () => countsOf(found));
        part("assignments", [], () => assigned.node);
        part("students", [isHost, list.map((one) => [one.student.id, one.attempt, one.state, one.evaluation])],
            () => isHost && studentsOf(found, list, load));
        part("fields", isTyped ? undefined : [fields, isHost, list.length, list.some((one) => one.evaluation)],
            () => fieldsOf(found, list, isHost, typing));
        part("teachers", [teachers, isHost], () => teachersOf(found, isHost, load));
        part("end", [closed, isHost], () => isHost && endOf(found, load));
        context.state("ready");
        context.settled();
    }

    /**
     * Shows a part of the page anew if what it shows has changed. What is typed or said in the others stays.
     * @param {string} name
     * @param {unknown} from undefined if it must stay
     * @param {() => import("../dom.js").Parts} make
     */
    function part(name, from, make) {
        const found = parts.get(name) ?? { node: el("div", {}), key: "" };
        const key = from === undefined ? found.key : JSON.stringify(from);
        if (!found.node.isConnected) body.append(found.node);
        if (key !== found.key) fill(found.node, make());
        parts.set(name, { node: found.node, key });
    }

    const typing = { saved, signal, onTyped: () => { isTyped = true; }, onSaved: async () => {
        isTyped = false;
        await load();
    } };
    context.title(id ? "Task" : "New task");
    fill(body, skeleton());
    if (id) {
        signal.addEventListener("abort", replica.subscribe(["assignments"], again));
        load();
    } else {
        begin(context, body);
    }
    return el("div", {}, bar("/class", title), body);
}

/**
 * The form of a new task, with the students it is for.
 * @param {import("../parts/frame/frame.js").Context} context
 * @param {HTMLElement} body
 */
async function begin(context, body) {
    const { signal } = context;
    try {
        const mine = await all("listStudents", { query: { limit: 100 } });
        const choices = studentChoices(mine.map(({ user }) => user), new Set());
        const draft = el("p", { class: "small soft" });
        const tell = () => fill(draft,
            choices.ids().length === 0 && "No student is chosen: it is kept as a draft, which no student sees.");
        choices.node.addEventListener("change", tell);
        tell();
        fill(body, el("div", { class: "card" }, taskForm(undefined, {
            action: "Create task", signal, extra: [choices.node, draft], send: async ({ closed, ...fields }, arrived) => {
                const made = await replica.change("createTask",
                    { body: { ...fields, title: fields.title ?? "", studentIDs: choices.ids() } });
                await arrived();
                await answers.forget("listTasks", "showBoard");
                go(`/tasks/${made.id}`, { replace: true });
            },
        })));
        context.state("ready");
        context.settled();
    } catch (problem) {
        context.state("error");
        fill(body, failure(problem, () => begin(context, body)));
    }
}
