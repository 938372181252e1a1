// The assignment that a page shows: its own answer, which has the description, the files and the draft, and the newer state of
// the copy.

import { Answers } from "../answers.js";
import { Problem } from "../api/answer.js";

/** @typedef {import("./assignments.js").Assignments} Assignments */
/** @typedef {import("./assignments.js").Shown} Shown */

/** One assignment while a page shows it. */
export class FollowedAssignment {
    /**
     * The last answer with everything in it.
     * @type {Wire.Assignment | undefined}
     */
    whole = undefined;
    /**
     * The copy's state.
     * @type {Wire.Assignment | undefined}
     */
    card = undefined;
    /**
     * The newer one of both.
     * @type {Wire.Assignment | undefined}
     */
    latest = undefined;
    /** @type {Wire.Entry[] | undefined} */
    entries = undefined;
    /** @type {Problem | undefined} */
    problem = undefined;
    /** Whether the copy has had it. */
    wasThere = false;

    /**
     * @param {Assignments} assignments
     * @param {string} id
     * @param {AbortSignal} signal
     * @param {(shown: Shown) => void} listener
     */
    constructor(assignments, id, signal, listener) {
        this.assignments = assignments;
        this.id = id;
        this.signal = signal;
        this.listener = listener;
    }

    get kept() { return this.assignments.copy?.assignments.get(this.id); }

    /**
     * Shows it until the signal.
     * @returns {() => Promise<void>} reads it anew.
     */
    begin() {
        const { davenport } = this.assignments;
        const path = { assignmentID: this.id };
        const { stop, again } = davenport.use(Answers).watch("showAssignment", { path }, next => this.takeAnswer(next));
        this.latest = this.card = this.kept;
        this.wasThere = this.card !== undefined;
        this.readEntries();
        const ends = [
            stop, davenport.topics.subscribe(["assignments", "entries", "people"], topics => this.takeChange(topics, again)),
            davenport.topics.subscribe(["live"], () => this.show()),
        ];
        this.signal.addEventListener("abort", () => ends.forEach(end => end()));
        return again;
    }

    show() {
        if (this.signal.aborted) return;
        const { latest, whole, entries, problem } = this;
        const rest = { description: whole?.task.description, files: whole?.task.files };
        const body = latest && { ...latest, task: { ...latest.task, ...rest }, draft: whole?.draft };
        const isWhole = whole !== undefined && (whole.version ?? 0) >= (latest?.version ?? 0);
        this.listener({ assignment: body && this.assignments.shown(body), entries, problem, isWhole });
    }

    /** @param {App.ShownAnswer<Wire.Assignment>} next */
    takeAnswer({ answer, state, problem }) {
        // An answer may come after that of a later request.
        if (answer && (answer.version ?? 0) >= (this.whole?.version ?? 0)) this.whole = answer;
        const { whole, latest } = this;
        if (!latest || (state === "ready" && whole && whole.lastActivityAt >= latest.lastActivityAt)) this.latest = whole;
        this.problem = /** @type {Problem | undefined} */ (problem);
        if (problem && !problem.isTransient) this.whole = this.latest = this.entries = undefined;
        this.show();
    }

    /**
     * Takes over what has changed in the copy.
     * @param {ReadonlySet<string>} topics
     * @param {() => Promise<void>} again reads the answer anew.
     */
    takeChange(topics, again) {
        const next = this.kept;
        const isGone = this.wasThere && !next;
        if (next !== this.card || isGone) again();
        if (next !== this.card || topics.has("entries")) this.readEntries();
        this.wasThere ||= next !== undefined;
        if (next && next !== this.card) this.latest = next;
        this.card = next;
        this.show();
    }

    async readEntries() {
        try {
            this.entries = await this.assignments.entriesOf(this.id);
        } catch (error) {
            if (!(error instanceof Problem)) throw error;
            if (!this.entries) this.problem = error;
        }
        this.show();
    }
}
