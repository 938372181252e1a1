// A task, for its teachers: a new one, or its students, its fields, its teachers and its end.
import { all, answers, call, replica } from "../client.js";
import { bar, el, fill } from "../dom.js";
import { go } from "../routes.js";
import { assignmentList } from "../parts/class/assignment-row.js";
import { counted, stateWords } from "../parts/class/class-words.js";
import { ask } from "../parts/controls/dialog.js";
import { undoable } from "../parts/controls/undo.js";
import { actionButton, field, form } from "../parts/controls/form.js";
import { personLine } from "../parts/controls/person.js";
import { failure, say, skeleton } from "../parts/controls/states.js";
import { studentChoices } from "../parts/class/students.js";
import { taskForm } from "../parts/class/task-form.js";

/** @typedef {import("../types/wire.js").ClassTask} Task */
/** @typedef {import("../types/wire.js").Assignment} Assignment */
/** @typedef {import("../types/wire.js").User} User */

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
            const [{ answer: found }, { answer: list }] = await Promise.all([answers.read("showTask", { path }), answers.read("listTaskAssignments", { path })]);
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
        part("students", [isHost, list.map((one) => [one.student.id, one.attempt, one.state, one.evaluation])], () => isHost && studentsOf(found, list));
        part("fields", isTyped ? undefined : [fields, isHost, list.length, list.some((one) => one.evaluation)], () => fieldsOf(found, list, isHost));
        part("teachers", [teachers, isHost], () => teachersOf(found, isHost));
        part("end", [closed, isHost], () => isHost && endOf(found));
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

    /** @param {Task} found */
    function countsOf({ closed, counts }) {
        const parts = /** @type {[keyof typeof stateWords, string][]} */ (Object.entries(stateWords)).filter(([state]) => counts[state] > 0).map(([state, word]) => `${counts[state]} ${word.toLowerCase()}`);
        return el("p", { class: "state", data: { counts: "" } }, [closed && "Closed", ...parts, counts.late + counts.missing > 0 && `${counts.late + counts.missing} late`].filter(Boolean).join(" · ") || "A draft: no student has it yet.");
    }

    /**
     * @param {Task} found
     * @param {readonly Assignment[]} list
     */
    function studentsOf({ id: taskID }, list) {
        const place = el("div", { class: "stack-tight" });
        const open = actionButton(list.length > 0 ? "Give it to more students" : "Give it to students", async () => {
            const mine = await all("listStudents", { query: { limit: 100 } });
            const choices = studentChoices(mine.map(({ user }) => user).filter((user) => !list.some(({ student }) => student.id === user.id)), new Set());
            fill(place, choices.node, actionButton("Assign", async () => {
                await replica.change("assignTask", { path: { taskID }, body: { studentIDs: choices.ids() } });
                await load();
                return "Assigned.";
            }, { class: "button button-main" }));
            place.querySelector("input")?.focus();
        });
        const removals = list.filter(({ attempt, evaluation, state }) => attempt === 0 && !evaluation && state === "todo");
        return el("section", { class: "block", "aria-label": "Students" }, el("div", {}, open), place, removals.length > 0 && el("details", { class: "more-fields" }, el("summary", { class: "small" }, "Take it away from a student"),
            el("ul", { class: "card list" }, ...removals.map(({ student }) => el("li", {}, personLine(student, { actions: actionButton("Take away", async () => {
                undoable({ said: `Taking it away from ${student.username} …`, run: async () => {
                    await replica.change("withdrawAssignment", { path: { taskID, userID: student.id } });
                    await load();
                    return `${student.username} no longer has it.`;
                } });
            }, { about: `from ${student.username}` }) }))))));
    }

    /**
     * @param {Task} found
     * @param {readonly Assignment[]} list
     * @param {boolean} isHost
     */
    function fieldsOf(found, list, isHost) {
        const isOpen = list.length > 0 && (!found.opensAt || Date.parse(found.opensAt) <= replica.now());
        const host = found.teachers.find((one) => one.isHost)?.user.username;
        const fixed = { ...(!isHost && { "": `${host} is the host and changes it.` }), ...(isOpen && { opensAt: "It is open already." }), ...(list.some((one) => one.evaluation) && { maxPoints: "There is an evaluation already." }) };
        return el("section", { class: "block", "aria-labelledby": "task-fields", oninput: () => { isTyped = true; fill(saved); } }, el("h2", { id: "task-fields" }, "The task"), !isHost && el("p", { class: "soft" }, fixed[""]), el("div", { class: "card" }, taskForm(found, {
            action: "Save", signal, fixed, extra: saved, send: async ({ id: _, ...body }, arrived) => {
                await replica.change("changeTask", { path: { taskID: found.id }, body });
                await arrived();
                isTyped = false;
                await load();
                fill(saved, "Saved.");
                say("Saved.");
            },
        })));
    }

    /**
     * @param {Task} found
     * @param {boolean} isHost
     */
    function teachersOf({ id: taskID, teachers }, isHost) {
        const me = replica.me()?.id;
        const username = field("Username", { name: "username", required: true, autocomplete: "off", autocapitalize: "none", spellcheck: false });
        const removal = (/** @type {User} */ user) => actionButton(user.id === me ? "Leave" : "Remove", async (button) => {
            if (!await ask({ title: user.id === me ? "Leave this task?" : `Remove ${user.username}?`, text: "Everything that was written stays.", action: user.id === me ? "Leave" : "Remove", opener: button })) return;
            if (user.id === me) go("/class", { replace: true });
            undoable({ said: user.id === me ? "Leaving the task …" : `Removing ${user.username} …`, run: async () => {
                await replica.change("removeTeacher", { path: { taskID, userID: user.id } });
                if (user.id !== me) await load();
                return user.id === me ? "You have left the task." : "Removed.";
            } });
        }, { about: user.username });
        return el("section", { class: "block", "aria-labelledby": "task-teachers" }, el("h2", { id: "task-teachers" }, "Teachers"),
            el("ul", { class: "card list" }, ...teachers.map(({ user, isHost: hosts }) => el("li", {}, personLine(user, { about: hosts ? "host" : "", actions: (isHost || user.id === me) && teachers.length > 1 && removal(user) })))),
            isHost && el("div", { class: "card" }, form({ fields: [username], action: "Add teacher", weight: "minor", send: async () => {
                const { items: [user] } = await call("findUsers", { query: { username: username.input.value.trim() } });
                if (!user) return username.fault("There is nobody of this username.");
                await replica.change("addTeacher", { path: { taskID, userID: user.id } });
                await load();
            } })));
    }

    /** @param {Task} found */
    function endOf({ closed, id: taskID, title: name }) {
        const close = actionButton(closed ? "Open again" : "Close", async (button) => {
            if (!closed && !await ask({ title: `Close “${name}”?`, text: "It can only be read then, by you and by its students. You can open it again.", action: "Close", opener: button })) return;
            await replica.change("changeTask", { path: { taskID }, body: { closed: !closed } });
            await load();
            return closed ? "It is open again." : "It is closed.";
        });
        const remove = actionButton("Delete task", async (button) => {
            if (!await ask({ title: `Delete “${name}”?`, text: "It is gone at once. What a student has worked on can't be deleted.", action: "Delete", opener: button })) return;
            await call("deleteTask", { path: { taskID } });
            go("/class", { replace: true });
            await replica.refresh();
        }, { class: "button button-bad" });
        return el("div", { class: "line" }, close, remove);
    }

    /** The form of a new task, with the students it is for. */
    async function begin() {
        try {
            const mine = await all("listStudents", { query: { limit: 100 } });
            const choices = studentChoices(mine.map(({ user }) => user), new Set());
            const draft = el("p", { class: "small soft" });
            const tell = () => fill(draft, choices.ids().length === 0 && "No student is chosen: it is kept as a draft, which no student sees.");
            choices.node.addEventListener("change", tell);
            tell();
            fill(body, el("div", { class: "card" }, taskForm(undefined, {
                action: "Create task", signal, extra: [choices.node, draft], send: async ({ closed, ...fields }, arrived) => {
                    const made = await replica.change("createTask", { body: { ...fields, title: fields.title ?? "", studentIDs: choices.ids() } });
                    await arrived();
                    await answers.forget("listTasks", "showBoard");
                    go(`/tasks/${made.id}`, { replace: true });
                },
            })));
            context.state("ready");
            context.settled();
        } catch (problem) {
            context.state("error");
            fill(body, failure(problem, begin));
        }
    }

    context.title(id ? "Task" : "New task");
    fill(body, skeleton());
    if (id) {
        signal.addEventListener("abort", replica.subscribe(["assignments"], again));
        load();
    } else {
        begin();
    }
    return el("div", {}, bar("/class", title), body);
}
