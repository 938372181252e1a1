// What one can do with an assignment: a text, files, and the buttons that its state allows. A teacher's text and points are the draft.
import { call, drafts, live, replica } from "../../client.js";
import { actions, isOver, sideOf } from "../../client/class.js";
import { el, fill, icon, mark } from "../../dom.js";
import { counted, gradeText as given, dateText } from "./class-words.js";
import { ask } from "../controls/dialog.js";
import { askExtension } from "./extension.js";
import { filePicker } from "./files.js";
import { field, sendOnClick } from "../controls/form.js";
import { growWithText } from "../controls/growing-textarea.js";
import { evaluationDraft } from "./evaluation-draft.js";
import { openMenu } from "../controls/menu.js";
import { namesInWords } from "../controls/person.js";
import { asProblem, say } from "../controls/states.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {import("../../client/class.js").Action} Action */
/** @typedef {{text: string, mark?: string, files: import("./files.js").KeptFile[], base?: import("./evaluation-draft.js").Base}} Draft */

const labels = /** @type {const} */ ({
    submit: "Hand in", message: "Send message", start: "Start", takeBack: "Take back", return: "Return", complete: "Mark as done",
    evaluate: "Change evaluation", excuse: "Excuse", reopen: "Reopen", extend: "Extend",
});
const said = /** @type {const} */ ({
    submit: "Handed in.", message: "Sent.", start: "Begun.", takeBack: "Taken back.", return: "Returned.", complete: "Marked as done.",
    evaluate: "The evaluation is changed.", excuse: "Excused.", reopen: "Opened again.", extend: "The deadline is changed.",
});
const inMenu = ["excuse", "reopen", "extend", "evaluate"];
const evaluating = ["return", "complete", "evaluate"];
/** The actions that take the text and the files along. */
const carrying = ["submit", "message", "return", "complete", "evaluate", "excuse", "reopen"];

/** "your words and 2 files" */
const series = (/** @type {(string | false)[]} */ parts) => new Intl.ListFormat("en-GB").format(parts.flatMap((part) => part || []));

/**
 * @param {Assignment} first
 * @param {{signal: AbortSignal, again: () => Promise<void>}} page `again` reads the assignment anew
 */
