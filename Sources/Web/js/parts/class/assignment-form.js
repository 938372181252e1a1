// What one can do with an assignment: a text, files and the buttons of its state. A teacher's text and points are the draft. A
// student has two forms: for the work, and for messages.
import { all, call, drafts, live, replica } from "../../client.js";
import { actions, sideOf } from "../../client/class.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { narrow, StepButtons } from "./action-buttons.js";
import { askExtension, extensionPlace } from "./extension.js";
import { carrying, evaluating, hasAllOf, isAsked, isWithoutPoints, newEntry, nextSteps } from "./entry-rules.js";
import { confirmed, fullWords, headingOf, hintOf, labelOf, offlineWords, said } from "./entry-words.js";
import { FilePicker } from "./files.js";
import { field, sentBefore } from "../controls/form.js";
import { growWithText } from "../controls/growing-textarea.js";
import { EvaluationDraft } from "./evaluation-draft.js";
import { called, namesInWords } from "../controls/person.js";
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
/** @typedef {{signal: AbortSignal, again: () => Promise<void>}} Page `again` reads the assignment anew */
/**
 * The form for what the person can do with an assignment. `update` takes over a newer version of it.
 * @param {Assignment} first
 * @param {Page} page
 * @param {boolean} [isTalk] whether it is a student's form for messages, apart from the work
 */
export function assignmentForm(first, page, isTalk = false) {
    const form = new AssignmentForm(first, page, isTalk);
    form.begin();
    return { node: form.node, update: form.update.bind(form), hold: form.hold.bind(form) };
}

class AssignmentForm {
    shown = "";
    isLoaded = false;
    /** @type {readonly import("../../types/wire.js").Entry[]} */
    entries = [];
    /** @type {Attempt | undefined} */
    attempt = undefined;
    isSending = false;
    reason = "";
    /** @type {import("./evaluation-draft.js").Base | undefined} */
    kept = undefined;
    possible = /** @type {Action[]} */ ([]);

    /**
     * @param {Assignment} first
     * @param {Page} page
     * @param {boolean} isTalk
     */
    constructor(first, { signal, again }, isTalk) {
        this.assignment = first;
        this.again = again;
        this.isTalk = isTalk;
        this.signal = signal;
        /** @type {App.DraftPlace} */
        this.place = isTalk ? `message:${first.id}` : `assignment:${first.id}`;
        const side = this.side = /** @type {"student" | "teacher"} */ (sideOf(first));
        const most = this.maxPoints = first.task.maxPoints;
        const isTeacher = side === "teacher";
        const to = isTeacher ? `\u2068${called(first.student)}\u2069` : namesInWords(first.task.teachers);
        this.text = field(isTeacher || isTalk ? phrase("class.action.messageTo", { teachers: to }) : phrase("class.work.words"),
            { name: "text", input: el("textarea", { rows: isTalk ? 1 : isTeacher ? 3 : 5, dir: "auto" }) });
        this.points = most === undefined ? field(phrase("class.work.word"), { name: "word", autocomplete: "off", maxLength: 40 })
            : field(phrase("class.work.points"), { name: "points", autocomplete: "off", inputmode: "decimal",
                hint: phrase("class.work.ofPoints", { points: most }) });
        this.files = new FilePicker({ onChange: () => this.keep(), onState: () => this.hold(), signal,
            full: isTeacher ? undefined : fullWords(first) });
        this.steps = new StepButtons(...isTeacher ? [this.points.node, this.text.node, this.files.node] : []);
        this.fault = el("p", { class: "small bad", role: "alert" });
        this.offline = el("p", { class: "small warn", hidden: true });
        const label = isTalk ? phrase("class.action.message") : phrase(isTeacher ? "class.work.evaluation" : "class.work.yours");
        const style = `card form ${isTalk ? "talking" : "marking"}`;
        this.node = el("form", { class: style, "aria-label": label, noValidate: true, data: { side } },
            !isTalk && this.steps.head, isTeacher && this.points.node,
            ...isTeacher || isTalk ? [this.text.node, this.files.node] : [this.files.node, this.text.node]);
        this.fit = growWithText(/** @type {HTMLTextAreaElement} */ (this.text.input));
        this.files.takeFrom(this.node);
        this.evaluation = isTeacher ? new EvaluationDraft(first.id, { maxPoints: most, fault: this.points.fault, signal,
            get: () => ({ mark: this.points.input.value, text: this.text.input.value }), put: (values) => this.put(values),
            onChange: () => { this.keep(); this.hold(); } }) : undefined;
        this.node.append(...this.evaluation ? [this.evaluation.node] : [], this.fault, this.offline, ...this.steps.nodes);
    }

