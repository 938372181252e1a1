// An assignment, for its student and for teachers: its head, the task, the history, and the form.
import { ends, follow, markRead, sideOf, toReview } from "../client/class.js";
import { bar, el, fill, mark } from "../dom.js";
import { drafts, replica } from "../client.js";
import { phrase, phraseAround } from "../phrases.js";
import { keptScroll } from "../routes.js";
import { ownTask } from "../parts/class/own-task.js";
import { assignmentForm } from "../parts/class/assignment-form.js";
import { attachments } from "../parts/class/attachments.js";
import { followHeight } from "../parts/frame/bars.js";
import { deadlineParts, lockSentence, stateSentence } from "../parts/class/class-words.js";
import { isAsked } from "../parts/class/entry-rules.js";
import { dateText } from "../parts/controls/time.js";
import { AssignmentHistory } from "../parts/class/assignment-history.js";
import { assignmentStudents } from "../parts/class/assignment-students.js";
import { followKeys } from "../parts/controls/page-keys.js";
import { called, disc, namesInWords } from "../parts/controls/person.js";
import { unseenPill, jump } from "../parts/controls/unseen-pill.js";
import { readTracker } from "../parts/controls/read-tracker.js";
import { asOf, emptyState, failure, freshness, say, skeleton } from "../parts/controls/states.js";
import { textParts } from "../parts/controls/text.js";

/** @typedef {import("../types/wire.js").Assignment} Assignment */
/** @typedef {import("../types/wire.js").Entry} Entry */
/** @typedef {Parameters<Parameters<typeof follow>[2]>[0]} Shown what there is to show of an assignment */

const missing = phrase("class.work.missing");
/** The longest time that a timer of the browser can wait, in milliseconds. */
const longest = 2 ** 31 - 1;

/** @type {import("../parts/frame/frame.js").Screen} */
export default function assignment(context) {
    const page = new AssignmentPage(context);
    page.begin();
    return page.node;
}

class AssignmentPage {
    /** @type {ReturnType<typeof assignmentForm> | ReturnType<typeof ownTask> | undefined} */
    form = undefined;
    /**
     * A student's form for messages.
     * @type {ReturnType<typeof assignmentForm> | undefined}
     */
    talk = undefined;
    /** @type {Entry[]} */
    entries = [];
    /** What the page knows beside the copy. Entries above `newAbove` are new until I leave. */
    state = { newAbove: /** @type {number | undefined} */ (undefined), highest: 0, first: Infinity, isPlaced: false,
        shownTask: "", shownStudents: "" };
    timer = 0;
    again = async () => {};

    /** @param {import("../parts/frame/frame.js").Context} context */
    constructor(context) {
        this.context = context;
        const { signal } = context;
        const id = this.id = (context.params.id ?? "").toLowerCase();
        this.hasScroll = keptScroll() !== undefined;
        this.title = el("h1", {}, phrase("class.task.page"));
        /** The way to the next student. */
        this.next = el("div", {});
        this.about = el("div", { class: "stack-tight" });
        this.task = el("div", { class: "stack-tight" });
        this.rest = el("div", {});
        this.page = el("div", { class: "assignment", hidden: true });
        this.students = assignmentStudents();
        this.node = el("div", {}, bar("/class", this.title), this.students.node, this.rest, this.page);
        this.list = new AssignmentHistory((entry) => this.isNew(entry));
        this.unseen = unseenPill(signal,
            () => this.entries.filter((entry) => this.isNew(entry) && !this.list.isFolded(entry.id)
                && !this.read.isSeen(entry.id))
            .flatMap((entry) => this.list.article(entry.id) ?? []).map((found) => ({ node: found })));
        this.read = readTracker(id, signal, () => this.follow(), { mark: markRead, attribute: "data-entry" });
    }

    begin() {
        const { context, id } = this;
        const { signal } = context;
        this.again = follow(id, signal, (shown) => this.update(shown));
        signal.addEventListener("abort", () => clearTimeout(this.timer));
        const tabs = document.querySelector(".tabs");
        if (tabs instanceof HTMLElement && matchMedia("(width < 960px)").matches) followHeight("foot", tabs, signal);
        followKeys(signal, { list: this.list.node, compose: () => this.page.querySelector("textarea")?.focus() });
        context.title(phrase("class.task.page"));
        fill(this.rest, skeleton());
    }

    /** @param {Entry} entry */
    isMine({ author }) {
        return author?.id === replica.me()?.id;
    }

    /** @param {Entry} entry */
    isNew(entry) {
        const { newAbove } = this.state;
        return !this.isMine(entry) && newAbove !== undefined && entry.number > newAbove;
    }

