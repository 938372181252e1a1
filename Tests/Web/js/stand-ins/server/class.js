// Tasks, assignments with their entries, and files (docs/rules/class.md, class-files.md): without deadlines, archives and the
// withdrawal of students.

import { compact, repeated, stub } from "./people.js";
import { invalid, notFound, Refusal, text } from "./refusal.js";

/** @typedef {import("./server.js").Handler} Handler */
/** @typedef {import("./server.js").Server} Server */
/** @typedef {import("./server.js").Call} Call */
/**
 * @typedef {{ id: string, assignmentID: string, number: number, action: string, by: string, at: string, text?: string, fileIDs:
 * string[], attempt?: number, points?: number, word?: string, request: string }} StoredEntry
 */
/**
 * @typedef {{ id: string, order: number, taskID: string, studentID: string, state: string, attempt: number, submittedAt?: string,
 * openedAt?: string, evaluation?: any, draft?: any, version: number, reads: Map<string, number>, entries: StoredEntry[],
 * lastActivityAt: string }} StoredAssignment
 */

/** What an action makes of a state; an action that isn't here keeps it. */
const next = /** @type {Record<string, Record<string, string>>} */ ({
    start: { todo: "inProgress" },
    submit: { todo: "submitted", inProgress: "submitted", returned: "submitted" },
    takeBack: { submitted: "inProgress" },
    return: { submitted: "returned" },
    complete: { todo: "done", inProgress: "done", submitted: "done", returned: "done" },
    evaluate: { returned: "returned", done: "done" },
    excuse: { todo: "excused", inProgress: "excused", submitted: "excused", returned: "excused" },
    reopen: { done: "inProgress", excused: "inProgress" },
});
const ofStudents = new Set(["start", "submit", "takeBack"]);
const needVersion = new Set(["return", "complete", "evaluate"]);

/**
 * @param {Server} server
 * @param {string} teacherID
 * @param {any} body
 */
export function addTask(server, teacherID, body) {
    const task = {
        id: server.chosen(body.id), by: teacherID, request: JSON.stringify(body), order: server.created += 1,
        title: text(body.title, "title", 200),
        description: body.description
            || undefined, priority: body.priority ?? "none", tags: body.tags ?? [], maxPoints: body.maxPoints ?? undefined,
        fileIDs: body.fileIDs ?? [], createdAt: server.time(), editedAt: undefined,
    };
    server.tasks.set(task.id, task);
    for (const studentID of body.studentIDs ?? []) assign(server, task, studentID);
    return task;
}

/** @param {Server} server @param {any} task @param {string} studentID */
export function assign(server, task, studentID) {
    /** @type {StoredAssignment} */
    const assignment = {
        id: server.newID(), order: server.created, taskID: task.id, studentID, state: "todo", attempt: 0, version: 1,
        reads: new Map(), entries: [],
        lastActivityAt: server.time(),
    };
    server.assignments.set(assignment.id, assignment);
    server.note([studentID, task.by], { kind: "assignmentJoined", id: assignment.id });
    return assignment;
}

/** Deletes a task with its assignments. @param {Server} server @param {any} task */
export function removeTask(server, task) {
    server.tasks.delete(task.id);
    server.deleted.add(task.id);
    for (const assignment of [...server.assignments.values()].filter(one => one.taskID === task.id)) {
        server.assignments.delete(assignment.id);
        server.deleted.add(assignment.id);
        server.note([assignment.studentID, task.by], { kind: "assignment", id: assignment.id });
    }
}

/** @param {Server} server @param {StoredAssignment} assignment @param {string} userID */
export const sees = (server, assignment, userID) => assignment.studentID === userID
    || server.tasks.get(assignment.taskID)?.by === userID;

/**
 * @param {Server} server
 * @param {StoredAssignment} assignment
 * @param {string} userID
 * @param {boolean} [isWhole] lists leave some out.
 */
export function shownAssignment(server, assignment, userID, isWhole = false) {
    const task = server.tasks.get(assignment.taskID);
    const isStudent = assignment.studentID === userID;
    const user = (/** @type {string} */ id) => stub(/** @type {any} */ (server.people.get(id)));
    const readNumber = assignment.reads.get(userID) ?? 0;
    const unreadCount = assignment.entries.filter(entry => entry.by !== userID && entry.number > readNumber).length;
    const { state } = assignment;
    const attention = isStudent
        ? [
            "todo", "inProgress", "returned",
        ].includes(state) ? "work" : unreadCount > 0 ? "read" : state === "submitted" ? "wait" : "none"
        : state === "submitted" ? "review" : unreadCount > 0 ? "read" : "none";
    return compact({
        id: assignment.id,
        task: {
            id: task.id, title: task.title, priority: task.priority, tags: task.tags, maxPoints: task.maxPoints,
            teachers: [user(task.by)],
            ...(isWhole && {
                description: task.description, files: task.fileIDs.map((/** @type {string} */ id) => shownFile(server, id)),
            }),
        },
        student: user(assignment.studentID), state, closed: false, attempt: assignment.attempt,
        submittedAt: assignment.submittedAt,
        openedAt: assignment.openedAt, late: false, missing: false, evaluation: assignment.evaluation,
        ...(!isStudent && { version: assignment.version, ...(isWhole && { draft: assignment.draft }) }),
        readNumber, unreadCount, attention, lastActivityAt: assignment.lastActivityAt, archived: false, own: false,
    });
}

