// The fields of a task, for a new one and for one that its host changes.
import { call, session } from "../../client.js";
import { el, fill, mark } from "../../dom.js";
import { localTime, quickTimes, timeField, timeZone, withOffset } from "./extension.js";
import { attachments } from "./attachments.js";
import { pointsIn } from "../../client/class.js";
import { phrase, phraseAround } from "../../phrases.js";
import { FilePicker } from "./files.js";
import { choice } from "../controls/choices.js";
import { field, form } from "../controls/form.js";
import { KeptID } from "../controls/kept-id.js";

/** @typedef {import("../../types/wire.js").ClassTask} Task */
/** @typedef {import("../../types/wire.js").TaskChange} TaskChange */
/** @typedef {ReturnType<typeof field> & {read: (text: string) => unknown}} Field */

/** The highest number of points that a task can have. */
const highest = 10_000;

/** The files, with their label. */
const filesPart = (/** @type {import("../../dom.js").Part[]} */ ...parts) => el("div", { class: "stack-tight task-files" },
    el("p", { class: "small name" }, phrase("class.files.title")), ...parts);

/** The fields that most tasks don't need. */
const rare = ["maxPoints", "priority", "opensAt", "locksAt", "tags"];

/**
 * The form for a new task, or for one that its host changes. The rare fields stand behind "More", which stays as it was left.
 * @param {Task | undefined} task undefined for a new one
 * @param {{action: string, signal: AbortSignal, fixed?: Record<string, string>, extra?: import("../../dom.js").Parts,
 *     cancel?: () => void,
 *     send: (fields: TaskChange & {id: string}, arrived: () => Promise<void>) => Promise<unknown>}} options
 *     `fixed` has the reason why a field can't change any more; `send` gets the fields that have changed.
 */
export function taskForm(task, { action, signal, fixed = {}, extra, cancel, send }) {
    const fields = taskFields(task, fixed);
    const before = fields.map(({ input }) => input.value);
    const picker = new FilePicker({ onChange: () => node.dispatchEvent(new Event("change")), signal });
    const kept = (task?.files ?? []).map((file) => ({ file, box: choice("checkbox", attachments([file]),
        { checked: true, value: file.id, "aria-label": phrase("class.task.keepFile", { name: file.name }) }) }));
    const id = new KeptID();
    /** @returns {TaskChange} what differs from the task */
    const changes = () => {
        const changed = fields.filter(({ input }, place) => input.value !== before[place])
            .map(({ input, name, read }) => [name, read(input.value)]);
        const fileIDs = [...kept.filter(({ box }) => box.input.checked).map(({ file }) => file.id), ...picker.ids()];
        const isChanged = picker.ids().length > 0 || kept.some(({ box }) => !box.input.checked);
        return { ...Object.fromEntries(changed), ...(isChanged && { fileIDs }) };
    };

    /** @type {HTMLFormElement} */
    const node = form({
        draft: `task:${task?.id ?? "new"}`,
        more: {
            get: () => ({ files: picker.kept(), id: id.value }), counts: () => picker.kept().length > 0,
            renew: () => id.renew(),
            /** @param {{files: import("./files.js").KeptFile[], id: string}} kept */
            put(kept) {
                picker.put(kept.files);
                id.value = kept.id;
            },
        },
        fields, action, id, cancel,
        explain: (problem) => problem.code === "id_taken" ? sentTask(id.value) : undefined,
        extra,
        send: async (arrived) => {
            const obstacle = picker.fault();
            if (obstacle) throw Object.assign(new Error(obstacle), { faults: {}, detail: obstacle });
            await send({ id: id.value, ...changes() }, arrived);
        },
    });
    picker.takeFrom(node);
    // What there is to do, with its files, and beside it until when, for whom, and the rest.
    const [, description, due] = fields;
    description?.node.after(filesPart(...kept.map(({ box }) => box.node), picker.node),
        el("div", { class: "task-aside" }, due?.node, extra,
            moreFields(fields.filter(({ name }) => rare.includes(name)), phrase("class.task.moreFields"))));
    return node;
}

/**
 * The rare fields, folded: open as they were left, where one of them has a value, and where one is at fault.
 * @param {readonly Field[]} fields
 * @param {string} names what they are
 */