    /** @param {Shown} shown */
    update(shown) {
        const { assignment: found, entries: present, problem, isWhole } = shown;
        if (!found || (!present && !problem)) return this.showMissing(problem);
        const { context, list } = this;
        const side = sideOf(found);
        this.state.newAbove ??= found.readNumber;
        this.form ??= this.makeForm(found, side);
        this.page.hidden = false;
        fill(this.title, el("bdi", {}, found.task.title));
        context.title(found.task.title);
        this.showAbout(found, side);
        this.showTask(found);
        this.announce(present ?? []);
        const entries = this.entries = present ?? [];
        list.update(found, entries);
        for (const form of [this.form, this.talk]) form?.update(found, isWhole, entries);
        const shownEntries = entries.map((entry) => /** @type {any} */ (
            { id: entry.id, number: entry.number, mine: this.isMine(entry), folded: list.isFolded(entry.id), state: "sent" }));
        this.read.update(shownEntries, found.readNumber, () => false, (entryID) => list.article(entryID));
        this.follow();
        const fresh = freshness();
        fill(this.rest, fresh !== "ready" && asOf(replica.asOf()));
        context.state(fresh);
        if (side === "teacher") this.showOthers(found);
        this.placeOnce();
        this.expectDeadline(found, shown);
    }

    /** Follows what was seen. Work that comes while the page is open is looked at before it is answered. */
    follow() {
        this.unseen.update();
        const from = Math.max(this.state.first, this.list.state.assignment?.readNumber ?? 0);
        const newest = this.entries.findLast(({ action, number }) => action === "submit" && number > from);
        const isUnseen = newest && !this.isMine(newest) && !this.read.isSeen(newest.id);
        const student = `\u2068${called(newest?.author)}\u2069`;
        if (this.form && "hold" in this.form) this.form.hold(isUnseen ? phrase("class.work.lookFirst", { student }) : "");
    }

    /**
     * Nothing is there yet, or it is gone, or it can't be loaded.
     * @param {import("../types/app.js").Problem | undefined} problem
     */
    showMissing(problem) {
        const isGone = problem && !problem.isTransient;
        // What was typed a moment ago is kept: it stands on the page "Not sent".
        if (isGone) drafts.flush();
        this.context.state(problem ? "error" : "loading");
        this.page.hidden = true;
        mark(this.page, "data-assignment", undefined);
        fill(this.page);
        this.form = this.talk = undefined;
        if (isGone) {
            fill(this.title, phrase("class.work.notFound"));
            this.context.title(phrase("class.work.notFound"));
        }
        fill(this.rest, !problem ? skeleton()
            : isGone ? emptyState(missing, el("a", { class: "button", href: "/class" }, phrase("class.work.toClass")))
                : failure(problem, () => this.again()));
    }

    /**
     * @param {Assignment} found
     * @param {"student" | "teacher"} side
     */
    makeForm(found, side) {
        const page = { signal: this.context.signal, again: () => this.again() };
        const form = found.own ? ownTask(found, page.again) : assignmentForm(found, page);
        const isTeacher = side === "teacher";
        this.talk = isTeacher || found.own ? undefined : assignmentForm(found, page, true);
        const { node: work } = form;
        const { list: { answer, node: history }, next, unseen: { node: pill } } = this;
        // A teacher knows the task, and looks at the work. A student reads first how it stands and what there is to do, then
        // comes the place for the work, and messages are apart from both.
        const parts = isTeacher ? [el("div", { class: "stack" }, this.about, el("details", { class: "fold" },
            el("summary", { class: "small" }, phrase("class.work.task")), el("div", { class: "card" }, this.task)), history),
        el("div", { class: "assignment-side stack-tight" }, pill, work, next)]
            : [el("div", { class: "card stack work-card" }, this.about, answer, this.task),
                el("div", { class: "assignment-side" }, work),
                el("div", { class: "stack work-talk" }, history, pill, this.talk?.node)];
        fill(this.page, ...parts);
        this.page.classList.toggle("assignment-teach", isTeacher);
        return form;
    }

