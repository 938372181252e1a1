// The draft of an evaluation, which all teachers of a task share. It is saved as it is typed; where another teacher was faster,
// both versions
// are shown, and nothing is saved until one is chosen.
import { call } from "../../client.js";
import { el, fill } from "../../dom.js";
import { pointsIn } from "../../client/class.js";
import { gradeText as given } from "./class-words.js";
import { asProblem, say, sentence } from "../controls/states.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {{mark: string, text: string}} Values what stands in the fields: points or word, and text. */
/** @typedef {{version: number, values: Values, isGiven?: boolean}} Base what the fields were based on; whether it is what was given last, and no draft. */

const saved = "Draft saved. No student sees it.";
/** How long after the last key the draft is saved, and when it is tried again after a failure, in milliseconds. */
const [delay, pause] = [1_000, 5_000];

/**
 * The draft; without one, what was given last.
 * @param {Pick<Assignment, "draft" | "evaluation">} assignment
 */
const valuesOf = ({ draft, evaluation }) => {
    const { word, points } = draft ?? evaluation ?? {};
    return { mark: word ?? String(points ?? ""), text: draft?.text ?? "" };
};
/** @returns {Base} */
const baseOf = (/** @type {Assignment} */ assignment) => ({ version: assignment.version ?? 0, values: valuesOf(assignment),
    isGiven: !assignment.draft });
const none = { mark: "", text: "" };
const isSame = (/** @type {Values} */ one, /** @type {Values} */ other) => one.mark === other.mark && one.text === other.text;

/**
 * @param {string} id
 * @param {{get: () => Values, put: (values: Values) => void, maxPoints: () => number | undefined, fault: (text: string |
 *     undefined) => void, onChange: () => void, signal: AbortSignal}} form
 */
export function evaluationDraft(id, { get, put, maxPoints, fault, onChange, signal }) {
    const status = el("p", { class: "small soft", data: { draft: "saved" } });
    const choice = el("div", { class: "versions", role: "group", "aria-label": "Two versions" });
    const node = el("div", { class: "stack-tight" }, status, choice);
    /** @type {Base | undefined} */
    let base;
    /** @type {Assignment | undefined} what another teacher has written meanwhile */
    let other;
    let timer = 0;
    /** @type {Promise<boolean> | undefined} */
    let saving;
    signal.addEventListener("abort", () => {
        if (timer && isDirty()) save();
        clearTimeout(timer);
    });

    const isDirty = () => base !== undefined && !isSame(get(), base.values);
    const tell = (/** @type {string} */ state, /** @type {string} */ text) => {
        status.dataset.draft = state;
        fill(status, text);
    };

    /** Saves what was typed. @returns {Promise<boolean>} whether the server's draft is what stands in the fields. */
    async function save() {
        clearTimeout(timer);
        timer = 0;
        while (saving) await saving;
        if (other) return false;
        // What was given last is no draft yet, and can be given again.
        if (!base || (!isDirty() && !(base.isGiven && get().mark.trim()))) return true;
        return await (saving = send(base).finally(() => { saving = undefined; }));
    }

    /**
     * @param {Base} from
     * @returns {Promise<boolean>}
     */
    async function send(from) {
        const values = get();
        const most = maxPoints();
        const read = most === undefined ? {} : pointsIn(values.mark, most);
        fault(read.fault);
        if (read.fault) return tell("unsaved", "Not saved."), false;
        tell("saving", "Saving …");
        try {
            const word = most === undefined && values.mark.trim() ? values.mark.trim() : undefined;
            const answer = await call("setDraft",
                { path: { assignmentID: id },
                    body: { version: from.version, points: read.points, word, text: values.text.trim() || undefined } });
            base = { version: answer.version ?? 0, values };
            tell("saved", saved);
            if (isDirty()) later();
            onChange();
            return !isDirty();
        } catch (reason) {
            return await refused(asProblem(reason), from);
        }
    }

    /**
     * @param {import("../../types/app.js").Problem} problem
     * @param {Base} from
     * @returns {Promise<boolean>}
     */
    async function refused(problem, from) {
        if (problem.code === "assignment_changed") {
            const now = await call("showAssignment", { path: { assignmentID: id } });
            if (!isSame(valuesOf(now), from.values) && !isSame(valuesOf(now), get())) return showVersions(now), false;
            // What has changed isn't the draft.
            base = baseOf(now);
            return isDirty() || from.isGiven ? send(base) : true;
        }
        if (problem.isTransient) timer = window.setTimeout(save, (problem.retryAfter ?? 0) * 1000 || pause);
        const [found] = Object.entries(problem.faults);
        tell("unsaved", `Not saved: ${found ? `${found.join(" ")}.` : sentence(problem)}`);
        return false;
    }

    /** @param {Assignment} now */
    function showVersions(now) {
        other = now;
        const theirs = valuesOf(now);
        const version = (/** @type {string} */ title, /** @type {Values} */ { mark, text }, /** @type {string} */
            action, /** @type {() => void} */ run) =>
            el("div", { class: "card stack-tight" }, el("h3", {}, title), el("p", { class: "name" }, mark || "Nothing"),
                el("p", { class: "comment-text", dir: "auto" }, text || "No text"),
                el("div", {}, el("button", { class: "button", onclick: run }, action)));
        const choose = (/** @type {boolean} */ isMine) => {
            base = baseOf(now);
            other = undefined;
            fill(choice);
            if (isMine) save();
            else put(theirs);
            tell("saved", isMine ? "" : saved);
            onChange();
        };
        const gone = now.draft === undefined && given(now.evaluation, now.task.maxPoints);
        fill(choice, el("p", { class: "bad" },
            `Meanwhile \u2068${now.draft?.by?.username ?? "somebody"}\u2069 wrote something else. Nothing is saved until you choose.`),
            version("Yours", get(), "Use mine", () => choose(true)),
                version(gone ? `Theirs: given already, ${gone}` : "Theirs", theirs, "Use theirs", () => choose(false)));
        tell("conflict", "");
        say("Somebody else has changed the draft. There are two versions.");
        onChange();
    }

    function later() {
        clearTimeout(timer);
        timer = window.setTimeout(save, delay);
        tell("unsaved", "");
    }

    return {
        node,
        save,
        /** What a local draft keeps beside the fields, so that a reload loses nothing. */
        base: () => base,
        isDirty,
        hasConflict: () => other !== undefined,
        version: () => base?.version,
        /** Begins anew after the draft was published: the next answer of the server counts. */
        published() {
            base = base && { ...base, values: get(), isGiven: true };
            tell("saved", "");
        },
        typed() {
            fault(undefined);
            if (other) return;
            if (isDirty()) return later();
            clearTimeout(timer);
            tell("saved", "");
        },
        /**
         * Takes the server's draft, unless something is typed that isn't saved.
         * @param {Assignment} assignment
         * @param {Base | undefined} kept what a local draft was based on
         */
        update(assignment, kept) {
            if (kept && !base) {
                base = kept;
                if (isDirty()) return later();
            }
            if (!base || (!isDirty() && !saving && !other && (assignment.version ?? 0) > base.version)) {
                const values = valuesOf(assignment);
                const isNews = !base || !isSame(values, base.values);
                // What was typed before the first answer stays. Where there is a draft already, one of both is chosen.
                const isTyped = !base && !isSame(get(), none);
                base = baseOf(assignment);
                if (isTyped) return isSame(values, none) ? later() : showVersions(assignment);
                if (!isNews) return;
                put(values);
                tell("saved", assignment.draft ? saved : "");
            }
        },
    };
}
