// The form of a task that somebody makes for themselves alone: a new one, or one that is changed.
import { replica } from "../../client.js";
import { el } from "../../dom.js";
import { form } from "../controls/form.js";
import { KeptID } from "../controls/kept-id.js";
import { moreFields, taskFields } from "./task-form.js";
import { phrase } from "../../phrases.js";

const [main, rare] = [["title", "description", "dueAt"], ["priority", "tags"]];

/**
 * @param {Pick<Wire.Assignment, "id" | "task"> | undefined} present undefined for a new one
 * @param {{cancel: () => void, onSaved: (id: string) => unknown}} page
 */
export function ownTaskForm(present, { cancel, onSaved }) {
    const all = taskFields(present?.task, {}, phrase("class.ownTask.reminded"));
    const fields = all.filter(({ name }) => main.includes(name) || rare.includes(name));
    const before = fields.map(({ input }) => input.value);
    const id = new KeptID();
    const node = form({
        draft: `own:${present?.id ?? "new"}`, fields, cancel, id,
        action: phrase(present ? "class.save" : "class.ownTask.create"),
        extra: !present && el("p", { class: "small soft" }, phrase("class.ownTask.private")),
        send: async (arrived) => {
            const changed = Object.fromEntries(fields.filter(({ input }, place) => input.value !== before[place])
                .map(({ input, name, read }) => [name, read(input.value)]));
            const saved = present ? await replica.change("changeOwnTask", { path: { ownTaskID: present.id }, body: changed })
                : await replica.change("createOwnTask", { body: { title: "", ...changed, id: id.value } });
            await arrived();
            await onSaved(saved.id);
        },
    });
    node.querySelector(".form-fault")?.before(moreFields(fields.filter(({ name }) => rare.includes(name)),
        phrase("class.ownTask.moreFields")));
    return node;
}
