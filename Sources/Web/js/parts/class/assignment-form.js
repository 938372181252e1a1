// What one can do with an assignment: a text, files, and the buttons that its state allows. A teacher's text and points are the
// draft.
import { call, drafts, live, replica } from "../../client.js";
import { actions, sideOf } from "../../client/class.js";
import { el, fill, icon, mark } from "../../dom.js";
import { ask } from "../controls/dialog.js";
import { askExtension, extensionPlace } from "./extension.js";
import { carrying, doneWords, evaluating, handInWords, inMenu, labels, said } from "./entry-words.js";
import { filePicker } from "./files.js";
import { field, sendOnClick } from "../controls/form.js";
import { growWithText } from "../controls/growing-textarea.js";
import { evaluationDraft } from "./evaluation-draft.js";
import { openMenu } from "../controls/menu.js";
import { asProblem, say } from "../controls/states.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {import("../../client/class.js").Action} Action */
/**
 * What is kept until it has arrived: what is typed, and the id under which it was sent, so that another try after a reload sends
 * nothing twice.
 * @typedef {{text: string, mark?: string, files: import("./files.js").KeptFile[], base?: import("./evaluation-draft.js").Base,
 *     attempt?: Attempt}} Draft
 */
/** @typedef {{action: Action, id: string}} Attempt */

/**
 * @param {Assignment} first
 * @param {{signal: AbortSignal, again: () => Promise<void>}} page `again` reads the assignment anew
 */
export function assignmentForm(first, page) {
    const form = new AssignmentForm(first, page);
    form.begin();
    return { node: form.node, update: form.update.bind(form) };
}

class AssignmentForm {
    shown = "";
    isLoaded = false;
    /** @type {readonly import("../../types/wire.js").Entry[]} */
    entries = [];
    /** @type {Attempt | undefined} */
    attempt = undefined;
    /** @type {import("./evaluation-draft.js").Base | undefined} */
    kept = undefined;

    /**
     * @param {Assignment} first
     * @param {{signal: AbortSignal, again: () => Promise<void>}} page
     */
    constructor(first, { signal, again }) {
        this.assignment = first;
        this.again = again;
        this.place = `assignment:${first.id}`;
        const side = this.side = /** @type {"student" | "teacher"} */ (sideOf(first));
        const most = this.maxPoints = first.task.maxPoints;
        this.text = field("Message", { name: "text", input: el("textarea", { rows: 2, dir: "auto" }) });
        this.points = most === undefined ? field("Word", { name: "word", autocomplete: "off", maxLength: 40 })
            : field("Points", { name: "points", autocomplete: "off", inputmode: "decimal", hint: `0 to ${most}` });
        this.files = filePicker({ onChange: () => this.keep(), signal });
        this.buttons = el("div", { class: "form-actions" });
        this.fault = el("p", { class: "small bad", role: "alert" });
        this.offline = el("p", { class: "small warn", hidden: true }, side === "student"
            ? "Handing in counts when it arrives. You are offline." : "You are offline. What you write is kept here.");
        const label = side === "student" ? "Your work" : "Evaluation";
        this.node = el("form", { class: "card form marking", "aria-label": label, noValidate: true },
            side === "teacher" && this.points.node, this.text.node, this.files.node);
        this.fit = growWithText(/** @type {HTMLTextAreaElement} */ (this.text.input));
        this.files.takeFrom(this.node);
        this.evaluation = side === "teacher" ? evaluationDraft(first.id, {
            get: () => ({ mark: this.points.input.value, text: this.text.input.value }), put: (values) => this.put(values),
                maxPoints: () => most,
            fault: this.points.fault, onChange: () => this.keep(), signal,
        }) : undefined;
        this.node.append(...this.evaluation ? [this.evaluation.node] : [], this.fault, this.offline, this.buttons);
    }

    begin() {
        const { evaluation, node, points, text } = this;
        node.addEventListener("submit", (event) => event.preventDefault());
        for (const { input } of [points, text]) {
            input.addEventListener("input", () => {
                evaluation?.typed();
                this.keep();
            });
        }
        drafts.load(this.place).then((found) => this.restore(/** @type {Draft | undefined} */ (found)));
        this.update(this.assignment, false);
        mark(node, "data-side", this.side);
    }

