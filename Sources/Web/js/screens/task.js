// A task, for its teachers: a new one, or what it says, its students, its teachers and its end. "Edit" opens the form.
import { all, drafts, replica } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, drawn, el, fill, mark } from "../dom.js";
import { phrase } from "../phrases.js";
import { go } from "../routes.js";
import { failure, needsNetwork, skeleton } from "../parts/controls/states.js";
import { StateBoard } from "../parts/class/state-board.js";
import { studentChoices } from "../parts/class/students.js";
import {
    endOf, fieldsOf, followChoices, headOf, isBegun, removalOf, reviewOf, studentsOf, teachersOf, textOf,
} from "../parts/class/task-parts.js";
import { ownTaskForm } from "../parts/class/own-task-form.js";
import { taskForm } from "../parts/class/task-form.js";
import { deadlineParts, extendedText, gradeText, missingText, stateWords } from "../parts/class/class-words.js";
import { called } from "../parts/controls/person.js";
import { nearDayText } from "../parts/controls/time.js";

/** @typedef {import("../types/wire.js").ClassTask} Task */
/** @typedef {import("../types/wire.js").Assignment} Assignment */

const missing = phrase("class.task.missing");
const pencil = "M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM13.5 7.5l3 3";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function task(context) {
    const id = context.params.id?.toLowerCase();
    const page = id ? new TaskPage(context, id) : location.pathname.endsWith("/own") ? newOwnTask(context) : newTask(context);
    context.title(page.title.textContent ?? "");
    return el("div", {}, bar("/class", page.title, page.tools), page.body);
}

class TaskPage {
    title = el("h1", {}, phrase("class.task.page"));
    tools = el("span", { class: "act" });
    body = el("div", { class: "task-page" }, skeleton());
    text = el("div", { class: "stack task-text" });
    people = el("div", { class: "task-people" });
    foot = el("div", { class: "stack task-foot" });
    /** @type {Map<string, {node: HTMLElement, key: string}>} */
    parts = new Map();
    assigned = new StateBoard((one) => ({ title: called(one.student), person: one.student, about: cardFacts(one) }),
        () => this.read(), (one) => this.isHost ? removalOf(one, this.load) : []);
    isHost = false;
    /** Whether the form stands in place of what the task says, and whether something is typed in it that isn't saved. */
    isEditing = false;
    isTyped = false;
    load = async () => this.read();
    addTeacher = () => {};

    /**
     * @param {import("../parts/frame/frame.js").Context} context
     * @param {string} taskID
     */
    constructor(context, taskID) {
        const { signal } = this.context = context;
        this.path = { taskID };
        this.typing = { signal, onTyped: () => { this.isTyped = true; }, onSaved: () => this.edit(false),
            onCancel: () => this.edit(false) };
        signal.addEventListener("abort", replica.subscribe(["assignments", "people"], this.load));
        this.begin(taskID);
    }

    /**
     * What was typed on an earlier visit stands in the form.
     * @param {string} taskID
     */
    async begin(taskID) {
        this.isEditing = await drafts.load(`task:${taskID}`).catch(() => undefined) !== undefined;
        await this.read();
    }

    /**
     * Opens the form, or closes it. What the task says is read anew.
     * @param {boolean} isEditing
     */
    async edit(isEditing) {
        Object.assign(this, { isEditing, isTyped: false });
        await this.read();
        const first = (isEditing ? this.body : this.tools).querySelector("input, button");
        if (first instanceof HTMLElement) first.focus();
    }

    /** Reads the task and its assignments, and shows what has changed. */
    async read() {
        const { body, context, path } = this;
        try {
            const [{ answer: found }, { answer: list }] = await Promise.all([answers.read("showTask", { path }),
                answers.read("listTaskAssignments", { path })]);
            if (!context.signal.aborted) this.show(found, list.items);
        } catch (problem) {
            if (context.signal.aborted) return;
            context.state("error");
            fill(body, failure(problem, this.load, { missing }));
        }
    }

    show(/** @type {Task} */ found, /** @type {readonly Assignment[]} */ list) {
        const { assigned, body, context, foot, isEditing, isTyped, load, people, text, title, tools, typing } = this;
        assigned.update(list);
        assigned.node.hidden = list.length === 0;
        mark(body, "data-editing", isEditing);
        const me = replica.me()?.id;
        const isHost = this.isHost = found.teachers.some(({ user, isHost }) => isHost && user.id === me);
        const { closed, counts, teachers, ...fields } = found;
        const heading = isEditing && isHost ? phrase("class.task.edit") : found.title;
        fill(title, el("bdi", {}, heading));
        context.title(heading);
        if (!text.isConnected) fill(body, text, people, foot);
        this.part(tools, "review", [isEditing, closed, list.map((one) => [one.id, one.state, one.submittedAt])],
            () => !isEditing && reviewOf(found, list));
        this.part(tools, "tools", [isHost, isEditing, closed, isBegun(list)], () => isHost && !isEditing && [
            el("button", { class: "button", onclick: () => this.edit(true) }, drawn(pencil, "icon icon-edit"),
                el("span", {}, phrase("class.edit"))), endOf(found, list, load, () => this.addTeacher())]);
        this.part(text, "fields", isTyped ? undefined : [isEditing, fields, teachers, isHost, list.length,
            list.some((one) => one.evaluation)],
        () => isEditing && isHost ? fieldsOf(found, list, typing) : textOf(found, isHost));
        this.part(people, "head", [closed, counts, list.length], () => headOf(found, list));
        this.part(people, "students", [isHost, list.map((one) => one.student.id)],
            () => isHost && studentsOf(found, list, load));
        this.part(people, "assignments", [], () => assigned.node);
        this.part(foot, "teachers", [teachers, isHost], () => {
            const { add, node } = teachersOf(found, isHost, load);
            this.addTeacher = add;
            return node;
        });
        context.state("ready");
        context.settled();
    }

