// Assignments: those of the copy, and the one that a page shows, with its task, its draft and its entries.

import { all, call, Problem } from "./api.js";
import * as answers from "./answers.js";
import { me, person } from "./replica.js";
import { memory, subscribe } from "./replica/memory.js";
import { isArchived } from "./replica/page.js";

/** @typedef {{ assignment?: Wire.Assignment, entries?: Wire.Entry[], problem?: Problem, isWhole: boolean }} Shown */

/** How long a read marker waits after a failure, in milliseconds. */
const pause = 5_000;

/** Whether I teach: what I see of a class, and may do, depends on it. */
export function teaches() { return ["teacher", "admin", "owner"].includes(me()?.role ?? ""); }

/** Which side of an assignment is mine. */
export const sideOf = (/** @type {Wire.Assignment} */ { student }) => student.id === memory()?.userID ? "student" : "teacher";

/** All assignments of the copy, as a student or a teacher, with people's newest names. */
export function assignments() {
    return [...memory()?.assignments.values() ?? []].map(shown);
}

/** Assignments that wait for a teacher's review, the one that was handed in first first. */
export function toReview() {
    return assignments().filter(one => sideOf(one) === "teacher" && one.attention === "review")
        .sort((one, other) => (one.submittedAt ?? "") < (other.submittedAt ?? "") ? -1 : 1);
}

/**
 * Reads assignments by a list while the first full fetch hasn't brought them yet.
 * @param {() => Promise<{ items: Wire.Assignment[] }>} list
 */
export async function loadAssignments(list) {
    const copy = memory();
    const { items } = await list().finally(() => copy?.firstShown.resolve());
    for (const body of items) if (!copy?.assignments.has(body.id)) copy?.assignments.set(body.id, body);
}

/**
 * @param {Wire.Assignment} body
 * @returns {Wire.Assignment}
 */
function shown(body) {
    const archived = isArchived(body, memory()?.now ?? Date.now());
    return { ...body, archived, student: person(body.student), task: { ...body.task, teachers: body.task.teachers.map(person) } };
}

/**
 * Follows one assignment. What lists don't have, the description, the files and the draft, comes from its own answer, the rest from the copy.
 * @param {string} id
 * @param {AbortSignal} signal
 * @param {(shown: Shown) => void} listener
 * @returns {() => Promise<void>} reads it anew.
 */
export function follow(id, signal, listener) {
    /** @type {Wire.Assignment | undefined} */
    let whole;
    /** @type {Wire.Assignment | undefined} */
    let card;
    /** @type {Wire.Assignment | undefined} the newer one of both */
    let latest;
    /** @type {Wire.Entry[] | undefined} */
    let entries;
    /** @type {Problem | undefined} */
    let problem;
    let wasThere = false;

    const show = () => {
        if (signal.aborted) return;
        const body = latest;
        const rest = body && { description: whole?.task.description, files: whole?.task.files };
        const assignment = body && shown({ ...body, task: { ...body.task, ...rest }, draft: whole?.draft });
        listener({ assignment, entries, problem, isWhole: whole !== undefined && (whole.version ?? 0) >= (body?.version ?? 0) });
    };
    const { stop, again } = answers.watch("showAssignment", { path: { assignmentID: id } }, next => {
        // An answer may come after that of a later request.
        if (next.answer && (next.answer.version ?? 0) >= (whole?.version ?? 0)) whole = next.answer;
        if (!latest || (next.state === "ready" && whole && whole.lastActivityAt >= latest.lastActivityAt)) latest = whole;
        problem = /** @type {Problem | undefined} */ (next.problem);
        if (problem && !problem.isTransient) [whole, latest, entries] = [undefined, undefined, undefined];
        show();
    });
    const readEntries = async () => {
        try {
            entries = await entriesOf(id);
            show();
        } catch (error) {
            if (!(error instanceof Problem)) throw error;
            if (!entries) problem = error;
            show();
        }
    };
    const changed = (/** @type {ReadonlySet<string>} */ topics) => {
        const next = memory()?.assignments.get(id);
        const isGone = wasThere && !next;
        if (next !== card || isGone) again();
        if (next !== card || topics.has("entries")) readEntries();
        wasThere ||= next !== undefined;
        if (next && next !== card) latest = next;
        card = next;
        show();
    };
    latest = card = memory()?.assignments.get(id);
    wasThere = card !== undefined;
    readEntries();
    const ends = [stop, subscribe(["assignments", "entries", "people"], changed), subscribe(["live"], show)];
    signal.addEventListener("abort", () => ends.forEach(end => end()));
    return again;
}

/**
 * The entries of an assignment by number: the copy's, or the server's where the copy hasn't all of them.
 * @param {string} id
 * @returns {Promise<Wire.Entry[]>}
 */
async function entriesOf(id) {
    const stored = await memory()?.database.transaction(["items"], "readonly", async stores => {
        const thread = await stores.get("items", ["assignments", id]);
        return thread?.complete > 0 ? await stores.all("items", ["entries", id], "parent") : undefined;
    });
    /** @type {Wire.Entry[]} */
    const found = stored?.map(item => item.body) ?? await all("listEntries", { path: { assignmentID: id }, query: { limit: 500 } });
    return found.map(entry => ({ ...entry, author: entry.author && person(entry.author) })).sort((one, other) => one.number - other.number);
}

/**
 * Moves my read marker. The server takes it back never, so it may come late and twice.
 * @param {string} id
 * @param {{ id: string, number: number }} entry
 */
export async function markRead(id, entry) {
    const copy = memory();
    try {
        await call("markEntriesRead", { path: { assignmentID: id }, body: { entryID: entry.id }, keepalive: true });
    } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (error.isTransient) setTimeout(() => memory() === copy && markRead(id, entry), pause);
    }
}