    /** @param {Draft | undefined} draft */
    restore(draft) {
        this.files.put(draft?.files ?? []);
        if (draft && (draft.base || !this.evaluation) && this.text.input.value === "") this.put(draft);
        this.kept = draft?.base;
        this.attempt = draft?.attempt;
        this.isLoaded = true;
        this.again();
    }

    /** @param {{mark?: string, text: string}} values */
    put(values) {
        this.points.input.value = values.mark ?? "";
        this.text.input.value = values.text;
        this.fit();
    }

    keep() {
        if (!this.isLoaded) return;
        const { attempt, evaluation, files, points, text } = this;
        const isNeeded = evaluation ? evaluation.isDirty() : text.input.value !== "";
        const found = files.kept();
        const typed = isNeeded && evaluation && { mark: points.input.value, base: evaluation.base() };
        drafts.save(this.place, isNeeded || found.length > 0 ? { text: text.input.value, files: found, attempt, ...typed }
            : undefined);
    }

    /**
     * @param {Assignment} next
     * @param {boolean} isWhole
     * @param {readonly import("../../types/wire.js").Entry[]} [present]
     */
    update(next, isWhole, present = []) {
        const { evaluation } = this;
        this.assignment = next;
        this.entries = present;
        this.node.hidden = next.closed;
        this.offline.hidden = !live.isOffline();
        if (this.isLoaded && isWhole) {
            evaluation?.update(next, this.kept);
            this.kept = undefined;
        }
        const possible = actions(next, this.side, replica.now());
        if (possible.join() === this.shown) return;
        this.shown = possible.join();
        this.showButtons(possible);
    }

    /** @param {Action[]} possible */
    showButtons(possible) {
        const { assignment, buttons, side } = this;
        const focused = document.activeElement instanceof HTMLElement && buttons.contains(document.activeElement);
        // Where nothing waits for an evaluation, the message stands in the place of "Return", and the others keep theirs.
        const isFirst = (/** @type {Action} */ action) => Number(action === "message" && side === "teacher"
            && assignment.state !== "submitted");
        const direct = possible.filter((action) => !inMenu.includes(action)).sort((one, other) => isFirst(other) - isFirst(one));
        const more = possible.filter((action) => inMenu.includes(action));
        fill(buttons, ...direct.map((action, place) => {
            const button = el("button", { class: place === 0 ? "button button-main" : "button", data: { action } },
                labels[action]);
            sendOnClick(button, this.fault, () => this.run(action, button));
            return button;
        }), more.length > 0 && this.menu(more));
        if (focused) buttons.querySelector("button")?.focus();
    }

    /** @param {Action[]} more */
    menu(more) {
        const button = el("button", {
            class: "icon-button", "aria-label": "More", "aria-haspopup": "true", "aria-expanded": "false",
                data: { more: more.join(" ") },
        }, icon("more"));
        const run = async (/** @type {Action} */ action) => {
            fill(this.fault);
            try {
                const done = await this.run(action, button);
                if (done) say(done);
            } catch (problem) {
                fill(this.fault, asProblem(problem).message);
            }
        };
        button.addEventListener("click",
            () => openMenu(button, more.map((action) => ({ label: labels[action], run: () => run(action) }))));
        return button;
    }

    /**
     * Whether an action can't be sent as it is. Then the page says why.
     * @param {Action} action
     */
    async isHeld(action) {
        const { evaluation, fault, files, maxPoints, points, text } = this;
        const carries = carrying.includes(action);
        const obstacle = carries ? files.fault() : "";
        if (obstacle) return fill(fault, obstacle), true;
        if (action === "message" && text.input.value.trim() === "" && files.ids().length === 0) {
            text.fault("Write something, or add a file.");
            return text.input.focus(), true;
        }
        if (this.isWithoutPoints(action)) {
            points.fault(`Give points from 0 to ${maxPoints}.`);
            return points.input.focus(), true;
        }
        if (!evaluation || !evaluating.includes(action) || await evaluation.save()) return false;
        fill(fault, evaluation.hasConflict() ? "There are two versions. Choose one first." : "The draft can't be saved yet.");
        return true;
    }