    begin() {
        const { evaluation, node, points, text } = this;
        node.addEventListener("submit", (event) => event.preventDefault());
        for (const { input } of [points, text]) input.addEventListener("input", () => {
            evaluation?.typed();
            this.keep();
        });
        narrow.addEventListener("change", () => this.showButtons(), { signal: this.signal });
        drafts.load(this.place).then((found) => this.restore(/** @type {Draft | undefined} */ (found)));
        this.update(this.assignment, false);
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

    /** Holds the buttons back: for the page's reason, until one of two versions is chosen, or until the files have arrived. */
    hold(reason = this.reason) {
        this.reason = reason;
        this.steps?.hold(this.evaluation?.state.other ? phrase("class.draft.chooseFirst") : reason || this.files.waiting());
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
        const { evaluation, files, side, text } = this;
        this.assignment = next;
        this.entries = present;
        fill(this.offline, offlineWords(this.isTalk ? "teacher" : side));
        const sent = this.isSending ? undefined : this.shownEntry();
        if (sent) say(this.take(sent) ?? sentBefore);
        evaluation?.knows(next.version ?? 0);
        if (this.isLoaded && isWhole) evaluation?.update(next, this.kept);
        const all = actions(next, side, replica.now());
        // Of a student's two forms, one says it.
        this.offline.hidden = !live.isOffline() || this.isTalk && all.includes("submit");
        const possible = all.filter((action) => side === "teacher" || (action === "message") === this.isTalk);
        // That one has begun needs no form of its own.
        this.node.hidden = possible.every((action) => action === "start");
        // A student has one place for files: beside the work, while that can be handed in.
        const hasFiles = side === "teacher" || this.isTalk !== all.includes("submit") || files.items.length > 0;
        text.node.hidden = !hasFiles && !this.isTalk && text.input.value === "";
        if (!hasFiles) files.node.remove();
        else if (!files.node.parentElement) text.node[this.isTalk ? "after" : "before"](files.node);
        const key = JSON.stringify([possible, possible.map((action) => hintOf(action, next, side)), isAsked(next, present)]);
        if (key === this.shown) return;
        Object.assign(this, { shown: key, possible });
        this.showButtons();
    }

    showButtons() {
        const { assignment, entries, fault, points, possible, side, steps } = this;
        points.node.hidden = !possible.some((action) => evaluating.includes(action));
        steps.show(nextSteps(possible, side, assignment.state, isAsked(assignment, entries)), { fault,
            title: side === "teacher" ? called(assignment.student) : assignment.task.title, run: this.run.bind(this),
            heading: headingOf(assignment, side), label: (action) => labelOf(action, this.assignment),
            hint: (action) => hintOf(action, this.assignment, side) });
    }

    /**
     * Whether an action can't be sent as it is. Then the page says why.
     * @param {Action} action
     */
    async isHeld(action) {
        const { evaluation, fault, files, maxPoints, points, text } = this;
        if (carrying.includes(action) && files.holds()) return true;
        if (action === "message" && text.input.value.trim() === "" && files.ids().length === 0) {
            text.fault(phrase(files.node.parentElement ? "class.work.nothing" : "class.work.noWords"));
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

    async run(/** @type {Action} */ action, /** @type {HTMLElement} */ opener) {
        const sent = this.attempt?.action === action ? undefined : await this.sentEntry();
        const words = sent ? this.take(sent) : undefined;
        // What stands in the form has arrived as another action.
        if (sent && carrying.includes(sent.action) && carrying.includes(action)) return words;
        if (await this.isHeld(action)) return;
        try {
            const done = await (this.evaluation?.whileHeld(() => this.send(action, opener)) ?? this.send(action, opener));
            if (done !== false) await Promise.all([replica.refresh(), this.again()]);
            return done || undefined;
        } catch (problem) {
            return await this.refused(asProblem(problem));
        }
    }

    /**
     * @param {Action} action
     * @param {HTMLElement} opener
     * @returns {Promise<string | false | void>} what is said, or false if nothing was done
     */
    async send(action, opener) {
        const before = this.attempt;
        const extendedTo = action === "extend" ? await askExtension(this.assignment, opener) : undefined;
        const contents = { text: this.text.input.value.trim(), mark: this.points.input.value.trim(), files: this.files.names() };
        if (action === "extend" && extendedTo === undefined) return false;
        if (!await confirmed(action, this.assignment, contents, opener)) return false;
        // Meanwhile it has arrived.
        if (before !== this.attempt) return false;
        // The same request may be sent again, if no answer came.
        const attempt = this.attempt = before?.action === action ? before : { action, id: crypto.randomUUID() };
        this.keep();
        this.isSending = true;
        try {
            const [fileIDs, { value: text }] = [this.files.ids(), this.text.input];
            const body = newEntry(attempt, { text, fileIDs, version: this.evaluation?.state.base?.version, extendedTo });
            const { entry } = await call("createEntry", { path: { assignmentID: this.assignment.id }, body });
            return this.take(entry);
        } finally {
            this.isSending = false;
        }
    }

    /** The entry that was sent although no answer came, if the page shows it. */
    shownEntry() {
        return this.entries.find(({ id }) => id === this.attempt?.id);
    }

    /** The entry that was sent although no answer came, if the server has it. */
    async sentEntry() {
        const { assignment: { id: assignmentID }, attempt } = this;
        if (!attempt || this.shownEntry()) return this.shownEntry();
        return (await all("listEntries", { path: { assignmentID }, query: { limit: 500 } })).find(({ id }) => id === attempt.id);
    }

    /**
     * Takes note that an entry has arrived. Words that have changed since it was sent stay in the form.
     * @param {import("../../types/wire.js").Entry} entry
     * @returns what is said, unless words stay
     */
    take(entry) {
        const { evaluation, fault, files, points, text } = this;
        const action = /** @type {Action} */ (entry.action);
        const isAll = hasAllOf(entry, { text: text.input.value, fileIDs: files.ids() });
        const handedIn = action === "takeBack" && this.entries.findLast((one) => one.action === "submit");
        this.attempt = undefined;
        files.forget(entry.files);
        if (evaluating.includes(action)) evaluation?.published();
        if (isAll && carrying.includes(action)) {
            this.put({ mark: points.input.value, text: "" });
            evaluation?.typed();
        }
        if (action === "extend") drafts.save(extensionPlace(this.assignment.id), undefined);
        if (handedIn) this.putBack(handedIn);
        this.keep();
        fill(fault, !isAll && (text.input.value.trim() !== "" || files.ids().length > 0) && sentBefore);
        return isAll ? said[action] : undefined;
    }

    /**
     * Puts what was taken back into the form again: the words, and copies of the files.
     * @param {import("../../types/wire.js").Entry} entry
     */
    putBack(entry) {
        this.put({ text: [entry.text, this.text.input.value].filter(Boolean).join("\n\n") });
        this.files.copy(entry.files);
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
}
