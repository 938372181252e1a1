extension FieldMeanings {
    static let `class`: FieldMeanings = tasks + assignments + entries + files

    private static let tasks: FieldMeanings = [
        "NewTask.id": .init(
            meaning: "A UUID that the client chooses, so that a retry creates nothing twice. The server chooses one if it is omitted."),
        "since": .init(meaning: "The time since which you have been teaching the student."),
        "TaskTeacher.since": .init(),
        "isHost": .init(
            meaning: "Whether the teacher is the host, who edits, assigns, closes and deletes the task and chooses its teachers."),
        "toUserID": .init(
            meaning: "The person who takes over the tasks and students.", example: "01a1fcfb-1122-7385-aa0f-60ec636e3f78"),
        "mine": .init(meaning: "Whether to list the students that you teach, or the others."),
        "taskID": .init(meaning: "A task that you teach.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "title": .init(example: "The Saltarello, slowly"),
        "description": .init(example: "Bars 1 to 24, at 60 a minute."),
        "priority": .init(example: "high"),
        "tags": .init(meaning: "The tags. The first of several that differ only in case is kept.", example: ["flute"]),
        "tag": .init(meaning: "A complete tag, in any case.", example: "flute"),
        "query": .init(meaning: "A part of the title or of a tag, in any case.", example: "salta"),
        "maxPoints": .init(meaning: "The maximum number of points. Without it, teachers evaluate with a word.", example: 10),
        "opensAt": .init(meaning: "The time from which students can see the task.", example: "2026-11-22T08:00:00.000Z"),
        "dueAt": .init(meaning: "The due time. An attempt is on time until the end of this minute.", example: "2026-11-29T18:00:00.000Z"),
        "locksAt": .init(
            meaning: "The lock time. The server takes no first attempt after this minute.", example: "2026-12-06T18:00:00.000Z"),
        "closed": .init(meaning: "Whether it is read-only."),
        "studentIDs": .init(meaning: "Students that you teach.", example: ["01a1fcfb-1122-7385-aa0f-60ec636e3f78"]),
        "teachers": .init(meaning: "The teachers: the host first, then by time of joining."),
        "counts": .init(meaning: "The number of assignments in each state, late and missing."),
        "unread": .init(meaning: "The number of entries that you haven't read."),
        "completedAt": .init(
            meaning: "The time at which the assignment became done, excused or closed, or at which the task's last assignment did."),
        "archivesAt": .init(meaning: "The time at which it is archived, past or future; absent until it is completed."),
        "archived": .init(meaning: "Whether it was completed at least seven days ago."),
    ]

    private static let assignments: FieldMeanings = [
        "ownTaskID": .init(
            meaning: "A task that you made for yourself: the id of its assignment.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669beaa"),
        "own": .init(meaning: "Whether you made the task for yourself alone. No teacher sees it."),
        "OwnTaskChange.state": .init(meaning: "The new state: todo, inProgress or done, in any order.", example: "done"),
        "NewOwnTask.id": .init(
            meaning: "A UUID that the client chooses, so that a retry creates nothing twice. The server chooses one if it is omitted."),
        "assignmentID": .init(
            meaning: "One of your assignments, or one of a task that you teach.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedc"),
        "extendedTo": .init(
            meaning: "A later due time for this student only. An `extend` with null removes it.",
            example: "2026-11-30T18:00:00.000Z"),
        "state": .init(meaning: "The state of the assignment.", example: "submitted"),
        "attempt": .init(meaning: "The number of submitted attempts; in an entry, the attempt's own number.", example: 1),
        "submittedAt": .init(meaning: "The time of the last attempt."),
        "openedAt": .init(meaning: "The time at which a teacher opened it. From then on it can't be taken back."),
        "late": .init(meaning: "Whether the first attempt came after the due minute."),
        "missing": .init(meaning: "Whether the due minute is over without an attempt."),
        "TaskCounts.late": .init(),
        "TaskCounts.missing": .init(),
        "draft": .init(meaning: "The unpublished evaluation. Only the task's teachers see it."),
        "version": .init(
            meaning: "The version that an evaluation is based on. Every action except messages raises it. Only teachers see it.",
            example: 3),
        "readNumber": .init(meaning: "The number of the last entry that you have read; 0 if none.", example: 1),
        "unreadCount": .init(meaning: "The number of other people's entries that you haven't read.", example: 1),
        "attention": .init(
            meaning: "Your next step: work (students), review an attempt (teachers), read new entries, or wait for a teacher (students)."
        ),
        "lastActivityAt": .init(meaning: "The time of the assignment's creation or of its last entry."),
        "MarksQuery.from": .init(
            meaning: "The earliest time of an evaluation to return.", example: "2026-09-01T00:00:00.000Z"),
        "MarksQuery.to": .init(
            meaning: "The end of the times of evaluations to return; this instant is excluded.", example: "2027-02-01T00:00:00.000Z"),
        "dueFrom": .init(meaning: "The earliest due time to return.", example: "2026-11-23T00:00:00.000Z"),
        "dueBefore": .init(meaning: "The end of the due times to return; this instant is excluded.", example: "2026-11-30T00:00:00.000Z"),
    ]

    private static let files: FieldMeanings = [
        "fileIDs": .init(
            meaning: "Your uploaded, unused files. In a change of a task, the complete list: files left out are deleted.",
            example: ["01a1fcfb-11c4-7d1b-a1b5-7f4f4a3f2f10"]),
        "files": .init(meaning: "The files, in the order of `fileIDs`."),
    ]

    private static let entries: FieldMeanings = [
        "NewEntry.id": .init(
            meaning: "A UUID that the client chooses, so that a retry creates nothing twice. The server chooses one if it is omitted."),
        "entryID": .init(meaning: "An entry of the assignment.", example: "01a1fcfb-119d-7d3f-9e7d-3a2aa7e5a59a"),
        "number": .init(meaning: "The entry's number in its assignment: 1, 2, 3 …", example: 1),
        "action": .init(example: "submit"),
        "text": .init(example: "Bars 1 to 24, twice."),
        "points": .init(meaning: "The points: 0 to the task's `maxPoints`, with at most two decimals.", example: 7.5),
        "word": .init(meaning: "A word instead of points, if the task has no `maxPoints`.", example: "good"),
        "author": .init(meaning: "The author; absent if the account was deleted."),
        "by": .init(meaning: "The teacher; absent if the account was deleted."),
        "Changes.assignments": .init(
            meaning: "Assignments to insert or replace by id, as lists contain them, and ids of assignments to remove."),
        "Changes.entries": .init(meaning: "Entries to insert, replace or remove. Apply them after the assignments."),
    ]
}
