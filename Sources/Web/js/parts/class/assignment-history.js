// The history of an assignment: entries by number, below a heading for each attempt.
import { call, replica } from "../../client.js";
import { el, fill, mark, sync } from "../../dom.js";
import { attachments } from "./attachments.js";
import { gradeText as given, dateText } from "./class-words.js";
import { ask } from "../controls/dialog.js";
import { actionButton } from "../controls/form.js";
import { disc, name } from "../controls/person.js";
import { jump } from "../controls/unseen-pill.js";
import { textParts } from "../controls/text.js";
import { ago } from "../controls/time.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {import("../../types/wire.js").Entry} Entry */
/** @typedef {{id: string, title: string, entries: Entry[]}} Section */
/** @typedef {Map<string, string>} TakenBack the id of each attempt that was taken back, by the id of the entry that took it back */

const verbs = /** @type {const} */ ({
    message: "", start: "began", submit: "handed in", takeBack: "took back an attempt", return: "returned it",
        complete: "marked it as done",
    evaluate: "changed the evaluation", excuse: "excused it", reopen: "opened it again", extend: "changed the deadline",
});

/** @param {(entry: Entry) => boolean} isNew */
export function assignmentHistory(isNew) {
    const node = el("div", { class: "history" });
    /** @type {Map<string, HTMLElement>} */
    let articles = new Map();
    /** @type {Assignment} */
    let assignment;
    /** @type {TakenBack} */
    let takenBack = new Map();
    /**
     * The attempts that were taken back and that I look at all the same.
     * @type {Set<string>}
     */
    const unfolded = new Set();
    const isFolded = (/** @type {string} */ id) => !unfolded.has(id) && [...takenBack.values()].includes(id);

    /** @param {Section} first */
    const section = (first) => {
        const heading = el("h2", { class: first.title ? "thread-head" : "unseen" });
        const list = el("div", {});
        return {
            node: el("section", {}, heading, list),
            /** @param {Section} one */
            update(one) {
                fill(heading, one.title || "Before the first attempt");
                sync(list, one.entries, (entry) => entry.id, article);
            },
        };
    };

    /** @param {Entry} first */
    function article(first) {
        const place = el("article", { class: "comment", data: { entry: first.id, action: first.action, number: first.number } });
        let shown = "";
        articles.set(first.id, place);
        return {
            node: place,
            /** @param {Entry} entry */
            update(entry) {
                const isDeletable = canDelete(assignment, entry);
                const attempt = takenBack.get(entry.id);
                const isShut = attempt !== undefined && isFolded(attempt);
                place.hidden = isFolded(entry.id);
                const hasNews = isNew(entry) && !place.hidden;
                const key = JSON.stringify([entry, hasNews, isDeletable, isShut, assignment.task.maxPoints]);
                if (key === shown) return;
                shown = key;
                const { action, at, author, extendedTo, files, text } = entry;
                const verb = verbs[action]
                    + (action === "extend" ? extendedTo ? ` to ${dateText(extendedTo)}` : " back to the task's" : "");
                const points = given(entry, assignment.task.maxPoints);
                mark(place, "data-new", hasNews);
                mark(place, "aria-label",
                    [[author?.username ?? "Somebody who left", verb].filter(Boolean).join(" "), hasNews && "new"].filter(Boolean)
                        .join(", "));
                fill(place, disc(author), el("div", { class: "comment-body" },
                    el("div", { class: "comment-head" }, name(author), verb && el("span", {}, verb),
                        points && el("strong", {}, points), el("span", { class: "comment-facts tiny soft" }, ago(at)),
                        attempt && isShut && el("button", { class: "text-button", onclick: () => unfold(attempt) }, "Show"),
                        isDeletable && el("span", { class: "comment-actions" },
                            actionButton("Delete", (button) => remove(entry, button),
                                { class: "text-button", about: "what you wrote" }))),
                    text && el("p", { class: "comment-text", dir: "auto" }, ...textParts(text)), attachments(files)));
            },
        };
    }

    /** @type {readonly Entry[]} */
    let shownEntries = [];
    /** @param {string} id */
    function unfold(id) {
        unfolded.add(id);
        update(assignment, shownEntries);
        const found = articles.get(id);
        if (found) jump(found);
    }

    /**
     * @param {Assignment} next
     * @param {readonly Entry[]} entries
     */
    function update(next, entries) {
        assignment = next;
        shownEntries = entries;
        takenBack = takenBackOf(entries);
        sync(node, sections(entries, new Set(takenBack.values())), (one) => one.id, section);
        articles = new Map([...articles].filter(([, one]) => one.isConnected));
    }

    return {
        node,
        update,
        /** Whether an entry is an attempt that was taken back, which stands folded in one line. */
        isFolded,
        article: (/** @type {string} */ id) => articles.get(id),
    };
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
                title: `Attempt ${entry.attempt}, handed in ${dateText(entry.at)}`, entries: [] });
        else if (found.length === 0) found.push({ id: "", title: "", entries: [] });
        found.at(-1)?.entries.push(entry);
    }
    return found;
}

/**
 * Whether I may delete an entry: my message, unless it is part of a student's attempt (rule 11.19).
 * @param {Assignment} assignment
 * @param {Entry} entry
 */
function canDelete({ closed, student, submittedAt }, { action, at, author }) {
    const me = replica.me()?.id;
    return !closed && action === "message" && author?.id === me && (student.id !== me || !submittedAt || at > submittedAt);
}

/**
 * @param {Entry} entry
 * @param {HTMLElement} opener
 */
async function remove({ assignmentID, id }, opener) {
    if (!await ask({ title: "Delete this message?", text: "It is gone at once for everybody, with its files.", action: "Delete",
        opener })) return;
    await call("deleteEntry", { path: { assignmentID, entryID: id } });
    await replica.refresh();
    return "Deleted.";
}

