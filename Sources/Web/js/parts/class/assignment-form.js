// What one can do with an assignment: a text, files and the buttons of its state. A teacher's text and points are the draft.
import { all, call, drafts, live, replica } from "../../client.js";
import { actions, sideOf } from "../../client/class.js";
import { el, fill, mark } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { ask } from "../controls/dialog.js";
import { StepButtons } from "./action-buttons.js";
import { askExtension, extensionPlace } from "./extension.js";
import { carrying, evaluating, hasAllOf, isAsked, isWithoutPoints, newEntry, nextSteps } from "./entry-rules.js";
import { fullWords, headingOf, hintOf, labelOf, labels, offlineWords, questionOf, said } from "./entry-words.js";
import { FilePicker } from "./files.js";
import { field, sentBefore } from "../controls/form.js";
import { growWithText } from "../controls/growing-textarea.js";
import { EvaluationDraft } from "./evaluation-draft.js";
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
 * The form for what the person can do with an assignment. `update` takes over a newer version of it.
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
    isSending = false;
    /** @type {import("./evaluation-draft.js").Base | undefined} */
    kept = undefined;

    /**
     * @param {Assignment} first
     * @param {{signal: AbortSignal, again: () => Promise<void>}} page
     */
    constructor(first, { signal, again }) {
        this.assignment = first;
        this.again = again;
        /** @type {App.DraftPlace} */
        this.place = `assignment:${first.id}`;
        const side = this.side = /** @type {"student" | "teacher"} */ (sideOf(first));
        const most = this.maxPoints = first.task.maxPoints;
        const isTeacher = side === "teacher";
        this.text = field(phrase(isTeacher ? "class.work.message" : "class.work.words"),
            { name: "text", input: el("textarea", { rows: isTeacher ? 3 : 5, dir: "auto", placeholder: " " }) });
        this.points = most === undefined ? field(phrase("class.work.word"), { name: "word", autocomplete: "off", maxLength: 40 })
            : field(phrase("class.work.points"), { name: "points", autocomplete: "off", inputmode: "decimal",
                hint: phrase("class.work.ofPoints", { points: most }) });
        this.files = new FilePicker({ onChange: () => this.keep(), onState: (reason) => this.steps?.hold(reason), signal,
            full: isTeacher ? undefined : fullWords(first) });
        this.steps = new StepButtons(isTeacher ? this.points.node : undefined);
        this.fault = el("p", { class: "small bad", role: "alert" });
        this.offline = el("p", { class: "small warn", hidden: true });
        const label = phrase(isTeacher ? "class.work.evaluation" : "class.work.yours");
        this.node = el("form", { class: "card form marking", "aria-label": label, noValidate: true },
            ...isTeacher ? [this.text.node, this.files.node] : [this.steps.head, this.files.node, this.text.node]);
        this.fit = growWithText(/** @type {HTMLTextAreaElement} */ (this.text.input));
        this.files.takeFrom(this.node);
        this.evaluation = isTeacher ? new EvaluationDraft(first.id, {
            get: () => ({ mark: this.points.input.value, text: this.text.input.value }), put: (values) => this.put(values),
            maxPoints: most, fault: this.points.fault, onChange: () => this.keep(), signal,
        }) : undefined;
        this.node.append(...this.evaluation ? [this.evaluation.node] : [], this.fault, this.offline, ...this.steps.nodes);
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
        const typed = isNeeded && evaluation && { mark: points.input.value, base: evaluation.state.base };
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
        fill(this.offline, offlineWords(this.side));
        this.offline.hidden = !live.isOffline();
        if (this.isLoaded && isWhole) {
            evaluation?.update(next, this.kept);
            this.kept = undefined;
        }
        const sent = this.isSending ? undefined : this.shownEntry();
        if (sent) say(this.take(sent) ?? sentBefore);
        const possible = actions(next, this.side, replica.now());
        const key = JSON.stringify([possible, possible.map((action) => hintOf(action, next, this.side)), isAsked(next, present)]);
        if (key === this.shown) return;
        this.shown = key;
        this.showButtons(possible);
    }

    /** @param {Action[]} possible */
    showButtons(possible) {
        const { assignment, entries, fault, side, steps } = this;
        steps.show(nextSteps(possible, side, assignment.state, isAsked(assignment, entries)), { fault,
            title: assignment.task.title, heading: headingOf(assignment), run: this.run.bind(this),
            label: (action) => labelOf(action, this.assignment, side), hint: (action) => hintOf(action, this.assignment, side) });
    }

    /**
     * Whether an action can't be sent as it is. Then the page says why.
     * @param {Action} action
     */
    async isHeld(action) {
        const { evaluation, fault, files, maxPoints, points, text } = this;
        const obstacle = carrying.includes(action) ? files.fault() : "";
        if (obstacle) return fill(fault, obstacle), true;
        if (action === "message" && text.input.value.trim() === "" && files.ids().length === 0) {
            text.fault(phrase("class.work.nothing"));
            return text.input.focus(), true;
        }
        if (isWithoutPoints(action, this.assignment.state, { maxPoints, typed: points.input.value })) {
            points.fault(phrase("class.work.needsPoints", { points: maxPoints ?? 0 }));
            return points.input.focus(), true;
        }
        if (!evaluation || !evaluating.includes(action) || await evaluation.save()) return false;
        fill(fault, phrase(evaluation.state.other ? "class.draft.chooseFirst" : "class.draft.notSavedYet"));
        return true;
    }

    /**
     * @param {Action} action
     * @param {HTMLElement} opener
     */
    async run(action, opener) {
        const sent = this.attempt?.action === action ? undefined : await this.sentEntry();
        const words = sent ? this.take(sent) : undefined;
        // What stands in the form has arrived as another action.
        if (sent && carrying.includes(sent.action) && carrying.includes(action)) return words;
        if (await this.isHeld(action)) return;
        const before = this.attempt;
        const extendedTo = action === "extend" ? await askExtension(this.assignment, opener) : undefined;
        if (action === "extend" && extendedTo === undefined || !await this.confirmed(action, opener)) return;
        // Meanwhile it has arrived.
        if (before !== this.attempt) return;
        // The same request may be sent again, if no answer came.
        const attempt = this.attempt = before?.action === action ? before : { action, id: crypto.randomUUID() };
        this.keep();
        this.isSending = true;
        try {
            const [fileIDs, { value: text }] = [this.files.ids(), this.text.input];
            const body = newEntry(attempt, { text, fileIDs, version: this.evaluation?.state.base?.version, extendedTo });
            await call("createEntry", { path: { assignmentID: this.assignment.id }, body });
            this.arrived(action);
        } catch (problem) {
            return await this.refused(asProblem(problem));
        } finally {
            this.isSending = false;
        }
        await Promise.all([replica.refresh(), this.again()]);
        return said[action];
    }

    /** The entry that was sent although no answer came, if the page shows it. */
    shownEntry() {
        return this.entries.find(({ id }) => id === this.attempt?.id);
    }

    /** The entry that was sent although no answer came, if the server has it. */
    async sentEntry() {
        const { assignment: { id: assignmentID }, attempt } = this;
        if (!attempt || this.shownEntry()) return this.shownEntry();
        const entries = await all("listEntries", { path: { assignmentID }, query: { limit: 500 } });
        return entries.find(({ id }) => id === attempt.id);
    }

    /**
     * Takes note that an entry has arrived of which no answer came. Words that have changed since stay in the form.
     * @param {import("../../types/wire.js").Entry} entry
     * @returns what is said, unless words stay
     */
    take(entry) {
        const { fault, files, text } = this;
        const action = /** @type {Action} */ (entry.action);
        if (hasAllOf(entry, { text: text.input.value, fileIDs: files.ids() })) {
            fill(fault);
            this.arrived(action);
            return said[action];
        }
        this.attempt = undefined;
        files.put(files.kept().filter(({ id }) => !entry.files.some((file) => file.id === id)));
        this.keep();
        if (text.input.value.trim() !== "" || files.ids().length > 0) fill(fault, sentBefore);
        return undefined;
    }

    /**
     * The server has what was typed.
     * @param {Action} action
     */
    arrived(action) {
        const { evaluation, files, points } = this;
        this.attempt = undefined;
        const handedIn = action === "takeBack" && this.entries.findLast((entry) => entry.action === "submit");
        if (handedIn) return this.putBack(handedIn);
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

    /** @param {import("../../types/app.js").Problem} problem */
    async refused(problem) {
        const sent = problem.code === "id_taken" ? await this.sentEntry() : this.shownEntry();
        if (sent) return this.take(sent);
        if (!problem.isTransient) {
            this.attempt = undefined;
            this.shown = "";
            this.keep();
            await this.again();
        }
        if (problem.code === "id_taken") return void fill(this.fault, sentBefore);
        const at = [this.points, this.text].find((one) => problem.faults[one.name]);
        if (at) return at.fault(problem.faults[at.name]), at.input.focus();
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
        const [words, mark] = [text, points].map(({ input }) => input.value.trim());
        const contents = { text: words, mark, files: files.kept().map(({ name }) => name) };
        return await ask({ ...questionOf(action, assignment, contents), action: labels[action], weight: "main", opener });
    }
}
