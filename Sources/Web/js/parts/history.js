// The history of an assignment: entries by number, below a heading for each attempt.
import { call } from "../api.js";
import { el, fill, mark, sync } from "../dom.js";
import * as replica from "../replica.js";
import { attachments } from "./attachment.js";
import { mark as given, when } from "./class-words.js";
import { ask } from "./dialog.js";
import { act } from "./form.js";
import { disc, name } from "./person.js";
import { written } from "./text.js";
import { ago } from "./time.js";

/** @typedef {import("../types/wire.js").Assignment} Assignment */
/** @typedef {import("../types/wire.js").Entry} Entry */
/** @typedef {{id: string, title: string, entries: Entry[]}} Section */

const verbs = /** @type {const} */ ({
    message: "", start: "began", submit: "handed in", takeBack: "took it back", return: "returned it", complete: "marked it as done",
    evaluate: "changed the evaluation", excuse: "excused it", reopen: "opened it again", extend: "changed the deadline",
});

/** @param {(entry: Entry) => boolean} isNew */
export function history(isNew) {
    const node = el("div", { class: "history" });
    /** @type {Map<string, HTMLElement>} */
    let articles = new Map();
    /** @type {Assignment} */
    let assignment;

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
                const key = JSON.stringify([entry, isNew(entry), isDeletable, assignment.task.maxPoints]);
                if (key === shown) return;
                shown = key;
                const { action, at, author, extendedTo, files, text } = entry;
                const verb = verbs[action] + (action === "extend" ? extendedTo ? ` to ${when(extendedTo)}` : " back to the task's" : "");
                const points = given(entry, assignment.task.maxPoints);
                mark(place, "data-new", isNew(entry));
                mark(place, "aria-label", [[author?.username ?? "Somebody who left", verb].filter(Boolean).join(" "), isNew(entry) && "new"].filter(Boolean).join(", "));
                fill(place, disc(author), el("div", { class: "comment-body" },
                    el("div", { class: "comment-head" }, name(author), verb && el("span", {}, verb), points && el("strong", {}, points), el("span", { class: "comment-facts tiny soft" }, ago(at)),
                        isDeletable && el("span", { class: "comment-actions" }, act("Delete", (button) => remove(entry, button), { class: "text-button", about: "what you wrote" }))),
                    text && el("p", { class: "comment-text", dir: "auto" }, ...written(text)), attachments(files)));
            },
        };
    }

    return {
        node,
        article: (/** @type {string} */ id) => articles.get(id),
        /**
         * @param {Assignment} next
         * @param {readonly Entry[]} entries
         */
        update(next, entries) {
            assignment = next;
            sync(node, sections(entries), (one) => one.id, section);
            articles = new Map([...articles].filter(([, one]) => one.isConnected));
        },
    };
}

/**
 * Each attempt begins a section, which goes on until the next one.
 * @param {readonly Entry[]} entries
 */
function sections(entries) {
    /** @type {Section[]} */
    const found = [];
    for (const entry of entries) {
        if (entry.action === "submit") found.push({ id: entry.id, title: `Attempt ${entry.attempt}, handed in ${when(entry.at)}`, entries: [] });
        else if (found.length === 0) found.push({ id: "", title: "", entries: [] });
        const last = found[found.length - 1];
        if (!last) continue;
        if (entry.action === "takeBack" && last.id) last.title += ", taken back";
        last.entries.push(entry);
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
    if (!await ask({ title: "Delete this message?", text: "It is gone at once for everybody, with its files.", action: "Delete", opener })) return;
    await call("deleteEntry", { path: { assignmentID, entryID: id } });
    await replica.refresh();
    return "Deleted.";
}

