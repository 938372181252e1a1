// A task that I have made for myself alone: its state, which I set, what it says, and its end. Nobody else sees it, so nothing is
// handed in or sent.
import { call, drafts, replica } from "../../client.js";
import { el, fill } from "../../dom.js";
import { go } from "../../routes.js";
import { ask } from "../controls/dialog.js";
import { say } from "../controls/states.js";
import { actionButton } from "../controls/form.js";
import { ownTaskForm } from "./own-task-form.js";
import { phrase } from "../../phrases.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */

/** What can be done, by the state that it leads to. */
const moves = {
    done: { label: phrase("class.ownTask.done"), said: phrase("class.ownTask.isDone") },
    inProgress: { label: phrase("class.ownTask.begin"), said: phrase("class.ownTask.isBegun") },
    todo: { label: phrase("class.ownTask.back"), said: phrase("class.ownTask.isBack") },
};

/**
 * The page of a task that the person has made for themselves alone.
 * @param {Assignment} first
 * @param {() => Promise<void>} again reads it anew
 */
export function ownTask(first, again) {
    const buttons = el("div", { class: "form-actions" });
    const steps = el("div", { class: "stack-tight" },
        el("p", { class: "small soft" }, phrase("class.ownTask.about")), buttons);
    const node = el("div", { class: "card", role: "group", "aria-label": phrase("class.ownTask.title") }, steps);
    let shown = "";
    /** The task as it is now. */
    let present = first;
    const close = () => {
        fill(node, steps);
        edit.focus();
    };
    const edit = el("button", { class: "button", onclick: () => {
        fill(node, ownTaskForm(present, { cancel: close, onSaved: async () => {
            await again();
            close();
            say(phrase("class.saved"));
        } }));
        node.querySelector("input")?.focus();
    } }, phrase("class.edit"));

    /** @param {keyof typeof moves} state */
    const move = (state) => actionButton(moves[state].label, async () => {
        await call("changeOwnTask", { path: { ownTaskID: first.id }, body: { state } });
        await Promise.all([replica.refresh(), again()]);
        return moves[state].said;
    }, { class: state === "done" ? "button button-main" : "button" });
    const remove = () => actionButton(phrase("class.ownTask.delete"), async (button) => {
        if (!await ask({ title: phrase("class.ownTask.deleteSure"), text: phrase("class.ownTask.deleteMeans"),
            action: phrase("class.delete"), opener: button })) return;
        await call("deleteOwnTask", { path: { ownTaskID: first.id } });
        go("/class", { replace: true });
        await replica.refresh();
    }, { class: "button button-bad" });

    // What was typed on an earlier visit stands in the form.
    drafts.load(`own:${first.id}`).then((kept) => kept && edit.click(), () => {});
    return {
        node,
        /** @param {Assignment} task */
        update(task) {
            const { state } = present = task;
            if (state === shown) return;
            shown = state;
            const others = /** @type {(keyof typeof moves)[]} */ (Object.keys(moves)).filter((one) => one !== state);
            fill(buttons, ...others.map(move), edit, remove());
        },
    };
}
