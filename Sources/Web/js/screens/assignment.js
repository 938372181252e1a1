// An assignment, for its student and for teachers: its head, the task, the history, and the form.
import { ends, follow, markRead, sideOf, toReview } from "../client/class.js";
import { bar, el, fill, mark } from "../dom.js";
import { drafts, replica } from "../client.js";
import { keptScroll } from "../routes.js";
import { ownTask } from "../parts/class/own-task.js";
import { assignmentForm } from "../parts/class/assignment-form.js";
import { attachments } from "../parts/class/attachments.js";
import { followHeight } from "../parts/frame/bars.js";
import { capitalized, deadlineText, lockSentence, stateSentence, dateText } from "../parts/class/class-words.js";
import { assignmentHistory } from "../parts/class/assignment-history.js";
import { followKeys } from "../parts/controls/page-keys.js";
import { disc, namesInWords } from "../parts/controls/person.js";
import { unseenPill, jump } from "../parts/controls/unseen-pill.js";
import { readTracker } from "../parts/controls/read-tracker.js";
import { asOf, emptyState, failure, freshness, say, skeleton } from "../parts/controls/states.js";
import { textParts } from "../parts/controls/text.js";

/** @typedef {import("../types/wire.js").Assignment} Assignment */
/** @typedef {import("../types/wire.js").Entry} Entry */

const missing = "There is no such task, or it isn't yours.";
/** The longest time that a timer of the browser can wait, in milliseconds. */
const longest = 2 ** 31 - 1;

