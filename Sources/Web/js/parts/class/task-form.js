// The fields of a task, for a new one and for one that its host changes.
import { el, mark } from "../../dom.js";
import { lastTime, localTime, withOffset, timeZone } from "./extension.js";
import { attachments } from "./attachments.js";
import { pointsIn } from "../../client/class.js";
import { capitalized } from "./class-words.js";
import { filePicker } from "./files.js";
import { choice, field, form } from "../controls/form.js";

/** @typedef {import("../../types/wire.js").ClassTask} Task */
/** @typedef {import("../../types/wire.js").TaskChange} TaskChange */

/**
 * @param {Task | undefined} task undefined for a new one
 * @param {{action: string, signal: AbortSignal, fixed?: Record<string, string>, extra?: import("../../dom.js").Parts,
 *     send: (fields: TaskChange & {id: string}, arrived: () => Promise<void>) => Promise<unknown>}} options
 *     `fixed` has the reason why a field can't change any more; `send` gets the fields that have changed.
 */
export function taskForm(task, { action, signal, fixed = {}, extra, send }) {
    const area = el("textarea", { rows: 4, dir: "auto", class: "tall" });
    const local = (/** @type {string} */ label, /** @type {"opensAt" | "dueAt" | "locksAt"} */ name, /** @type {string} */
        hint) => ({
        ...field(label, { name, type: "datetime-local", max: lastTime, value: localTime(task?.[name]),
            hint: fixed[name] ?? hint }), read: withOffset,
    });
    const whole = (/** @type {string} */ text) => text.trim() || null;
    const fields = [
        { ...field("Title", { name: "title", required: true, maxLength: 200, dir: "auto", value: task?.title ?? "" }),
            read: whole },
        { ...field("Description", { name: "description", input: area, value: task?.description ?? "" }), read: whole },
        { ...field("Priority", { name: "priority",
            input: el("select", {}, ...["none", "low", "medium", "high"].map((one) => el("option",
                { value: one, selected: one === task?.priority }, capitalized(one)))) }),
                    read: (/** @type {string} */ one) => one },
        { ...field("Tags", { name: "tags", autocomplete: "off", hint: "With commas between them, 10 at most.",
            value: task?.tags.join(", ") ?? "" }),
                read: (/** @type {string} */ text) => text.split(",").map((one) => one.trim()).filter(Boolean) },
        { ...field("Maximum points",
            { name: "maxPoints", autocomplete: "off", inputmode: "decimal",
                hint: fixed.maxPoints ?? "Without them you evaluate with a word.", value: task?.maxPoints ?? "" }),
                    read: (/** @type {string} */ text) => pointsIn(text, 10_000).points ?? null },
        local("Opens", "opensAt", `Students see it from then on. All times are in ${timeZone()}.`),
        local("Due", "dueAt", "The whole minute still counts."),
        local("Locks", "locksAt", "After this minute no first attempt can be handed in."),
    ];
    const before = fields.map(({ input }) => input.value);
    for (const { input, name } of fields) {
        const isFixed = fixed[name] !== undefined || fixed[""] !== undefined;
        if (isFixed) input.disabled = true;
        if (isFixed) mark(input, "title", fixed[name] ?? fixed[""]);
    }
    const picker = filePicker({ onChange: () => node.dispatchEvent(new Event("change")), signal });
    const kept = (task?.files ?? []).map((file) => ({ file,
        box: choice("checkbox", attachments([file]),
            { checked: true, value: file.id, "aria-label": `Keep ${file.name}`, disabled: fixed[""] !== undefined }) }));
    let id = crypto.randomUUID();
    const [maxPoints] = fields.filter(({ name }) => name === "maxPoints");

    /** @type {HTMLFormElement} */
    const node = form({
        draft: `task:${task?.id ?? "new"}`,
        more: {
            get: () => ({ files: picker.kept(), id }), counts: () => picker.kept().length > 0,
            /** @param {{files: import("./files.js").KeptFile[], id: typeof id}} kept */
            put(kept) {
                picker.put(kept.files);
                id = kept.id;
            },
        },
        fields, action,
        extra: [el("div", { class: "stack-tight" }, el("h2", {}, "Files"), ...kept.map(({ box }) => box.node),
            fixed[""] === undefined && picker.node), ...[extra].flat()],
        send: async (arrived) => {
            const { fault } = pointsIn(maxPoints?.input.value ?? "", 10_000);
            const obstacle = picker.fault();
            if (fault) return maxPoints?.fault(fault), false;
            if (obstacle) throw Object.assign(new Error(obstacle), { faults: {}, detail: obstacle });
            const changed = fields.filter(({ input }, place) => input.value !== before[place])
                .map(({ input, name, read }) => [name, read(input.value)]);
            const fileIDs = [...kept.filter(({ box }) => box.input.checked).map(({ file }) => file.id), ...picker.ids()];
            const isChanged = picker.ids().length > 0 || kept.some(({ box }) => !box.input.checked);
            await send({ id, ...Object.fromEntries(changed), ...(isChanged && { fileIDs }) }, arrived);
        },
    });
    picker.takeFrom(node);
    if (fixed[""] !== undefined) node.querySelector(".form-actions")?.remove();
    return node;
}