export function moreFields(fields, names) {
    const isFilled = fields.some(({ input }) => input.value !== "" && input.value !== "none");
    const node = el("details", { class: "fold", open: isFilled || session.preference("taskMore") === true },
        el("summary", {}, el("span", {}, phrase("class.more")), " ", el("span", { class: "small soft" }, names)),
        el("div", { class: "pairs" }, ...fields.map((one) => one.node)));
    const summary = /** @type {HTMLElement} */ (node.firstElementChild);
    summary.addEventListener("click", () => session.setPreference("taskMore", !node.open));
    for (const field of fields) {
        const { fault, input } = field;
        field.fault = (text) => {
            if (text) node.open = true;
            fault(text);
        };
        // A draft that was kept.
        input.addEventListener("input", () => { node.open = true; });
    }
    return node;
}

/**
 * What is said where the server has an earlier version of a new task: which one, with the way to it.
 * @param {string} taskID
 */
function sentTask(taskID) {
    const words = el("span", {}, phrase("class.task.sentBefore"));
    call("showTask", { path: { taskID } }).then(
        ({ title }) => fill(words, phraseAround("class.task.sentBeforeAs", { title: el("bdi", {}, title) })), () => {});
    return [words, " ", el("a", { href: `/tasks/${taskID}` }, phrase("class.task.openSent"))];
}

/**
 * Adds buttons to the field of the deadline that fill in the end of a day.
 * @param {Field} due
 */
function withQuickDays(due) {
    const endAfter = (/** @type {number} */ days) => {
        const end = new Date();
        end.setDate(end.getDate() + days);
        end.setHours(23, 59);
        return end;
    };
    const choices = /** @type {const} */ ([[1, phrase("class.task.tomorrow")], [7, phrase("class.task.inWeek")],
        [14, phrase("class.task.inTwoWeeks")]]);
    due.node.append(quickTimes(due.input, choices.map(([days, label]) => ({ label, at: () => endAfter(days) }))));
    return due;
}

/**
 * The fields, each with a function that reads the task's value from its text. One that can't change says why.
 * @param {Partial<Omit<Task, "teachers">> | undefined} task
 * @param {Record<string, string>} fixed
 */
export function taskFields(task, fixed, due = phrase("class.task.dueMeans")) {
    const read = (/** @type {string} */ text) => text.trim() || null;
    const priorities = ["none", "low", "medium", "high"].map((one) => el("option",
        { value: one, selected: one === task?.priority }, phrase("class.task.priorityIs", { priority: one })));
    /** @type {(label: string, name: "opensAt" | "dueAt" | "locksAt", hint: string) => Field} */
    const time = (label, name, hint) => ({ ...timeField(label, { name, value: localTime(task?.[name]),
        hint: fixed[name] ?? hint }), read: withOffset });
    /** @type {Field[]} */
    const fields = [
        { ...field(phrase("class.task.title"), { name: "title", required: true, maxLength: 200, dir: "auto",
            lack: phrase("class.task.titleLack"), value: task?.title ?? "" }), read },
        { ...field(phrase("class.task.description"), { name: "description", value: task?.description ?? "",
            input: el("textarea", { rows: 4, dir: "auto", class: "tall" }) }), read },
        withQuickDays(time(phrase("class.task.due"), "dueAt", due)),
        { ...field(phrase("class.task.priority"), { name: "priority", input: el("select", {}, ...priorities) }),
            read: (text) => text },
        { ...field(phrase("class.task.maxPoints"), { name: "maxPoints", autocomplete: "off", inputmode: "decimal",
            hint: fixed.maxPoints ?? phrase("class.task.maxPointsMeans"), value: task?.maxPoints ?? "",
            check: (text) => pointsIn(text, highest).fault }),
        read: (text) => pointsIn(text, highest).points ?? null },
        { ...field(phrase("class.task.tags"), { name: "tags", autocomplete: "off", hint: phrase("class.task.tagsMean"),
            value: task?.tags?.join(", ") ?? "" }), read: (text) => text.split(",").map((one) => one.trim()).filter(Boolean) },
        time(phrase("class.task.opens"), "opensAt", phrase("class.task.opensMeans", { zone: timeZone() })),
        time(phrase("class.task.locks"), "locksAt", phrase("class.task.locksMeans")),
    ];
    for (const { input, name } of fields) {
        const reason = fixed[name];
        if (reason === undefined) continue;
        input.disabled = true;
        mark(input, "title", reason);
    }
    return fields;
}