export function assignmentForm(first, { signal, again }) {
    const place = `assignment:${first.id}`;
    const side = sideOf(first);
    let assignment = first;
    let shown = "";
    let isLoaded = false;
    /** @type {readonly import("../../types/wire.js").Entry[]} */
    let entries = [];
    /** @type {{action: Action, id: string} | undefined} */
    let attempt;
    /** @type {import("./evaluation-draft.js").Base | undefined} */
    let kept;

    const { maxPoints } = first.task;
    const text = field("Message", { name: "text", input: el("textarea", { rows: 2, dir: "auto" }) });
    const points = field(maxPoints === undefined ? "Word" : "Points", { name: maxPoints === undefined ? "word" : "points", autocomplete: "off", ...(maxPoints === undefined ? { maxLength: 40 } : { inputmode: "decimal", hint: `0 to ${maxPoints}` }) });
    const files = filePicker({ onChange: keep, signal });
    const buttons = el("div", { class: "form-actions" });
    const fault = el("p", { class: "small bad", role: "alert" });
    const offline = el("p", { class: "small warn", hidden: true }, side === "student" ? "Handing in counts when it arrives. You are offline." : "You are offline. What you write is kept here.");
    const node = el("form", { class: "card form marking", "aria-label": side === "student" ? "Your work" : "Evaluation", noValidate: true },
        side === "teacher" && points.node, text.node, files.node);
    const fit = growWithText(/** @type {HTMLTextAreaElement} */ (text.input));
    files.takeFrom(node);

    const evaluation = side === "teacher" ? evaluationDraft(first.id, {
        get: () => ({ mark: points.input.value, text: text.input.value }), put, maxPoints: () => maxPoints, fault: points.fault, onChange: keep, signal,
    }) : undefined;
    node.append(...evaluation ? [evaluation.node] : [], fault, offline, buttons);

    /** @param {{mark?: string, text: string}} values */
    function put(values) {
        points.input.value = values.mark ?? "";
        text.input.value = values.text;
        fit();
    }

    function keep() {
        if (!isLoaded) return;
        const isNeeded = evaluation ? evaluation.isDirty() : text.input.value !== "";
        const found = files.kept();
        drafts.save(place, isNeeded || found.length > 0
            ? { text: text.input.value, files: found, ...(isNeeded && evaluation && { mark: points.input.value, base: evaluation.base() }) } : undefined);
    }

    /**
     * @param {Assignment} next
     * @param {boolean} isWhole
     * @param {readonly import("../../types/wire.js").Entry[]} [present]
     */
    function update(next, isWhole, present = []) {
        assignment = next;
        entries = present;
        node.hidden = next.closed;
        offline.hidden = !live.isOffline();
        if (isLoaded && isWhole) {
            evaluation?.update(next, kept);
            kept = undefined;
        }
        const possible = actions(next, side, replica.now());
        if (possible.join() === shown) return;
        shown = possible.join();
        const focused = document.activeElement instanceof HTMLElement && buttons.contains(document.activeElement);
        // Where nothing waits for an evaluation, the message stands in the place of "Return", and the others keep theirs.
        const isFirst = (/** @type {Action} */ action) => Number(action === "message" && side === "teacher" && next.state !== "submitted");
        const direct = possible.filter((action) => !inMenu.includes(action)).sort((one, other) => isFirst(other) - isFirst(one));
        const more = possible.filter((action) => inMenu.includes(action));
        fill(buttons, ...direct.map((action, place) => {
            const button = el("button", { class: place === 0 ? "button button-main" : "button", data: { action } }, labels[action]);
            sendOnClick(button, fault, () => run(action, button));
            return button;
        }), more.length > 0 && menu(more));
        if (focused) buttons.querySelector("button")?.focus();
    }

    /** @param {Action[]} more */
    function menu(more) {
        const button = el("button", { class: "icon-button", "aria-label": "More", "aria-haspopup": "true", "aria-expanded": "false", data: { more: more.join(" ") } }, icon("more"));
        button.addEventListener("click", () => openMenu(button, more.map((action) => ({ label: labels[action], run: async () => {
            fill(fault);
            try {
                const done = await run(action, button);
                if (done) say(done);
            } catch (problem) {
                fill(fault, asProblem(problem).message);
            }
        } }))));
        return button;
    }

    /**
     * @param {Action} action
     * @param {HTMLElement} opener
     */
    async function run(action, opener) {
        const carries = carrying.includes(action);
        const words = text.input.value.trim();
        const obstacle = carries ? files.fault() : "";
        if (obstacle) return void fill(fault, obstacle);
        if (action === "message" && words === "" && files.ids().length === 0) {
            text.fault("Write something, or add a file.");
            return text.input.focus();
        }
        if (isWithoutPoints(action)) {
            points.fault(`Give points from 0 to ${maxPoints}.`);
            return points.input.focus();
        }
        if (evaluation && evaluating.includes(action) && !await evaluation.save()) {
            return void fill(fault, evaluation.hasConflict() ? "There are two versions. Choose one first." : "The draft can't be saved yet.");
        }
        const extendedTo = action === "extend" ? await askExtension(assignment, opener) : undefined;
        if (action === "extend" && extendedTo === undefined || !await confirmed(action, opener)) return;
        // The same request may be sent again, if no answer came.
        if (attempt?.action !== action) attempt = { action, id: crypto.randomUUID() };
        const isEvaluation = evaluating.includes(action);
        const handedIn = entries.findLast((entry) => entry.action === "submit");
        try {
            await call("createEntry", { path: { assignmentID: assignment.id }, body: {
                id: attempt.id, action, ...(isEvaluation && { version: evaluation?.version() }), ...(extendedTo !== undefined && { extendedTo }),
                ...(carries && { text: isEvaluation ? undefined : words || undefined, fileIDs: files.ids().length > 0 ? files.ids() : undefined }),
            } });
        } catch (problem) {
            return await refused(asProblem(problem));
        }
        attempt = undefined;
        if (carries) {
            files.put([]);
            put({ mark: points.input.value, text: "" });
            if (isEvaluation) evaluation?.published();
            else evaluation?.typed();
            keep();
        }
        if (action === "takeBack" && handedIn) putBack(handedIn);
        await Promise.all([replica.refresh(), again()]);
        return said[action];
    }

    /**
     * Puts what was taken back into the form again: the words, and copies of the files.
     * @param {import("../../types/wire.js").Entry} entry
     */
    function putBack(entry) {
        put({ text: [entry.text, text.input.value].filter(Boolean).join("\n\n") });
        files.copy(entry.files);
        keep();
    }

    /** Whether an action lacks the points that it needs (rule 11.29). */
    const isWithoutPoints = (/** @type {Action} */ action) => maxPoints !== undefined && points.input.value.trim() === ""
        && (action === "complete" || (action === "evaluate" && assignment.state === "done"));

    /** @param {import("../../types/app.js").Problem} problem */
    async function refused(problem) {
        if (!problem.isTransient) {
            attempt = undefined;
            shown = "";
            await again();
        }
        const at = [points, text].find((one) => problem.faults[one.name]);
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
    async function confirmed(action, opener) {
        if (action !== "submit" && action !== "complete") return true;
        const { student, task, dueAt } = assignment;
        const what = [text.input.value.trim() && "your words", files.ids().length > 0 && counted(files.ids().length, "file")];
        const isLate = action === "submit" && assignment.attempt === 0 && isOver(dueAt, replica.now());
        const mine = given(maxPoints === undefined ? { word: points.input.value.trim() } : points.input.value.trim() ? { points: Number(points.input.value.replace(",", ".")) } : undefined, maxPoints);
        const says = action === "submit" ? `${namesInWords(task.teachers)} will get ${series(what) || "nothing but the word that it is done"}.${isLate && dueAt ? ` The deadline was ${dateText(dueAt)}. This counts as late.` : ""}`
            : `\u2068${student.username}\u2069 will read ${series([mine, ...what]) || "that it is done"}.`;
        return await ask({ title: `${labels[action]}?`, text: says, action: labels[action], weight: "main", opener });
    }

    node.addEventListener("submit", (event) => event.preventDefault());
    for (const { input } of [points, text]) {
        input.addEventListener("input", () => {
            evaluation?.typed();
            keep();
        });
    }
    drafts.load(place).then((found) => {
        const draft = /** @type {Draft | undefined} */ (found);
        files.put(draft?.files ?? []);
        if (draft && (draft.base || !evaluation) && text.input.value === "") put(draft);
        kept = draft?.base;
        isLoaded = true;
        again();
    });
    update(first, false);
    mark(node, "data-side", side);
    return { node, update };
}