/** @param {Server} server @param {StoredEntry} entry */
export function shownEntry(server, { by, fileIDs, request, ...entry }) {
    return compact(
        { ...entry, author: stub(/** @type {any} */ (server.people.get(by))), files: fileIDs.map(id => shownFile(server, id)) }
    );
}

/** @param {Server} server @param {string} id */
function shownFile(server, id) {
    const { by, request, kind, usedBy, ...file } = server.files.get(id);
    return file;
}

/** @param {Server} server @param {any} task */
function shownTask(server, task) {
    const { by, request, order, fileIDs, ...rest } = task;
    const teacher = /** @type {any} */ (server.people.get(by));
    const counts = Object.fromEntries(
        ["todo", "inProgress", "submitted", "returned", "done", "excused", "late", "missing", "unread"].map(name => [name, 0])
    );
    for (const { taskID, state } of server.assignments.values()) if (taskID === task.id) counts[state] += 1;
    return compact({
        ...rest, closed: false, files: fileIDs.map((/** @type {string} */ id) => shownFile(server, id)), archived: false, counts,
        teachers: [{ user: stub(teacher), isHost: true, since: task.createdAt }],
    });
}

/** @param {Server} server @param {Call} call */
function entered(server, { me, path }) {
    const assignment = server.assignments.get(path.assignmentID);
    if (!assignment || !sees(server, assignment, me.id)) throw notFound();
    return { assignment, isStudent: assignment.studentID === me.id };
}

/** @param {Server} server @param {Call} call */
function ownTask(server, { me, path }) {
    const task = server.tasks.get(path.taskID);
    if (!task || task.by !== me.id) throw notFound();
    return task;
}

/** @param {Server} server @param {StoredAssignment} assignment */
function noteAssignment(server, assignment) {
    server.note([assignment.studentID, server.tasks.get(assignment.taskID).by], { kind: "assignment", id: assignment.id });
}

/**
 * Records an action on an assignment.
 * @param {Server} server
 * @param {StoredAssignment} assignment
 * @param {import("./server.js").Person} me
 * @param {any} body
 */
export function act(server, assignment, me, body) {
    if (!server.assignments.has(assignment.id)) throw notFound();
    const { action, version } = body;
    const isStudent = assignment.studentID === me.id;
    if (
        action !== "message" && action !== "extend" && ofStudents.has(action) !== isStudent
    ) throw new Refusal(403, "forbidden", "That is the other side's.");
    const state = action === "message" ? isStudent && assignment.state === "todo" ? "inProgress" : assignment.state
        : next[action]?.[assignment.state];
    if (!state) throw new Refusal(409, "wrong_state", "It isn't in such a state.", { more: { state: assignment.state } });
    if (
        needVersion.has(action) && version !== assignment.version
    ) throw new Refusal(409, "assignment_changed", "It has changed meanwhile.");
    for (const id of body.fileIDs ?? []) if (server.files.get(id)?.by !== me.id) throw new Refusal(
        422, "unknown_file", "There is no such file.",
    );
    const words = body.text === undefined || body.text === null || body.text === "" ? undefined : text(body.text, "text", 4000);
    if (action === "message" && words === undefined && !body.fileIDs?.length) throw invalid("text", "must not be empty");
    const published = needVersion.has(action) ? {
        ...assignment.draft, ...compact({ points: body.points ?? undefined, word: body.word ?? undefined, text: words }),
    } : {};
    assignment.state = state;
    if (action === "submit") [assignment.attempt, assignment.submittedAt] = [assignment.attempt + 1, server.time()];
    if (action === "takeBack") assignment.attempt -= 1;
    if (action !== "message") assignment.version += 1;
    const entry = {
        id: server.chosen(body.id), assignmentID: assignment.id, number: assignment.entries.length + 1, action, by: me.id,
        at: server.time(),
        text: needVersion.has(action) ? published.text
            : words, fileIDs: body.fileIDs ?? [], points: published.points, word: published.word,
        ...(action === "submit" && { attempt: assignment.attempt }), request: JSON.stringify(body),
    };
    if (published.points !== undefined || published.word !== undefined || (needVersion.has(action) && published.text)) {
        const { points, word } = published;
        assignment.evaluation = compact(
            { entryID: entry.id, attempt: assignment.attempt, points, word, text: published.text, at: entry.at, by: stub(me) }
        );
    }
    if (needVersion.has(action)) delete assignment.draft;
    assignment.entries.push(entry);
    assignment.lastActivityAt = entry.at;
    noteAssignment(server, assignment);
    server.note(
        [assignment.studentID, server.tasks.get(assignment.taskID).by], { kind: "entry", id: entry.id, parent: assignment.id },
    );
    return entry;
}