    /**
     * @param {Assignment} found
     * @param {"student" | "teacher"} side
     */
    showAbout(found, side) {
        const { extendedTo, missing: isMissing, state, student, task: { maxPoints, priority, tags } } = found;
        const [due, lateness] = deadlineParts(found);
        const isTeacher = side === "teacher";
        // A teacher gave the rest, and the form says the points.
        const facts = [due, !isMissing && lateness, extendedTo && phrase("class.work.moreTime", { time: dateText(extendedTo) }),
            ...isTeacher ? [] : [maxPoints !== undefined && phrase("class.work.pointsInAll", { count: maxPoints }),
                priority !== "none" && phrase("class.row.priority", { priority }), ...tags]]
            .filter((one) => one !== undefined && one !== false);
        mark(this.page, "data-assignment", found.id);
        mark(this.page, "data-state", state);
        mark(this.page, "data-missing", isMissing);
        fill(this.about, el("div", { class: "line work-head" }, isTeacher && disc(student, { large: true }), el("div", {},
            isTeacher && el("p", { class: "name" }, el("a", { href: `/students/${student.id}` }, el("bdi", {}, called(student)))),
            el("p", { class: "line work-state" },
                // The heading of the work says when it was handed in.
                (!isTeacher || state !== "submitted")
                    && el("span", { class: "state", data: { state } }, stateSentence(found, side)),
                isMissing && el("span", { class: "overdue" }, lateness)),
            el("p", { class: "small soft" }, ...facts.flatMap((one, place) => [
                el("span", { class: "phrase" }, one, place < facts.length - 1 && " ·"), " "])))),
        lockSentence(found) && el("p", { class: "small soft" }, lockSentence(found)));
    }

    /** @param {Assignment} found */
    showTask({ own, task: { description, files = [], id: taskID, teachers }, student }) {
        const key = JSON.stringify([description, files, teachers]);
        if (key === this.state.shownTask) return;
        this.state.shownTask = key;
        const isMine = student.id === replica.me()?.id;
        fill(this.task, isMine && !own && el("p", { class: "line small work-from" }, disc(teachers[0]), namesInWords(teachers)),
            isMine && !own && el("h2", { class: "small work-what" }, phrase("class.task.text")),
            description && el("p", { class: "comment-text task-words", dir: "auto" }, ...textParts(description)),
            attachments(files),
            !isMine && el("p", {}, el("a", { href: `/tasks/${taskID}` }, phrase("class.work.toTask"))));
        this.task.hidden = !this.task.firstChild;
    }

    /**
     * The students of the task, and the next one whose work waits, after this one: of the same task, then of any.
     * @param {Assignment} found
     */
    showOthers(found) {
        const { evaluation, state, submittedAt = "" } = found;
        const key = JSON.stringify([state, evaluation]);
        if (key !== this.state.shownStudents) this.students.update(found);
        this.state.shownStudents = key;
        const others = toReview().filter((one) => one.id !== this.id);
        const same = others.filter(({ task }) => task.id === found.task.id);
        const queue = same.length > 0 ? same : others;
        const first = queue.find((one) => (one.submittedAt ?? "") > submittedAt) ?? queue[0];
        const isMain = state !== "submitted" && !isAsked(found, this.entries);
        fill(this.next, first && el("p", { class: "card line apart next-work" }, el("span", { class: "line" },
            disc(first.student), el("span", {}, ...waitsText(first, same.length === 0))),
        el("a", { class: isMain ? "button button-main" : "button", href: `/assignments/${first.id}` },
            phrase("class.work.next"))));
    }

    /** @param {readonly Entry[]} present */
    announce(present) {
        const { state } = this;
        const before = state.highest;
        state.highest = Math.max(state.highest, ...present.map(({ number }) => number));
        if (!state.isPlaced) return;
        for (const entry of present) {
            if (entry.number <= before || this.isMine(entry)) continue;
            say(phrase("class.work.newFrom", { name: called(entry.author, phrase("class.work.somebody")) }));
        }
    }

    /**
     * What can be done changes when a deadline's minute is over.
     * @param {Assignment} found
     * @param {Shown} shown
     */
    expectDeadline({ dueAt, locksAt }, shown) {
        clearTimeout(this.timer);
        const waits = [dueAt, locksAt].flatMap((at) => at ? [ends(at) - replica.now()] : [])
            .filter((wait) => wait > 0 && wait < longest);
        if (waits.length === 0 || this.context.signal.aborted) return;
        this.timer = window.setTimeout(() => this.update(shown), Math.min(...waits));
    }

    placeOnce() {
        const { list, state } = this;
        if (state.isPlaced) return;
        state.isPlaced = true;
        state.first = state.highest;
        const first = list.node.querySelector("article[data-new]");
        // A teacher's answer stands at the top. What is new is in view there too, unless much stands above it.
        const isAtTop = this.hasScroll || list.answer.querySelector("[data-new]") !== null
            || first && first.getBoundingClientRect().bottom + scrollY < innerHeight * 2 / 3;
        if (isAtTop || !(first instanceof HTMLElement)) this.context.settled();
        else requestAnimationFrame(() => jump(first, { focus: false }));
    }
}

/**
 * Who waits next, and with which task if that is another one.
 * @param {Assignment} assignment
 * @param {boolean} isOther
 */
function waitsText({ student: person, task }, isOther) {
    const student = el("bdi", { class: "name" }, called(person));
    return isOther ? phraseAround("class.work.waitsWith", { student, title: el("bdi", {}, task.title) })
        : phraseAround("class.work.waits", { student });
}
