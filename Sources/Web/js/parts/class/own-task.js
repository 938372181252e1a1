// A task that I have made for myself alone: its state, which I set, and its end. Nobody else sees it, so nothing is handed in or
// sent.
import { call, replica } from "../../client.js";
import { el, fill } from "../../dom.js";
import { go } from "../../routes.js";
import { ask } from "../controls/dialog.js";
import { actionButton } from "../controls/form.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */

/** What can be done, by the state that it leads to. */
const moves = /** @type {const} */ ({ done: ["Mark as done", "Done."], inProgress: ["Begin", "Begun."],
    todo: ["Back to “To do”", "Not begun."] });

/**
 * The page of a task that the person has made for themselves alone.
 * @param {Assignment} first
 * @param {() => Promise<void>} again reads it anew
 */
export function ownTask(first, again) {
    const buttons = el("div", { class: "form-actions" });
    const node = el("form", { class: "card form", "aria-label": "Your own task" },
        el("p", { class: "small soft" }, "You made this for yourself. Nobody else sees it."), buttons);
    let shown = "";

    /** @param {keyof typeof moves} state */
    const move = (state) => actionButton(moves[state][0], async () => {
        await call("changeOwnTask", { path: { ownTaskID: first.id }, body: { state } });
        await Promise.all([replica.refresh(), again()]);
        return moves[state][1];
    }, { class: state === "done" ? "button button-main" : "button" });
    const remove = () => actionButton("Delete task", async (button) => {
        if (!await ask({ title: "Delete this task?", text: "It is gone at once.", action: "Delete", opener: button })) return;
        await call("deleteOwnTask", { path: { ownTaskID: first.id } });
        go("/class", { replace: true });
        await replica.refresh();
    }, { class: "button button-bad" });

    return {
        node,
        /** @param {Assignment} task */
        update({ state }) {
            if (state === shown) return;
            shown = state;
            const others = /** @type {(keyof typeof moves)[]} */ (Object.keys(moves)).filter((one) => one !== state);
            fill(buttons, ...others.map(move), remove());
        },
    };
}
