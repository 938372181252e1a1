// The parts of a task's page, for its teachers: what it says, what waits, students, teachers, and its end.
import { all, call, replica } from "../../client.js";
import { el, fill } from "../../dom.js";
import { listed, locale, phrase, phraseAround } from "../../phrases.js";
import { go } from "../../routes.js";
import { attachments } from "./attachments.js";
import { phrases, timeAndLeft } from "./class-words.js";
import { renamed } from "./action-buttons.js";
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
 * What a task says: its words and files, and each fact once.
 * @param {Task} found
 * @param {boolean} isHost
 */
export function textOf(found, isHost) {
    const { closed, description, dueAt, files = [], locksAt, maxPoints, opensAt, priority, tags, teachers } = found;
    const isAhead = opensAt !== undefined && Date.parse(opensAt) > replica.now();
    const due = dueAt ? timeAndLeft(dueAt) : phrase("class.due.none");
    /** @type {[string, string | false | undefined][]} */
    const facts = [[phrase("class.task.due"), due], [phrase("class.task.opens"), isAhead && dateText(opensAt)],
        [phrase("class.task.locks"), locksAt && dateText(locksAt)],
        [phrase("class.task.points"), maxPoints !== undefined && phrase("class.task.pointsTo", { points: maxPoints })],
        [phrase("class.task.priority"), priority !== "none" && phrase("class.task.priorityIs", { priority })],
        [phrase("class.task.tags"), listed(tags, "unit")],
        [phrase("class.task.teacher"), teachers.length === 1 && called(teachers[0]?.user)]];
    const host = teachers.find((one) => one.isHost)?.user;
    return el("section", { class: "card stack", "aria-label": phrase("class.task.text") },
        el("div", { class: "stack" }, closed && el("p", { class: "warn" }, phrase("class.task.closedMeans")),
            description && el("p", { class: "comment-text task-words", dir: "auto" }, ...textParts(description)),
            attachments(files),
            !isHost && el("p", { class: "small soft" }, phrase("class.task.host", { name: called(host) }))),
        el("dl", { class: "task-facts" }, ...facts.flatMap(([name, value]) => value
            ? el("div", {}, el("dt", {}, name), el("dd", {}, ...phrases(value))) : [])));
}

/**
 * The main action: to the work that was handed in first, of what waits for a review; undefined if nothing does.
 * @param {Task} found
 * @param {readonly Assignment[]} list
 */
export function reviewOf({ closed }, list) {
    const waiting = closed ? [] : list.filter(({ state }) => state === "submitted")
        .sort((one, other) => (one.submittedAt ?? "") < (other.submittedAt ?? "") ? -1 : 1);
    const [first] = waiting;
    return first && el("a", { class: "button button-main", href: `/assignments/${first.id}` },
        el("span", {}, ...phraseAround("class.task.review", { student: el("bdi", {}, called(first.student)) })),
        waiting.length > 1 && el("span", { class: "more-wait" }, phrase("class.task.reviewOf", { count: waiting.length })));
}

/**
 * The heading above the students' work. It says what no column does.
 * @param {Task} found
 * @param {readonly Assignment[]} list
 */
