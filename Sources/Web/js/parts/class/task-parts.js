// The parts of a task's page, for its teachers: what it says, counts, students, teachers, and its end.
import { all, call, replica } from "../../client.js";
import { el, fill } from "../../dom.js";
import { go } from "../../routes.js";
import { attachments } from "./attachments.js";
import { capitalized, counted, deadlineText, stateWords } from "./class-words.js";
import { studentChoices } from "./students.js";
import { taskForm } from "./task-form.js";
import { ask } from "../controls/dialog.js";
import { actionButton, field, form } from "../controls/form.js";
import { called } from "../controls/person.js";
import { personLine } from "../controls/person-line.js";
import { openMenu } from "../controls/menu.js";
import { sign } from "../controls/signs.js";
import { say, sentence } from "../controls/states.js";
import { textParts } from "../controls/text.js";
import { dateText } from "../controls/time.js";
import { showFailure, undoable } from "../controls/undo.js";

/** @typedef {import("../../types/wire.js").ClassTask} Task */
/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {import("../../types/wire.js").User} User */

/**
 * What a task says: each fact once, then its words and files.
 * @param {Task} found
 * @param {boolean} isHost
 */
export function textOf(found, isHost) {
    const { closed, description, files = [], locksAt, maxPoints, opensAt, priority, tags, teachers } = found;
    const isAhead = opensAt !== undefined && Date.parse(opensAt) > replica.now();
    /** @type {[string, string | false | undefined][]} */
    const facts = [["Opens", isAhead && dateText(opensAt)], ["Locks", locksAt && dateText(locksAt)],
        ["Points", maxPoints !== undefined && `0 to ${maxPoints}`], ["Priority", priority !== "none" && capitalized(priority)],
        ["Tags", tags.join(", ")]];
    const host = teachers.find((one) => one.isHost)?.user;
    return el("section", { class: "card stack", "aria-label": "The task" },
        closed && el("p", { class: "warn" }, "Closed: it can only be read."),
        description && el("p", { class: "comment-text task-words", dir: "auto" }, ...textParts(description)),
        attachments(files),
        el("dl", { class: "task-facts" }, ...facts.flatMap(([name, value]) => value
            ? [el("dt", {}, name), el("dd", {}, value)] : [])),
        !isHost && el("p", { class: "small soft" }, `${called(host)} is the host and changes it.`));
}

/**
 * When it is due, the numbers of students by how far they are, and what waits for a review as the main action: the one that
 * was handed in first.
 * @param {Task} found
 * @param {readonly Assignment[]} list
 */
export function countsOf({ closed, counts, dueAt }, list) {
    const states = /** @type {[keyof typeof stateWords, string][]} */ (Object.entries(stateWords));
    const parts = states.filter(([state]) => counts[state] > 0).map(([state, word]) => `${counts[state]} ${word.toLowerCase()}`);
    const late = counts.late + counts.missing;
    const waiting = closed ? [] : list.filter(({ state }) => state === "submitted")
        .sort((one, other) => (one.submittedAt ?? "") < (other.submittedAt ?? "") ? -1 : 1);
    const [first] = waiting;
    const words = [closed && "Closed", ...parts].filter(Boolean).join(" · ") || "A draft: no student has it yet.";
    return el("div", { class: "task-lead" }, el("h2", { class: "unseen" }, "Students"),
        el("p", {}, el("span", { class: "name" }, deadlineText({ dueAt })),
            el("span", { class: "small soft", data: { counts: "" } }, words, late > 0 && ` (${late} late)`)),
        first && el("a", { class: "button button-main", href: `/assignments/${first.id}` },
            el("span", {}, "Review ", el("bdi", {}, called(first.student))),
            waiting.length > 1 && el("span", { class: "more-wait" }, `1 of ${waiting.length}`)));
}

/**
 * Says how many students are chosen, at first and whenever that changes, and ticks "All" where all of them are.
 * @param {ReturnType<typeof studentChoices>} choices
 * @param {(count: number) => void} show
 */
