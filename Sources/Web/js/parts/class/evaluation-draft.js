// The draft of an evaluation, which all teachers of a task share. It is saved as it is typed; where another teacher was faster,
// both versions are shown, and nothing is saved until one is chosen.
import { call } from "../../client.js";
import { el, fill } from "../../dom.js";
import { pointsIn } from "../../client/class.js";
import { gradeText as given } from "./class-words.js";
import { asProblem, say, sentence } from "../controls/states.js";
import { called } from "../controls/person.js";
import { phrase } from "../../phrases.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {{mark: string, text: string}} Values what stands in the fields: points or word, and text. */
/**
 * What the fields were based on: a draft, or what was given.
 * @typedef {{version: number, values: Values, isGiven?: boolean}} Base
 */
/**
 * The form that has the fields.
 * @typedef {{get: () => Values, put: (values: Values) => void, maxPoints: number | undefined,
 *     fault: (text: string | undefined) => void, onChange: () => void, signal: AbortSignal}} Form
 */

const none = { mark: "", text: "" };
const saved = phrase("class.draft.saved");
/** The times from the last key to saving the draft, and from a failure to the next attempt, in milliseconds. */
const [delay, pause] = [1_000, 5_000];

/** The draft; without one, what was given last. */
const valuesOf = (/** @type {Pick<Assignment, "draft" | "evaluation">} */ { draft, evaluation }) => {
    const { word, points } = draft ?? evaluation ?? {};
    return { mark: word ?? String(points ?? ""), text: draft?.text ?? "" };
};
/** @type {(assignment: Assignment) => Base} */
const baseOf = (assignment) => ({ version: assignment.version ?? 0, values: valuesOf(assignment), isGiven: !assignment.draft });

/** A teacher's draft beside the fields of a form, and the choice between two versions of it. */
export class EvaluationDraft {
    /**
     * `other` is what another teacher has written meanwhile, until one version is chosen. `newest` is the newest version that the
     * page knows of.
     * @type {{base?: Base, other?: Assignment, saving?: Promise<boolean>, timer: number, newest: number, isHeld: boolean}}
     */
    state = { timer: 0, newest: 0, isHeld: false };
    status = el("p", { class: "small soft", data: { draft: "saved" } });
    choice = el("div", { class: "versions", role: "group", "aria-label": phrase("class.draft.versions") });
    node = el("div", { class: "stack-tight" }, this.status, this.choice);

    /**
     * @param {string} id
     * @param {Form} form
     */
    constructor(id, form) {
        this.id = id;
        this.form = form;
        form.signal.addEventListener("abort", () => {
            if (this.state.timer && this.isDirty()) this.save();
            clearTimeout(this.state.timer);
        });
    }

    isDirty() {
        const { base } = this.state;
        return base !== undefined && !this.isSame(this.form.get(), base.values);
    }

    /**
     * Whether the server can't tell two versions apart: it has points as numbers, and no spaces around words.
     * @param {Values} one
     * @param {Values} other
     */
    isSame(one, other) {
        const marks = [one, other].map(({ mark }) => {
            const most = this.form.maxPoints;
            return (most === undefined ? undefined : pointsIn(mark, most).points) ?? mark.trim();
        });
        return marks[0] === marks[1] && one.text.trim() === other.text.trim();
    }

    /** Saves what was typed. @returns {Promise<boolean>} whether the server's draft is what stands in the fields. */
    async save() {
        const { form, state } = this;
        clearTimeout(state.timer);
        state.timer = 0;
        while (state.saving) await state.saving;
        if (state.other || state.isHeld) return false;
        const { base } = state;
        // What was given last is no draft yet, and can be given again.
        if (!base || (!this.isDirty() && !(base.isGiven && form.get().mark.trim()))) return true;
        return await (state.saving = this.send(base).finally(() => { state.saving = undefined; }));
    }

    /**
     * Does what makes another version of the assignment. No draft is saved meanwhile, since the server would refuse one of them:
     * a save that is under way is awaited, and what is typed is saved afterwards.
     * @template Result
     * @param {() => Promise<Result>} run
     * @returns {Promise<Result>}
     */
    async whileHeld(run) {
        const { state } = this;
        state.isHeld = true;
        clearTimeout(state.timer);
        state.timer = 0;
        while (state.saving) await state.saving;
        try {
            return await run();
        } finally {
            state.isHeld = false;
            if (!state.other && this.isDirty()) this.saveLater();
        }
    }

    /**
     * @param {Base} from
     * @returns {Promise<boolean>}
     */
    async send(from) {
        const { form, id: assignmentID, state } = this;
        const values = form.get();
        const read = form.maxPoints === undefined ? {} : pointsIn(values.mark, form.maxPoints);
        // What else the field is at fault for stays: that a step needs points is no matter of the draft.
        if (read.fault) return form.fault(read.fault), this.showState("unsaved", phrase("class.draft.wrongPoints")), false;
        this.showState("saving", phrase("class.draft.saving"));
        if (state.newest > from.version) return await this.readAnew(from);
        try {
            const word = form.maxPoints === undefined && values.mark.trim() ? values.mark.trim() : undefined;
            const answer = await call("setDraft", { path: { assignmentID },
                body: { version: from.version, points: read.points, word, text: values.text.trim() || undefined } });
            state.base = { version: answer.version ?? 0, values };
            this.showState("saved", saved);
            if (this.isDirty()) this.saveLater();
            form.onChange();
            return !this.isDirty();
        } catch (reason) {
            return await this.refused(asProblem(reason), from);
        }
    }

    /**
     * @param {import("../../types/app.js").Problem} problem
     * @param {Base} from
     * @returns {Promise<boolean>}
     */
    async refused(problem, from) {
        return problem.code === "assignment_changed" ? await this.readAnew(from) : this.failed(problem);
    }