export function headOf({ closed, counts }, list) {
    const late = counts.late + counts.missing;
    const words = [closed && phrase("class.task.closed"), late > 0 && phrase("class.task.countsLate", { late }),
        list.length === 0 && phrase("class.task.isDraft")].filter(Boolean).join(" · ");
    return [el("h2", {}, phrase("class.task.students"), " ", list.length > 0
        && el("span", { class: "small soft figures" }, list.length.toLocaleString(locale))),
    el("span", { class: late > 0 ? "small bad" : "small soft", data: { counts: "" } }, words)];
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
 * The button that gives the task to more students, and the place where these are chosen.
 * @param {Task} found
 * @param {readonly Assignment[]} list
 * @param {() => Promise<void>} load reads the task anew
 */
export function studentsOf({ id: taskID }, list, load) {
    const place = el("div", { class: "stack-tight" });
    const isDraft = list.length === 0;
    /** My students who don't have the task. */
    const others = async () => {
        const mine = await all("listStudents", { query: { limit: 100 } });
        return mine.map(({ user }) => user).filter((user) => !list.some(({ student }) => student.id === user.id));
    };
    const open = actionButton(phrase(isDraft ? "class.task.giveFirst" : "class.task.giveMore"), async () => {
        const found = await others();
        const choices = studentChoices(found, new Set(isDraft ? found.map(({ id }) => id) : []));
        const give = actionButton("", async () => {
            await replica.change("assignTask", { path: { taskID }, body: { studentIDs: choices.ids() } });
            await load();
            return phrase("class.task.given");
        }, { class: "button button-main" });
        const button = /** @type {HTMLElement} */ (give.querySelector("button"));
        fill(place, choices.node, el("div", { class: "give" }, give));
        followChoices(choices, (count) => {
            fill(button, phrase("class.task.give", { count }));
            give.hidden = count === 0;
        });
        open.hidden = true;
        place.querySelector("input")?.focus();
    }, { class: isDraft ? "button button-main" : "button button-small" });
    // There may be nobody without it.
    open.hidden = !isDraft;
    if (!isDraft) others().then((found) => { open.hidden = found.length === 0; }, () => { open.hidden = false; });
    return [open, place];
}

/**
 * The item of a student's menu that takes the task away, while they haven't begun.
 * @param {Assignment} assignment
 * @param {() => Promise<void>} load reads the task anew
 */
export function removalOf({ attempt, evaluation, state, student, task: { id: taskID } }, load) {
    if (attempt > 0 || evaluation || state !== "todo") return [];
    const name = called(student);
    return [{ label: phrase("class.task.takeFrom", { student: name }), isBad: true, run: () => undoable({
        said: phrase("class.task.takingFrom", { student: name }), run: async () => {
            await replica.change("withdrawAssignment", { path: { taskID, userID: student.id } });
            await load();
            return phrase("class.task.takenFrom", { student: name });
        },
    }) }];
}

/**
 * The teachers, with the host's buttons to remove them. One alone stands among the task's facts, until another is added.
 * @param {Task} found
 * @param {boolean} isHost
 * @param {() => Promise<void>} load reads the task anew
 */
export function teachersOf({ id: taskID, teachers }, isHost, load) {
    const me = replica.me()?.id;
    const username = field(phrase("class.task.username"),
        { name: "username", required: true, autocomplete: "off", autocapitalize: "none", spellcheck: false });
    const adding = form({
        draft: `teacher:${taskID}`, fields: [username], action: phrase("class.task.addTeacher"), weight: "minor",
        send: async (arrived) => {
            const { items: [user] } = await call("findUsers", { query: { username: username.input.value.trim() } });
            if (!user) return username.fault(phrase("class.task.nobody")), false;
            await replica.change("addTeacher", { path: { taskID, userID: user.id } });
            await arrived();
            await load();
        },
    });
    adding.hidden = true;
    const show = () => { node.hidden = adding.hidden = false; };
    // A draft that was kept.
    username.input.addEventListener("input", show);
    const node = el("section", { class: "block", "aria-labelledby": "task-teachers", hidden: teachers.length === 1 },
        el("h2", { id: "task-teachers" }, phrase("class.task.teachers")), isHost && adding,
        el("ul", { class: "card list" },
            ...teachers.map(({ user, isHost: hosts }) => el("li", {},
                personLine(user, { about: hosts ? phrase("class.task.isHost") : "",
                    actions: (isHost || user.id === me) && teachers.length > 1 && teacherRemoval(taskID, user, load) })))));
    return { node, add() {
        show();
        username.input.focus();
    } };
}

/**
 * The button that removes a teacher, or lets the reader leave.
 * @param {string} taskID
 * @param {User} user
 * @param {() => Promise<void>} load reads the task anew
 */
function teacherRemoval(taskID, user, load) {
    const name = called(user);
    const isMe = user.id === replica.me()?.id;
    const label = phrase(isMe ? "class.task.leave" : "class.task.remove");
    const fullName = phrase(isMe ? "class.task.leaveAs" : "class.task.removeTeacher", { name });
    return renamed(fullName, actionButton(label, async (opener) => {
        const title = isMe ? phrase("class.task.leaveSure") : phrase("class.task.removeSure", { name });
        if (!await ask({ title, text: phrase("class.task.wordsStay"), action: label, opener })) return;
        if (isMe) go("/class", { replace: true });
        undoable({ said: isMe ? phrase("class.task.leaving") : phrase("class.task.removing", { name }), run: async () => {
            await replica.change("removeTeacher", { path: { taskID, userID: user.id } });
            if (!isMe) await load();
            return phrase(isMe ? "class.task.left" : "class.task.removed");
        } });
    }));
}

/** Whether a student has worked on a task, so that it can't be deleted. */
export const isBegun = (/** @type {readonly Assignment[]} */ list) => list.some(({ attempt, evaluation, state }) => attempt > 0
    || evaluation !== undefined || !["todo", "excused"].includes(state));

/**
 * The menu that adds a teacher, closes the task, or deletes it while no student has begun.
 * @param {Task} found
 * @param {readonly Assignment[]} list
 * @param {() => Promise<void>} load reads the task anew
 * @param {() => void} addTeacher shows the form for another teacher
 */
export function endOf({ closed, id: taskID, title: name }, list, load, addTeacher) {
    const button = el("button", { class: "button", "aria-haspopup": "true", "aria-expanded": "false" },
        el("span", { class: "unseen" }, phrase("class.more")), sign("more"));
    /** @param {() => Promise<void>} run */
    const shown = (run) => () => run().catch((problem) => showFailure(phrase("class.failed", { reason: sentence(problem) })));
    const close = shown(async () => {
        if (!closed && !await ask({ title: phrase("class.task.closeSure", { title: name }),
            text: phrase("class.task.closingMeans"), action: phrase("class.task.closeIt"), opener: button })) return;
        await replica.change("changeTask", { path: { taskID }, body: { closed: !closed } });
        await load();
        say(phrase(closed ? "class.task.isOpen" : "class.task.isClosed"));
    });
    const remove = shown(async () => {
        if (!await ask({ title: phrase("class.task.deleteSure", { title: name }), action: phrase("class.delete"), opener: button,
            text: phrase(list.length > 0 ? "class.task.deleteMeans" : "class.task.deleteDraftMeans") })) return;
        await call("deleteTask", { path: { taskID } });
        go("/class", { replace: true });
        await replica.refresh();
    });
    button.addEventListener("click", () => openMenu(button, [
        { label: phrase("class.task.addAnother"), run: addTeacher },
        { label: phrase(closed ? "class.task.open" : "class.task.close"), run: close,
            hint: phrase(closed ? "class.task.openHint" : "class.task.closeHint") },
        { label: phrase("class.task.delete"), run: remove, isBad: true,
            why: isBegun(list) ? phrase("class.task.isBegun") : undefined },
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
        ...(isOpen && { opensAt: phrase("class.task.opensFixed") }),
        ...(list.some((one) => one.evaluation) && { maxPoints: phrase("class.task.pointsFixed") }),
    };
    const fields = taskForm(found, {
        action: phrase("class.save"), signal, fixed, cancel: onCancel, send: async ({ id: _, ...body }, arrived) => {
            await replica.change("changeTask", { path: { taskID: found.id }, body });
            await arrived();
            await onSaved();
            say(phrase("class.saved"));
        },
    });
    return el("section", { class: "card stack", "aria-label": phrase("class.task.text"), oninput: onTyped },
        fields);
}
