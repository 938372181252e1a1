// Assignments: those of the copy, and the one that a page shows, with its task, its draft and its entries.

import { conforms } from "../api/operations.js";
import { Problem } from "../api/answer.js";
import { isArchived } from "../copy/updates.js";
import { FollowedAssignment } from "./followed-assignment.js";

/** @typedef {import("../davenport.js").Davenport} Davenport */
/** @typedef {{ assignment?: Wire.Assignment, entries?: Wire.Entry[], problem?: Problem, isWhole: boolean }} Shown */

/** The pause before a read marker is sent again after a failure, in milliseconds. */
const pause = 5_000;

/** The assignments of the person who is signed in, as a student or a teacher. */
export class Assignments {
    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.platform = davenport.platform;
        this.connection = davenport.connection;
    }

    get copy() { return this.davenport.copy; }

    /**
     * Which side of an assignment is mine.
     * @param {Wire.Assignment} assignment
     */
    sideOf({ student }) { return student.id === this.copy?.userID ? "student" : "teacher"; }

    /** Whether I teach: what I see of a class, and may do, depends on it. */
    teaches() { return ["teacher", "admin", "owner"].includes(this.davenport.replica.me()?.role ?? ""); }

    /** All assignments of the copy, as a student or a teacher, with people's newest names. */
    assignments() {
        return [...this.copy?.assignments.values() ?? []].map(body => this.shown(body));
    }

    /** Assignments that wait for a teacher's review, the one that was handed in first first. */
    toReview() {
        return this.assignments().filter(one => this.sideOf(one) === "teacher" && one.attention === "review")
            .sort((one, other) => (one.submittedAt ?? "") < (other.submittedAt ?? "") ? -1 : 1);
    }

    /**
     * Reads assignments by a list while the first full fetch hasn't brought them yet.
     * @param {() => Promise<{ items: Wire.Assignment[] }>} list
     */
    async loadAssignments(list) {
        const { copy } = this;
        const { items } = await list().finally(() => copy?.firstShown.resolve());
        for (const body of items) if (!copy?.assignments.has(body.id)) copy?.assignments.set(body.id, body);
    }

    /**
     * @param {Wire.Assignment} body
     * @returns {Wire.Assignment}
     */
    shown(body) {
        const { replica } = this.davenport;
        const archived = isArchived(body, replica.now());
        const teachers = body.task.teachers.map(person => replica.person(person));
        return { ...body, archived, student: replica.person(body.student), task: { ...body.task, teachers } };
    }

    /**
     * Follows one assignment. What lists don't have, the description, the files and the draft, comes from its own answer, the
     * rest from the copy.
     * @param {string} id
     * @param {AbortSignal} signal
     * @param {(shown: Shown) => void} listener
     * @returns {() => Promise<void>} reads it anew.
     */
    follow(id, signal, listener) {
        return new FollowedAssignment(this, id, signal, listener).begin();
    }

    /**
     * The entries of an assignment by number: the copy's, or the server's where the copy hasn't all of them.
     * @param {string} id
     * @returns {Promise<Wire.Entry[]>}
     */
    async entriesOf(id) {
        const stored = await this.copy?.database.transaction(["items"], "readonly", async stores => {
            const thread = await stores.get("items", ["assignments", id]);
            return thread?.complete > 0 ? await stores.all("items", ["entries", id], "parent") : undefined;
        });
        const kept = stored?.map(item => item.body);
        /** @type {Wire.Entry[]} */
        const found = kept && await conforms("[Entry]", kept) ? kept
            : await this.connection.all("listEntries", { path: { assignmentID: id }, query: { limit: 500 } });
        const { replica } = this.davenport;
        return found.map(entry => ({ ...entry, author: entry.author && replica.person(entry.author) }))
            .sort((one, other) => one.number - other.number);
    }

    /**
     * Moves my read marker. The server takes it back never, so it may come late and twice.
     * @param {string} id
     * @param {{ id: string, number: number }} entry
     */
    async markRead(id, entry) {
        const { copy } = this;
        try {
            const options = { path: { assignmentID: id }, body: { entryID: entry.id }, keepalive: true };
            await this.connection.call("markEntriesRead", options);
        } catch (error) {
            if (!(error instanceof Problem)) throw error;
            if (error.isTransient) this.platform.setTimeout(() => { if (this.copy === copy) this.markRead(id, entry); }, pause);
        }
    }
}
