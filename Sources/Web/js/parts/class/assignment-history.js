// The history of an assignment: entries by number, below a heading for each attempt.
import { call, replica } from "../../client.js";
import { el, fill, mark, sync } from "../../dom.js";
import { attachments } from "./attachments.js";
import { gradeText as given } from "./class-words.js";
import { ask } from "../controls/dialog.js";
import { actionButton } from "../controls/form.js";
import { called, disc, name } from "../controls/person.js";
import { jump } from "../controls/unseen-pill.js";
import { textParts } from "../controls/text.js";
import { ago, dateText } from "../controls/time.js";
import { phrase, phraseAround } from "../../phrases.js";
import { renamed } from "./action-buttons.js";
import { evaluating } from "./entry-rules.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {import("../../types/wire.js").Entry} Entry */
/** @typedef {{id: string, title: string, entries: Entry[]}} Section */
/** @typedef {Map<string, string>} TakenBack the id of each attempt that was taken back, by that of the entry that did so */

/**
 * The entries below their headings. An attempt that was taken back is folded until somebody looks at it. To its student, the
 * words with which a teacher gave the work back stand apart from the others. To a teacher, the newest work stands first.
 */
export class AssignmentHistory {
    node = el("div", { class: "history" });
    answer = el("div", { class: "answer" });
    /** @type {Map<string, HTMLElement>} */
    articles = new Map();
    /** @type {{assignment?: Assignment, entries: readonly Entry[], takenBack: TakenBack}} */
    state = { entries: [], takenBack: new Map() };
    /** @type {Set<string>} the attempts that were taken back and that I look at all the same */
    unfolded = new Set();

    /** @param {(entry: Entry) => boolean} isNew */
    constructor(isNew) {
        this.isNew = isNew;
    }

    update(/** @type {Assignment} */ assignment, /** @type {readonly Entry[]} */ entries) {
        const takenBack = takenBackOf(entries);
        this.state = { assignment, entries, takenBack };
        const answer = answerOf(assignment, entries, new Set(takenBack.values()));
        sync(this.answer, answer ? [answer] : [], (entry) => entry.id, (entry) => this.entryArticle(entry));
        const others = entries.filter((entry) => entry !== answer);
        const found = sections(others, new Set(takenBack.values()));
        const isMine = assignment.student.id === replica.me()?.id;
        // A teacher finds what was said before the work below it, and the place of the work also while there is none.
        if (!isMine && found[0]?.title === "") found[0].title = phrase("class.history.before");
        if (!isMine && assignment.attempt === 0) found.push({ id: "none", entries: [],
            title: phrase("class.work.attempt", { attempt: 1 }) });
        sync(this.node, isMine ? found : found.reverse(), (one) => one.id, () => this.section());
        this.articles = new Map([...this.articles].filter(([, one]) => one.isConnected));
    }

    /** Whether an entry is an attempt that was taken back, which stands folded in one line. */
    isFolded(/** @type {string} */ id) {
        return !this.unfolded.has(id) && [...this.state.takenBack.values()].includes(id);
    }

    /** @param {string} id */
    article(id) {
        return this.articles.get(id);
    }

    section() {
        const heading = el("h2", {});
        const list = el("div", {});
        const nothing = el("p", { class: "soft no-work", hidden: true }, phrase("class.stays.notHandedIn"));
        const node = el("section", {}, heading, list, nothing);
        return {
            node,
            /** @param {Section} one */
            update: (one) => {
                heading.className = one.title ? "thread-head" : "unseen";
                fill(heading, one.title || phrase("class.history.before"));
                sync(list, one.entries, (entry) => entry.id, (entry) => this.entryArticle(entry));
                nothing.hidden = one.entries.length > 0;
                mark(node, "data-attempt", one.entries[0]?.id === one.id);
            },
        };
    }

    /** @param {Entry} first */
    entryArticle({ action, id, number }) {
        const node = el("article", { class: "comment", data: { entry: id, action, number } });
        let shown = "";
        this.articles.set(id, node);
        return {
            node,
            /** @param {Entry} entry */
            update: (entry) => {
                const next = this.describe(entry);
                const key = JSON.stringify([entry, next]);
                node.hidden = this.isFolded(id);
                if (key === shown) return;
                shown = key;
                showEntry(node, entry, next, (attempt) => this.unfold(attempt));
            },
        };
    }

    /** What is shown of an entry beside itself. */
    describe(/** @type {Entry} */ entry) {
        const { assignment, takenBack } = this.state;
        const attempt = takenBack.get(entry.id);
        return {
            isNew: this.isNew(entry) && !this.isFolded(entry.id), isDeletable: assignment && canDelete(assignment, entry),
            folded: attempt !== undefined && this.isFolded(attempt) ? attempt : undefined,
            points: given(entry, assignment?.task.maxPoints),
            // An entry has its author's username alone.
            author: assignment && [assignment.student, ...assignment.task.teachers].find(({ id }) => id === entry.author?.id),
        };
    }