    /**
     * Shows a part of the page anew if what it shows has changed. What is typed or said in the others stays.
     * @param {HTMLElement} column
     * @param {string} name
     * @param {unknown} from undefined if it must stay
     * @param {() => import("../dom.js").Parts} make
     */
    part(column, name, from, make) {
        const found = this.parts.get(name) ?? { node: el("div", { data: { part: name } }), key: "" };
        const key = from === undefined ? found.key : JSON.stringify(from);
        if (!found.node.isConnected) column.append(found.node);
        if (key !== found.key) fill(found.node, make());
        this.parts.set(name, { node: found.node, key });
    }
}

/**
 * What a student's card says beyond its column: since when, how late, what it got, and what is unread.
 * @param {Assignment} assignment
 */
function cardFacts(assignment) {
    const { evaluation, extendedTo, late, state, submittedAt, task, unreadCount } = assignment;
    const lateness = submittedAt ? late && deadlineParts(assignment)[1] : missingText(assignment);
    const isReturned = state === "returned" && evaluation;
    const facts = isReturned ? [phrase("class.task.returned", { day: nearDayText(evaluation.at) })]
        : submittedAt ? [phrase("class.handedIn", { time: nearDayText(submittedAt) })]
        : [["inProgress", "excused"].includes(state) && stateWords[state], extendedText(extendedTo)];
    const grade = gradeText(evaluation, task.maxPoints);
    return el("span", { class: "state-facts" }, ...facts.map((one) => one && el("span", {}, one)),
        lateness && el("span", { class: "bad name" }, lateness), grade && el("strong", {}, grade),
        unreadCount > 0 && el("span", { class: "attention attention-read" }, phrase("class.unread", { count: unreadCount })));
}

/**
 * A task that somebody makes for themselves alone.
 * @param {import("../parts/frame/frame.js").Context} context
 */
function newOwnTask(context) {
    const form = ownTaskForm(undefined, { cancel: () => go("/class"),
        onSaved: (id) => go(`/assignments/${id}`, { replace: true }) });
    context.state("ready");
    context.settled();
    return { title: el("h1", {}, phrase("class.ownTask.new")), tools: undefined, body: el("div", { class: "card" }, form) };
}

/** @param {import("../parts/frame/frame.js").Context} context */
function newTask(context) {
    const body = el("div", { class: "stack" }, skeleton());
    offerForm(context, body);
    return { title: el("h1", {}, phrase("class.task.new")), tools: undefined, body };
}

/** The form of a new task, with the students it is for. */
async function offerForm(/** @type {import("../parts/frame/frame.js").Context} */ context, /** @type {HTMLElement} */ body) {
    try {
        const mine = await all("listStudents", { query: { limit: 100 } });
        const choices = studentChoices(mine.map(({ user }) => user), new Set(mine.map(({ user }) => user.id)));
        const draft = el("p", { class: "draft-note small" });
        // The second way to submit: students get it later.
        let isDraft = false;
        const saveDraft = el("button", { class: "button button-plain", type: "submit" }, phrase("class.task.saveDraft"));
        needsNetwork(saveDraft);
        const form = taskForm(undefined, {
            action: "", signal: context.signal, cancel: () => go("/class"), extra: [choices.node, draft,
                el("p", { class: "small" }, el("a", { href: "/tasks/own" }, phrase("class.ownTask.instead")))],
            send: async ({ closed, ...fields }, arrived) => {
                const made = await replica.change("createTask",
                    { body: { ...fields, title: fields.title ?? "", studentIDs: isDraft ? [] : choices.ids() } });
                await arrived();
                await answers.forget("listTasks", "showBoard");
                go(`/tasks/${made.id}`, { replace: true });
            },
        });
        const button = form.querySelector("[type=submit]");
        button?.after(saveDraft);
        form.addEventListener("submit", ({ submitter }) => {
            if (submitter) isDraft = submitter === saveDraft;
        }, true);
        followChoices(choices, (count) => {
            fill(draft, count === 0
                && [el("span", { class: "role" }, phrase("class.task.draft")), " ", phrase("class.task.noStudents")]);
            saveDraft.hidden = count === 0;
            if (button) fill(button, count === 0 ? phrase("class.task.saveDraft") : phrase("class.task.give", { count }));
        });
        fill(body, el("div", { class: "card" }, form));
        context.state("ready");
        context.settled();
    } catch (problem) {
        context.state("error");
        fill(body, failure(problem, () => offerForm(context, body)));
    }
}