export function followChoices({ ids, node }, show) {
    const boxes = /** @type {HTMLInputElement[]} */ ([...node.querySelectorAll("[type=checkbox]")]);
    const all = boxes.find(({ value }) => value === "on");
    const follow = (/** @type {Event} */ { target }) => {
        if (all && target !== all) all.checked = boxes.every((one) => one === all || one.checked || one.closest("[hidden]"));
        show(ids().length);
    };
    // What is put back from an earlier visit says so to the boxes alone, and "All" chooses the others only after that.
    for (const isEarly of [true, false]) node.addEventListener("change", follow, isEarly);
    node.dispatchEvent(new Event("change"));
}

/**
 * Gives the task to more students, or takes it away from those who haven't begun.
 * @param {Task} found
 * @param {readonly Assignment[]} list
 * @param {() => Promise<void>} load reads the task anew
 */
export function studentsOf({ id: taskID }, list, load) {
    const place = el("div", { class: "stack-tight" });
    const isDraft = list.length === 0;
    const open = actionButton(isDraft ? "Give it to students" : "Give it to more students", async () => {
        const mine = await all("listStudents", { query: { limit: 100 } });
        const others = mine.map(({ user }) => user).filter((user) => !list.some(({ student }) => student.id === user.id));
        const choices = studentChoices(others, new Set(isDraft ? others.map(({ id }) => id) : []));
        const give = actionButton("", async () => {
            await replica.change("assignTask", { path: { taskID }, body: { studentIDs: choices.ids() } });
            await load();
            return "Given.";
        }, { class: "button button-main" });
        const button = /** @type {HTMLElement} */ (give.querySelector("button"));
        fill(place, choices.node, el("div", { class: "give" }, give));
        followChoices(choices, (count) => {
            fill(button, `Give to ${counted(count, "student")}`);
            give.hidden = count === 0;
        });
        open.hidden = true;
        place.querySelector("input")?.focus();
    }, { class: isDraft ? "button button-main" : "button" });
    const removals = list.filter(({ attempt, evaluation, state }) => attempt === 0 && !evaluation && state === "todo");
    return el("section", { class: "stack-tight", "aria-label": "Students" }, el("div", {}, open), place,
        removals.length > 0 && el("details", { class: "fold" },
            el("summary", { class: "small" }, "Take it away from a student"),
        el("ul", { class: "card list" },
            ...removals.map(({ student }) => el("li", {}, personLine(student, { actions: actionButton("Take away", async () => {
            undoable({ said: `Taking it away from ${called(student)} …`, run: async () => {
                await replica.change("withdrawAssignment", { path: { taskID, userID: student.id } });
                await load();
                return `${called(student)} no longer has it.`;
            } });
        }, { about: `from ${called(student)}` }) }))))));
}

/**
 * The teachers, with the host's buttons to add and remove them.
 * @param {Task} found
 * @param {boolean} isHost
 * @param {() => Promise<void>} load reads the task anew
 */