/** @type {Record<string, Handler>} */
export const classes = {
    createTask(server, { me, body }) {
        const before = repeated([...server.tasks.values()], body.id, me.id, body);
        return { status: before ? 200 : 201, body: shownTask(server, before ?? addTask(server, me.id, body)) };
    },
    showTask: (server, call) => ({ status: 200, body: shownTask(server, ownTask(server, call)) }),
    listTasks: (server, { me }) => ({
        status: 200,
        body: { items: [...server.tasks.values()].filter(({ by }) => by === me.id).map(task => shownTask(server, task)) },
    }),
    changeTask(server, call) {
        const task = ownTask(server, call);
        const { title, description } = call.body;
        if (title !== undefined && title !== null) task.title = text(title, "title", 200);
        if (description !== undefined) task.description = description || undefined;
        task.editedAt = server.time();
        for (
            const assignment of server.assignments.values()
        ) if (assignment.taskID === task.id) noteAssignment(server, assignment);
        return { status: 200, body: shownTask(server, task) };
    },
    deleteTask(server, call) {
        removeTask(server, ownTask(server, call));
        return { status: 204 };
    },
    listAssignments: (server, { me }) => ({
        status: 200, body: { items: [...server.assignments.values()].filter(one => one.studentID === me.id).map(
            one => shownAssignment(server, one, me.id)
        ) },
    }),
    showAssignment: (server, call) => (
        { status: 200, body: shownAssignment(server, entered(server, call).assignment, call.me.id, true) }
    ),
    listEntries: (server, call) => (
        { status: 200, body: { items: entered(server, call).assignment.entries.map(entry => shownEntry(server, entry)) } }
    ),
    createEntry(server, call) {
        const { assignment } = entered(server, call);
        const { me, body } = call;
        const before = repeated(assignment.entries, body.id, me.id, body);
        const entry = before ?? act(server, assignment, me, body);
        const shown = shownAssignment(server, assignment, me.id, true);
        return { status: before ? 200 : 201, body: { entry: shownEntry(server, entry), assignment: shown } };
    },
    markEntriesRead(server, call) {
        const { assignment } = entered(server, call);
        const entry = assignment.entries.find(({ id }) => id === call.body.entryID);
        if (!entry) throw notFound();
        assignment.reads.set(call.me.id, Math.max(assignment.reads.get(call.me.id) ?? 0, entry.number));
        server.note([call.me.id], { kind: "assignment", id: assignment.id });
        return { status: 200, body: { unreadCount: shownAssignment(server, assignment, call.me.id).unreadCount } };
    },
    setDraft(server, call) {
        const { assignment, isStudent } = entered(server, call);
        if (isStudent) throw new Refusal(403, "forbidden", "Only teachers draft evaluations.");
        const { version, points, word, text: words } = call.body;
        if (version !== assignment.version) throw new Refusal(409, "assignment_changed", "It has changed meanwhile.");
        const draft = compact({ points: points ?? undefined, word: word ?? undefined, text: words ?? undefined });
        assignment.draft = Object.keys(draft).length > 0 ? { ...draft, by: stub(call.me) } : undefined;
        assignment.version += 1;
        noteAssignment(server, assignment);
        return { status: 200, body: shownAssignment(server, assignment, call.me.id, true) };
    },
    createFile(server, { me, path, query, headers, body }) {
        const size = typeof body === "string" ? body.length : body?.size ?? 0;
        const { kind = "file", name } = query;
        if (!name) throw invalid("name", "must not be empty");
        if (kind === "picture" && !/^image\/(png|jpeg|webp|gif)$/.test(headers["content-type"])) {
            throw invalid("content", "must be a PNG, JPEG, WebP or GIF");
        }
        const sent = [name, size, kind];
        const before = repeated([...server.files.values()], path.fileID, me.id, sent);
        const file = before ?? {
            id: server.chosen(path.fileID), by: me.id, request: JSON.stringify(sent), kind, name, size,
            type: headers["content-type"] ?? "application/octet-stream",
            sha256: "0".repeat(64), createdAt: server.time(),
        };
        server.files.set(file.id, file);
        return { status: before ? 200 : 201, body: shownFile(server, file.id) };
    },
    deleteFile(server, { me, path }) {
        const isUsed = [...server.assignments.values()].some(
            one => one.entries.some(entry => entry.fileIDs.includes(path.fileID))
        );
        const file = server.files.get(path.fileID);
        if (file?.by !== me.id || isUsed || file?.usedBy) throw notFound();
        server.files.delete(path.fileID);
        return { status: 204 };
    },
};