    /**
     * @param {Action} action
     * @param {HTMLElement} opener
     */
    async run(action, opener) {
        const { assignment } = this;
        if (await this.isHeld(action)) return;
        const extendedTo = action === "extend" ? await askExtension(assignment, opener) : undefined;
        if (action === "extend" && extendedTo === undefined || !await this.confirmed(action, opener)) return;
        // The same request may be sent again, if no answer came.
        const attempt = this.attempt = this.attempt?.action === action ? this.attempt : { action, id: crypto.randomUUID() };
        this.keep();
        const handedIn = this.entries.findLast((entry) => entry.action === "submit");
        try {
            await call("createEntry", { path: { assignmentID: assignment.id }, body: this.entry(attempt, extendedTo) });
        } catch (problem) {
            return await this.refused(asProblem(problem));
        }
        this.arrived(action);
        if (action === "takeBack" && handedIn) this.putBack(handedIn);
        await Promise.all([replica.refresh(), this.again()]);
        return said[action];
    }

    /**
     * @param {Attempt} attempt
     * @param {string | null | undefined} extendedTo
     */
    entry({ action, id }, extendedTo) {
        const { evaluation, files, text } = this;
        const isEvaluation = evaluating.includes(action);
        const fileIDs = files.ids().length > 0 ? files.ids() : undefined;
        return {
            id, action, ...(isEvaluation && { version: evaluation?.version() }), ...(extendedTo !== undefined && { extendedTo }),
            ...(carrying.includes(action) && { text: isEvaluation ? undefined : text.input.value.trim() || undefined, fileIDs }),
        };
    }

    /**
     * The server has what was typed.
     * @param {Action} action
     */
    arrived(action) {
        const { evaluation, files, points } = this;
        this.attempt = undefined;
        if (action === "extend") drafts.save(extensionPlace(this.assignment.id), undefined);
        if (!carrying.includes(action)) return this.keep();
        files.put([]);
        this.put({ mark: points.input.value, text: "" });
        if (evaluating.includes(action)) evaluation?.published();
        else evaluation?.typed();
        this.keep();
    }

    /**
     * Puts what was taken back into the form again: the words, and copies of the files.
     * @param {import("../../types/wire.js").Entry} entry
     */
    putBack(entry) {
        this.put({ text: [entry.text, this.text.input.value].filter(Boolean).join("\n\n") });
        this.files.copy(entry.files);
        this.keep();
    }

    /**
     * Whether an action lacks the points that it needs (rule 11.29).
     * @param {Action} action
     */
    isWithoutPoints(action) {
        const isNeeded = action === "complete" || (action === "evaluate" && this.assignment.state === "done");
        return this.maxPoints !== undefined && this.points.input.value.trim() === "" && isNeeded;
    }

    /** @param {import("../../types/app.js").Problem} problem */
    async refused(problem) {
        if (!problem.isTransient) {
            this.attempt = undefined;
            this.shown = "";
            this.keep();
            await this.again();
        }
        const at = [this.points, this.text].find((one) => problem.faults[one.name]);
        if (at) {
            at.fault(problem.faults[at.name]);
            return at.input.focus();
        }
        const others = Object.entries(problem.faults).map(([name, message]) => `${name} ${message}.`).join(" ");
        throw others ? Object.assign(new Error(others), { faults: {}, detail: others }) : problem;
    }

    /**
     * Says what goes out before an attempt or an evaluation does.
     * @param {Action} action
     * @param {HTMLElement} opener
     */
    async confirmed(action, opener) {
        if (action !== "submit" && action !== "complete") return true;
        const { assignment, files, points, text } = this;
        const contents = { hasWords: text.input.value.trim() !== "", files: files.ids().length, mark: points.input.value.trim() };
        const words = action === "submit" ? handInWords(assignment, contents) : doneWords(assignment, contents);
        return await ask({ title: `${labels[action]}?`, text: words, action: labels[action], weight: "main", opener });
    }
}