    /**
     * Reads the version that is newer than the one that the fields were based on.
     * @param {Base} from
     * @returns {Promise<boolean>}
     */
    async readAnew(from) {
        try {
            return await this.rebase(await call("showAssignment", { path: { assignmentID: this.id } }), from);
        } catch (reason) {
            return this.failed(asProblem(reason));
        }
    }

    /**
     * Goes on with the server's version, which is newer than the one that the fields were based on.
     * @param {Assignment} now
     * @param {Base} from
     */
    async rebase(now, from) {
        const { state } = this;
        if (!this.goesOn(now, from)) return this.showVersions(now), false;
        const base = state.base = baseOf(now);
        state.newest = base.version;
        return this.isDirty() || from.isGiven ? this.send(base) : true;
    }

    /**
     * Whether what is typed goes on from a newer version: what has changed isn't the draft, or the draft is what is typed.
     * @param {Assignment} now
     * @param {{values: Values} | undefined} from
     */
    goesOn(now, from) {
        return [from?.values ?? none, this.form.get()].some((values) => this.isSame(valuesOf(now), values));
    }

    /**
     * Says that the draft isn't saved, and tries again where that can help.
     * @param {import("../../types/app.js").Problem} problem
     */
    failed(problem) {
        const { state } = this;
        clearTimeout(state.timer);
        if (problem.isTransient) state.timer = window.setTimeout(() => this.save(), (problem.retryAfter ?? 0) * 1000 || pause);
        const [found] = Object.entries(problem.faults);
        this.showState("unsaved", phrase("class.draft.notSaved", { reason: found ? `${found.join(" ")}.` : sentence(problem) }));
        return false;
    }

    saveLater() {
        clearTimeout(this.state.timer);
        this.state.timer = window.setTimeout(() => this.save(), delay);
        this.showState("unsaved", "");
    }

    /** Shows in words whether the draft is saved. */
    showState(/** @type {string} */ state, /** @type {string} */ text) {
        this.status.dataset.draft = state;
        fill(this.status, text);
    }

    /** @param {Assignment} now */
    showVersions(now) {
        this.state.other = now;
        const gone = now.draft === undefined && given(now.evaluation, now.task.maxPoints);
        const name = `\u2068${called(now.draft?.by, phrase("class.draft.somebody"))}\u2069`;
        fill(this.choice, el("p", { class: "bad" }, phrase("class.draft.meanwhile", { name })),
            version(phrase("class.draft.yours"), this.form.get(), phrase("class.draft.useYours"), () => this.choose(now, true)),
            version(gone ? phrase("class.draft.theirsGiven", { mark: gone }) : phrase("class.draft.theirs"), valuesOf(now),
                phrase("class.draft.useTheirs"), () => this.choose(now)));
        this.showState("conflict", "");
        this.choice.scrollIntoView?.({ block: "nearest" });
        say(phrase("class.draft.changed"));
        this.form.onChange();
    }

    choose(/** @type {Assignment} */ now, isMine = false) {
        const { form, state } = this;
        state.base = baseOf(now);
        state.other = undefined;
        fill(this.choice);
        if (isMine) this.save();
        else form.fault(undefined), form.put(valuesOf(now));
        this.showState("saved", isMine ? "" : saved);
        form.onChange();
    }

    /** Follows a key in one of the fields. */
    typed() {
        this.form.fault(undefined);
        if (this.state.other || this.state.isHeld) return;
        if (this.isDirty()) return this.saveLater();
        clearTimeout(this.state.timer);
        this.showState("saved", "");
    }

    /** Begins anew after the draft was published, by the version after it. What was typed since isn't part of that. */
    published() {
        const { state } = this;
        const { base } = state;
        if (!base) return;
        state.base = { ...base, values: { ...base.values, text: "" }, isGiven: true };
        if (!base.isGiven) this.knows(base.version + 1);
        this.showState("saved", "");
    }

    /**
     * Takes the server's draft, unless something is typed that isn't saved.
     * @param {Assignment} assignment
     * @param {Base | undefined} kept what a local draft was based on
     */
    update(assignment, kept) {
        const { form, state } = this;
        const version = assignment.version ?? 0;
        this.knows(version);
        if (state.saving || state.other || state.isHeld) return;
        const isFirst = !state.base;
        const before = state.base ??= kept;
        if (before && version <= before.version) return isFirst && this.isDirty() ? this.saveLater() : undefined;
        const isTyped = before ? this.isDirty() : !this.isSame(form.get(), none);
        if (isTyped && !this.goesOn(assignment, before)) return this.showVersions(assignment);
        const { values } = state.base = baseOf(assignment);
        if (isTyped && this.isDirty()) return this.saveLater();
        clearTimeout(state.timer);
        if (before && this.isSame(values, before.values)) return;
        if (!isTyped) form.put(values);
        this.showState("saved", assignment.draft ? saved : "");
    }

    /**
     * Takes note of a version of which the page has no draft yet. One that is based on an earlier one isn't sent.
     * @param {number} version
     */
    knows(version) {
        this.state.newest = Math.max(this.state.newest, version);
    }
}

/**
 * One of two versions, with the button that chooses it.
 * @type {(title: string, values: Values, action: string, choose: () => void) => HTMLElement}
 */
const version = (title, { mark, text }, action, choose) => el("div", { class: "card stack-tight" }, el("h3", {}, title),
    el("p", { class: "name" }, mark || phrase("class.draft.noMark")),
    el("p", { class: "comment-text", dir: "auto" }, text || phrase("class.draft.noText")),
    el("div", {}, el("button", { class: "button", onclick: choose }, action)));