    /** @param {string} id */
    unfold(id) {
        const { assignment, entries } = this.state;
        this.unfolded.add(id);
        if (assignment) this.update(assignment, entries);
        const found = this.article(id);
        if (found) jump(found);
    }
}

/**
 * @param {HTMLElement} node
 * @param {Entry} entry
 * @param {ReturnType<AssignmentHistory["describe"]>} about
 * @param {(attempt: string) => void} unfold
 */
function showEntry(node, entry, { author = entry.author, folded, isDeletable, isNew, points }, unfold) {
    const { action, at, extendedTo, files, text } = entry;
    /** @type {<Person>(person: Person) => (string | Person)[]} */
    const deed = (person) => action === "extend" && extendedTo
        ? phraseAround("class.did.extendTo", { person, deadline: dateText(extendedTo) })
        : phraseAround("class.did", { action, person });
    const label = deed(called(author, phrase("class.history.gone"))).join("");
    mark(node, "data-new", isNew);
    mark(node, "aria-label", isNew ? phrase("class.history.new", { entry: label }) : label);
    fill(node, disc(author), el("div", { class: "comment-body" },
        el("div", { class: "comment-head" }, el("span", {}, ...deed(name(author))),
            points && el("strong", {}, points), el("span", { class: "comment-facts tiny soft" }, ago(at)),
            folded && el("button", { class: "text-button", onclick: () => unfold(folded) }, phrase("class.history.show")),
            isDeletable && el("span", { class: "comment-actions" }, renamed(phrase("class.history.deleteMine"),
                actionButton(phrase("class.delete"), (button) => remove(entry, button), { class: "text-button" })))),
        text && el("p", { class: "comment-text", dir: "auto" }, ...textParts(text)), attachments(files),
        action === "submit" && !text && files.length === 0 && el("p", { class: "soft" }, phrase("class.history.empty"))));
}

/**
 * What a student's work came back with last, if that says something beside the points; undefined to a teacher.
 * @param {Assignment} assignment
 * @param {readonly Entry[]} entries
 * @param {ReadonlySet<string>} takenBack
 */
function answerOf({ state, student }, entries, takenBack) {
    if (student.id !== replica.me()?.id || !["returned", "done"].includes(state)) return undefined;
    const attempt = entries.findLastIndex(({ action, id }) => action === "submit" && !takenBack.has(id));
    return entries.slice(attempt + 1)
        .findLast(({ action, files, text }) => evaluating.includes(action) && (text || files.length > 0));
}

/** @param {readonly Entry[]} entries */
function takenBackOf(entries) {
    /** @type {TakenBack} */
    const found = new Map();
    for (const [at, { action, id }] of entries.entries()) {
        const attempt = action === "takeBack" && entries.slice(0, at).findLast((one) => one.action === "submit");
        if (attempt) found.set(id, attempt.id);
    }
    return found;
}

/**
 * Each attempt begins a section, which goes on until the next one. One that was taken back begins none: the next has its number.
 * @param {readonly Entry[]} entries
 * @param {ReadonlySet<string>} takenBack
 */
function sections(entries, takenBack) {
    /** @type {Section[]} */
    const found = [];
    for (const entry of entries) {
        if (entry.action === "submit"
            && !takenBack.has(entry.id)) found.push({ id: entry.id,
                title: phrase("class.history.attempt", { attempt: entry.attempt ?? 0, time: dateText(entry.at) }), entries: [] });
        else if (found.length === 0) found.push({ id: "", title: "", entries: [] });
        found.at(-1)?.entries.push(entry);
    }
    return found;
}

/** Whether I may delete an entry: my message, unless it is part of a student's attempt (rule 11.19). */
function canDelete(/** @type {Assignment} */ { closed, student, submittedAt }, /** @type {Entry} */ { action, at, author }) {
    const me = replica.me()?.id;
    return !closed && action === "message" && author?.id === me && (student.id !== me || !submittedAt || at > submittedAt);
}

async function remove(/** @type {Entry} */ { assignmentID, id }, /** @type {HTMLElement} */ opener) {
    if (!await ask({ title: phrase("class.history.deleteSure"), text: phrase("class.history.deleteMeans"),
        action: phrase("class.delete"), opener })) return;
    await call("deleteEntry", { path: { assignmentID, entryID: id } });
    await replica.refresh();
    return phrase("class.history.deleted");
}