/** @type {import("../parts/frame/frame.js").Screen} */
export default function assignment(context) {
    const id = (context.params.id ?? "").toLowerCase();
    const { signal } = context;
    const hasScroll = keptScroll() !== undefined;
    const title = el("h1", {}, "Task");
    const next = el("span", {});
    const about = el("div", { class: "stack-tight" });
    const task = el("div", { class: "card stack-tight" });
    const rest = el("div", {});
    const page = el("div", { class: "assignment", hidden: true });
    const node = el("div", {}, bar("/class", title, next), rest, page);
    /** @type {ReturnType<typeof assignmentForm> | ReturnType<typeof ownTask> | undefined} */
    let form;
    /**
     * Entries above this number are new until I leave.
     * @type {number | undefined}
     */
    let newAbove;
    /** @type {Entry[]} */
    let entries = [];
    let highest = 0;
    let isPlaced = false;
    let shownTask = "";
    let timer = 0;

    const isMine = (/** @type {Entry} */ { author }) => author?.id === replica.me()?.id;
    const isNew = (/** @type {Entry} */ entry) => !isMine(entry) && newAbove !== undefined && entry.number > newAbove;
    const list = assignmentHistory(isNew);
    const unseen = unseenPill(signal, () => entries.filter((entry) => isNew(entry) && !list.isFolded(entry.id) && !read.isSeen(entry.id)).flatMap((entry) => list.article(entry.id) ?? []).map((found) => ({ node: found })));
    const read = readTracker(id, signal, unseen.update, { mark: markRead, attribute: "data-entry" });

    /** @param {import("../client/class.js").Shown} shown */
    function update({ assignment: found, entries: present, problem, isWhole }) {
        if (!found || (!present && !problem)) {
            const isGone = problem && !problem.isTransient;
            // What was typed a moment ago is kept: it stands on the page "Not sent".
            if (isGone) drafts.flush();
            context.state(problem ? "error" : "loading");
            page.hidden = true;
            mark(page, "data-assignment", undefined);
            fill(page);
            form = undefined;
            return fill(rest, problem ? isGone ? emptyState(missing, el("a", { class: "button", href: "/class" }, "Class")) : failure(problem, again) : skeleton());
        }
        const side = sideOf(found);
        newAbove ??= found.readNumber;
        if (!form) {
            form = found.own ? ownTask(found, again) : assignmentForm(found, { signal, again });
            fill(page, el("div", { class: "stack" }, about, task, list.node), el("div", { class: "assignment-side" }, unseen.node, form.node));
            page.classList.toggle("assignment-teach", side === "teacher");
        }
        page.hidden = false;
        fill(title, el("bdi", {}, found.task.title));
        context.title(found.task.title);
        showAbout(found, side);
        showTask(found);
        announce(present ?? []);
        entries = present ?? [];
        list.update(found, entries);
        form.update(found, isWhole, entries);
        read.update(entries.map((entry) => /** @type {any} */ ({ id: entry.id, number: entry.number, mine: isMine(entry), folded: list.isFolded(entry.id), state: "sent" })), found.readNumber, () => false, list.article);
        unseen.update();
        const fresh = freshness();
        fill(rest, fresh !== "ready" && asOf(replica.asOf()));
        context.state(fresh);
        if (side === "teacher") showNext(found);
        placeOnce();
        expectDeadline(found, { assignment: found, entries: present, problem, isWhole });
    }

    /**
     * @param {Assignment} found
     * @param {"student" | "teacher"} side
     */
    function showAbout(found, side) {
        const { extendedTo, state, student, task: { teachers } } = found;
        mark(page, "data-assignment", found.id);
        mark(page, "data-state", state);
        fill(about,
            el("p", { class: "line" }, disc(side === "teacher" ? student : teachers[0]), el("span", {}, side === "teacher" ? el("a", { href: `/students/${student.id}` }, el("bdi", {}, student.username)) : namesInWords(teachers))),
            el("p", { class: "state", data: { state } }, stateSentence(found, side)),
            el("p", { class: found.missing ? "bad" : "soft" }, found.dueAt && `Due ${found.missing ? `${dateText(found.dueAt)} · ` : ""}`, deadlineText(found), extendedTo && ` · more time until ${dateText(extendedTo)}`),
            lockSentence(found) && el("p", { class: "soft" }, lockSentence(found)));
    }

    /** @param {Assignment} found */
    function showTask({ task: { description, files = [], id: taskID, maxPoints, priority, tags }, student }) {
        const key = JSON.stringify([description, files, maxPoints, priority, tags]);
        if (key === shownTask) return;
        shownTask = key;
        const facts = [maxPoints !== undefined && `${maxPoints} points`, priority !== "none" && `${capitalized(priority)} priority`, ...tags].filter(Boolean).join(" · ");
        fill(task, description && el("p", { class: "comment-text", dir: "auto" }, ...textParts(description)), attachments(files), facts && el("p", { class: "small soft" }, facts),
            student.id !== replica.me()?.id && el("p", {}, el("a", { href: `/tasks/${taskID}` }, "The task")));
        task.hidden = !task.firstChild;
    }

    /** The next one in the queue, after this one. @param {Assignment} found */
    function showNext({ submittedAt = "" }) {
        const others = toReview().filter((one) => one.id !== id);
        const first = others.find((one) => (one.submittedAt ?? "") > submittedAt) ?? others[0];
        fill(next, first && el("a", { class: "button button-small", href: `/assignments/${first.id}` }, "Next to review"));
    }

    /** @param {readonly Entry[]} present */
    function announce(present) {
        const before = highest;
        highest = Math.max(highest, ...present.map(({ number }) => number));
        if (isPlaced) for (const entry of present) if (entry.number > before && !isMine(entry)) say(`New from ${entry.author?.username ?? "somebody"}.`);
    }

    /**
     * What can be done changes when a deadline's minute is over.
     * @param {Assignment} found
     * @param {import("../client/class.js").Shown} shown
     */
    function expectDeadline({ dueAt, locksAt }, shown) {
        clearTimeout(timer);
        const waits = [dueAt, locksAt].flatMap((at) => at ? [ends(at) - replica.now()] : []).filter((wait) => wait > 0 && wait < longest);
        if (waits.length > 0 && !signal.aborted) timer = window.setTimeout(() => update(shown), Math.min(...waits));
    }

    function placeOnce() {
        if (isPlaced) return;
        isPlaced = true;
        const first = list.node.querySelector("article[data-new]");
        if (hasScroll || !(first instanceof HTMLElement)) context.settled();
        else requestAnimationFrame(() => jump(first, { focus: false }));
    }

    const again = follow(id, signal, update);
    signal.addEventListener("abort", () => clearTimeout(timer));
    const tabs = document.querySelector(".tabs");
    if (tabs instanceof HTMLElement && matchMedia("(width < 960px)").matches) followHeight("foot", tabs, signal);
    followKeys(signal, { list: list.node, compose: () => page.querySelector("textarea")?.focus() });
    context.title("Task");
    fill(rest, skeleton());
    return node;
}
