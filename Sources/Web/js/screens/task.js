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
import { called } from "../parts/controls/person.js";

/** @typedef {import("../types/wire.js").ClassTask} Task */
/** @typedef {import("../types/wire.js").Assignment} Assignment */

const missing = "There is no such task, or you don't teach it.";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function task(context) {
    const id = context.params.id?.toLowerCase();
    const page = id ? new TaskPage(context, id) : newTask(context);
    context.title(page.title.textContent ?? "");
    return el("div", {}, bar("/class", page.title), page.body);
}

class TaskPage {
    title = el("h1", {}, "Task");
    body = el("div", { class: "stack" }, skeleton());
    /** @type {Map<string, {node: HTMLElement, key: string}>} */
    parts = new Map();
    assigned = assignmentList(({ student }) => ({ title: called(student) }));
    /** Whether something is typed in the task's fields that isn't saved. */
    isTyped = false;

    /**
     * @param {import("../parts/frame/frame.js").Context} context
     * @param {string} taskID
     */
    constructor(context, taskID) {
        const { signal } = this.context = context;
        this.path = { taskID };
        this.typing = { saved: el("p", { class: "small good" }), signal, onTyped: () => { this.isTyped = true; },
            onSaved: async () => {
                this.isTyped = false;
                await this.load();
            } };
        signal.addEventListener("abort", replica.subscribe(["assignments"], () => this.load()));
        this.load();
    }

    /** Reads the task and its assignments, and shows what has changed. */
    async load() {
        const { body, context, path } = this;
        try {
            const [{ answer: found }, { answer: list }] = await Promise.all([answers.read("showTask", { path }),
                answers.read("listTaskAssignments", { path })]);
            if (!context.signal.aborted) this.show(found, list.items);
        } catch (problem) {
            if (context.signal.aborted) return;
            context.state("error");
            fill(body, failure(problem, () => this.load(), { missing }));
        }
    }

    show(/** @type {Task} */ found, /** @type {readonly Assignment[]} */ list) {
        const { assigned, body, context, isTyped, parts, title, typing } = this;
        fill(title, el("bdi", {}, found.title));
        context.title(found.title);
        assigned.update(list);
        const load = () => this.load();
        const me = replica.me()?.id;
        const isHost = found.teachers.some(({ user, isHost }) => isHost && user.id === me);
        const { closed, counts, teachers, ...fields } = found;
        if (parts.size === 0) fill(body);
        this.part("counts", [closed, counts], () => countsOf(found));
        this.part("assignments", [], () => assigned.node);
        this.part("students", [isHost, list.map((one) => [one.student.id, one.attempt, one.state, one.evaluation])],
            () => isHost && studentsOf(found, list, load));
        this.part("fields", isTyped ? undefined : [fields, isHost, list.length, list.some((one) => one.evaluation)],
            () => fieldsOf(found, list, isHost, typing));
        this.part("teachers", [teachers, isHost], () => teachersOf(found, isHost, load));
        this.part("end", [closed, isHost], () => isHost && endOf(found, load));
        context.state("ready");
        context.settled();
    }

    /**
     * Shows a part of the page anew if what it shows has changed. What is typed or said in the others stays.
     * @param {string} name
     * @param {unknown} from undefined if it must stay
     * @param {() => import("../dom.js").Parts} make
     */
    part(name, from, make) {
        const found = this.parts.get(name) ?? { node: el("div", {}), key: "" };
        const key = from === undefined ? found.key : JSON.stringify(from);
        if (!found.node.isConnected) this.body.append(found.node);
        if (key !== found.key) fill(found.node, make());
        this.parts.set(name, { node: found.node, key });
    }
}

/** @param {import("../parts/frame/frame.js").Context} context */
function newTask(context) {
    const body = el("div", { class: "stack" }, skeleton());
    offerForm(context, body);
    return { title: el("h1", {}, "New task"), body };
}

/** The form of a new task, with the students it is for. */
async function offerForm(/** @type {import("../parts/frame/frame.js").Context} */ context, /** @type {HTMLElement} */ body) {
    try {
        const mine = await all("listStudents", { query: { limit: 100 } });
        const choices = studentChoices(mine.map(({ user }) => user), new Set());
        const draft = el("p", { class: "small soft" });
        const showDraftNote = () => fill(draft,
            choices.ids().length === 0 && "No student is chosen: it is kept as a draft, which no student sees.");
        choices.node.addEventListener("change", showDraftNote);
        showDraftNote();
        fill(body, el("div", { class: "card" }, taskForm(undefined, {
            action: "Create task", signal: context.signal, extra: [choices.node, draft],
            send: async ({ closed, ...fields }, arrived) => {
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
        fill(body, failure(problem, () => offerForm(context, body)));
    }
}