export function teachersOf({ id: taskID, teachers }, isHost, load) {
    const me = replica.me()?.id;
    const username = field("Username",
        { name: "username", required: true, autocomplete: "off", autocapitalize: "none", spellcheck: false });
    const removal = (/** @type {User} */ user) => actionButton(user.id === me ? "Leave" : "Remove", async (button) => {
        if (!await ask({ title: user.id === me ? "Leave this task?" : `Remove ${called(user)}?`,
            text: "Everything that was written stays.", action: user.id === me ? "Leave" : "Remove", opener: button })) return;
        if (user.id === me) go("/class", { replace: true });
        undoable({ said: user.id === me ? "Leaving the task …" : `Removing ${called(user)} …`, run: async () => {
            await replica.change("removeTeacher", { path: { taskID, userID: user.id } });
            if (user.id !== me) await load();
            return user.id === me ? "You have left the task." : "Removed.";
        } });
    }, { about: called(user) });
    return el("section", { class: "block", "aria-labelledby": "task-teachers" }, el("h2", { id: "task-teachers" }, "Teachers"),
        el("ul", { class: "card list" },
            ...teachers.map(({ user, isHost: hosts }) => el("li", {},
                personLine(user, { about: hosts ? "host" : "",
                    actions: (isHost || user.id === me) && teachers.length > 1 && removal(user) })))),
        isHost && el("details", { class: "fold" }, el("summary", { class: "small" }, "Add another teacher"),
            form({ draft: `teacher:${taskID}`, fields: [username], action: "Add teacher", weight: "minor",
                send: async (arrived) => {
                    const { items: [user] } = await call("findUsers", { query: { username: username.input.value.trim() } });
                    if (!user) return username.fault("There is nobody of this username."), false;
                    await replica.change("addTeacher", { path: { taskID, userID: user.id } });
                    await arrived();
                    await load();
                } })));
}

/** Whether a student has worked on a task, so that it can't be deleted. */
export const isBegun = (/** @type {readonly Assignment[]} */ list) => list.some(({ attempt, evaluation, state }) => attempt > 0
    || evaluation !== undefined || !["todo", "excused"].includes(state));

/**
 * The menu that closes the task, or deletes it while no student has begun.
 * @param {Task} found
 * @param {readonly Assignment[]} list
 * @param {() => Promise<void>} load reads the task anew
 */
export function endOf({ closed, id: taskID, title: name }, list, load) {
    const button = el("button", { class: "button", "aria-haspopup": "true", "aria-expanded": "false" }, "More", sign("more"));
    /** @param {() => Promise<void>} run */
    const shown = (run) => () => run().catch((problem) => showFailure(`That didn’t work: ${sentence(problem)}`));
    const close = shown(async () => {
        if (!closed && !await ask({ title: `Close “${name}”?`,
            text: "It can only be read then, by you and by its students. You can open it again.", action: "Close",
                opener: button })) return;
        await replica.change("changeTask", { path: { taskID }, body: { closed: !closed } });
        await load();
        say(closed ? "It is open again." : "It is closed.");
    });
    const remove = shown(async () => {
        if (!await ask({ title: `Delete “${name}”?`,
            text: "It is gone at once, for its students too. This can’t be taken back.",
            action: "Delete", opener: button })) return;
        await call("deleteTask", { path: { taskID } });
        go("/class", { replace: true });
        await replica.refresh();
    });
    button.addEventListener("click", () => openMenu(button, [
        { label: closed ? "Open again" : "Close task", run: close,
            hint: closed ? "Work can be handed in again." : "It can only be read then." },
        { label: "Delete task", run: remove, isBad: true,
            why: isBegun(list) ? "Students have begun, so it can’t be deleted." : undefined },
    ], { title: name }));
    return button;
}

/**
 * The form with the task's fields. What can't change any more is disabled, with its reason.
 * @param {Task} found
 * @param {readonly Assignment[]} list
 * @param {{signal: AbortSignal, onTyped: () => void, onSaved: () => Promise<void>, onCancel: () => void}} typing
 */
export function fieldsOf(found, list, { signal, onTyped, onSaved, onCancel }) {
    const isOpen = list.length > 0 && (!found.opensAt || Date.parse(found.opensAt) <= replica.now());
    const fixed = {
        ...(isOpen && { opensAt: "It is open already." }),
        ...(list.some((one) => one.evaluation) && { maxPoints: "Work is marked already, so this can’t change." }),
    };
    const fields = taskForm(found, {
        action: "Save", signal, fixed, cancel: onCancel, send: async ({ id: _, ...body }, arrived) => {
            await replica.change("changeTask", { path: { taskID: found.id }, body });
            await arrived();
            await onSaved();
            say("Saved.");
        },
    });
    return el("section", { class: "card stack", "aria-label": "The task", oninput: onTyped }, el("h2", {}, "Edit"), fields);
}
