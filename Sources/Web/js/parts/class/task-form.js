// The fields of a task, for a new one and for one that its host changes.
import { call, session } from "../../client.js";
import { el, fill, mark } from "../../dom.js";
import { localTime, timeField, timeZone, withOffset } from "./extension.js";
import { attachments } from "./attachments.js";
import { pointsIn } from "../../client/class.js";
import { deadlineText } from "./class-words.js";
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
    /** @type {HTMLDetailsElement | undefined} */
    let more;
    const picker = new FilePicker({ onChange: () => {
        // What was dropped, or stood in a draft, is in view.
        if (more && picker.items.length > 0) more.open = true;
        node.dispatchEvent(new Event("change"));
    }, signal });
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
                if (more && picker.items.length > 0) more.open = true;
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
    const files = el("div", { class: "stack-tight" }, ...kept.map(({ box }) => box.node), picker.node);
    more = moreFields(fields.filter(({ name }) => rare.includes(name)), files, kept.length > 0);
    node.querySelector(".form-fault")?.before(more);
    return node;
}

/**
 * The rare fields and the files, folded: open as they were left, where one of them has a value, and where one is at fault.
 * @param {readonly Field[]} fields
 * @param {HTMLElement} [files]
 * @param {boolean} [hasFiles]
 */
export function moreFields(fields, files, hasFiles = false) {
    const isFilled = hasFiles || fields.some(({ input }) => input.value !== "" && input.value !== "none");
    const node = el("details", { class: "fold", open: isFilled || session.preference("taskMore") === true },
        el("summary", {}, el("span", {}, phrase("class.more")), " ", el("span", { class: "small soft" },
            phrase(files ? "class.task.moreFields" : "class.ownTask.moreFields"))),
        ...files ? [files] : [], el("div", { class: "pairs" }, ...fields.map((one) => one.node)));
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
    /** @type {(label: string, days: number) => HTMLElement} */
    const pick = (label, days) => el("button", { class: "button button-small", onclick: () => {
        const end = new Date();
        end.setDate(end.getDate() + days);
        end.setHours(23, 59);
        due.input.value = localTime(end.toISOString());
        due.input.dispatchEvent(new Event("input", { bubbles: true }));
    } }, label);
    due.node.append(el("div", { class: "line days" }, pick(phrase("class.task.tomorrow"), 1),
        pick(phrase("class.task.inWeek"), 7), pick(phrase("class.task.inTwoWeeks"), 14)));
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
        hint: fixed[name] ?? hint, said: name === "dueAt" ? (dueAt) => deadlineText({ dueAt }) : undefined }),
    read: withOffset });
    /** @type {Field[]} */
    const fields = [
        { ...field(phrase("class.task.title"), { name: "title", required: true, maxLength: 200, dir: "auto",
            value: task?.title ?? "" }), read },
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
