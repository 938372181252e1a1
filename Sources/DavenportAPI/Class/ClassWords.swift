extension Words {
    static let `class`: Words = tasks + assignments + entries + files

    private static let tasks: Words = [
        "NewTask.id": .init(meaning: "Chosen by the client, so that sending again makes nothing twice; the server's choice otherwise."),
        "since": .init(meaning: "Since when I teach them."),
        "TaskTeacher.since": .init(),
        "isHost": .init(meaning: "The host edits, assigns, closes and deletes the task, and says who teaches it."),
        "toUserID": .init(meaning: "Who shall teach in their place.", example: "01a1fcfb-1122-7385-aa0f-60ec636e3f78"),
        "mine": .init(meaning: "Those whom I teach, or the others."),
        "taskID": .init(meaning: "A task that one teaches.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "title": .init(example: "The Saltarello, slowly"),
        "description": .init(example: "Bars 1 to 24, at 60 a minute."),
        "priority": .init(example: "high"),
        "tags": .init(meaning: "Of those that differ in case alone the first counts.", example: ["flute"]),
        "tag": .init(meaning: "In any case.", example: "flute"),
        "query": .init(meaning: "Is in the title or in a tag, in any case.", example: "salta"),
        "maxPoints": .init(meaning: "Where there are none, it is evaluated by words.", example: 10),
        "opensAt": .init(meaning: "Before it nothing of the task exists for its students.", example: "2026-11-22T08:00:00.000Z"),
        "dueAt": .init(meaning: "Until the end of this minute an attempt is on time.", example: "2026-11-29T18:00:00.000Z"),
        "locksAt": .init(meaning: "After this minute no first attempt is taken.", example: "2026-12-06T18:00:00.000Z"),
        "closed": .init(meaning: "Whether it can be read only."),
        "studentIDs": .init(meaning: "Of my students.", example: ["01a1fcfb-1122-7385-aa0f-60ec636e3f78"]),
        "teachers": .init(meaning: "The host first, then by joining."),
        "counts": .init(meaning: "How many of its assignments are in each state, late and missing."),
        "unread": .init(meaning: "How many entries I have not read."),
        "completedAt": .init(meaning: "Since when it is done, excused or closed; of a task: all of its assignments."),
        "archivesAt": .init(meaning: "When it goes to the archive, or went; absent until it is completed."),
        "archived": .init(meaning: "Whether it has been completed for seven days or longer."),
    ]

    private static let assignments: Words = [
        "assignmentID": .init(meaning: "One's own, or of a task that one teaches.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedc"),
        "extendedTo": .init(
            meaning: "More time for this student than for the others; an `extend` with null takes it back.",
            example: "2026-11-30T18:00:00.000Z"),
        "state": .init(meaning: "How far it is.", example: "submitted"),
        "attempt": .init(meaning: "How many stand; of an entry its own number.", example: 1),
        "submittedAt": .init(meaning: "When the last attempt came."),
        "openedAt": .init(meaning: "When a teacher opened it: from then on it can't be taken back."),
        "late": .init(meaning: "Whether the first attempt came after the due minute."),
        "missing": .init(meaning: "Whether the due minute is over without an attempt."),
        "TaskCounts.late": .init(),
        "TaskCounts.missing": .init(),
        "draft": .init(meaning: "What its teachers have written and not published; they alone see it."),
        "version": .init(
            meaning: "What an evaluation rests on; rises with all that is done but messages. Teachers alone see it.", example: 3),
        "readNumber": .init(meaning: "The number of the last entry that one has read; 0 before the first.", example: 1),
        "unreadCount": .init(meaning: "Entries by others that one has not read.", example: 1),
        "attention": .init(
            meaning:
                "What it wants of one: of a student to work, of a teacher to review, of both to read what is new; a student waits for a teacher."
        ),
        "lastActivityAt": .init(meaning: "When it was made, or the last entry of it."),
        "dueFrom": .init(meaning: "Only what is due then or later.", example: "2026-11-23T00:00:00.000Z"),
        "dueBefore": .init(meaning: "Only what is due before.", example: "2026-11-30T00:00:00.000Z"),
    ]

    private static let files: Words = [
        "fileID": .init(meaning: "A file; to upload one, an id of one's own choice.", example: "01a1fcfb-11c4-7d1b-a1b5-7f4f4a3f2f10"),
        "name": .init(meaning: "Of a file; without `/` and `\\` and what can't be seen.", example: "saltarello.pdf"),
        "File.size": .init(meaning: "In bytes.", example: 48_213),
        "File.type": .init(meaning: "What it is by its leading bytes.", example: "application/pdf"),
        "sha256": .init(
            meaning: "Of its bytes, in lower-case hexadecimal.",
            example: "3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7"),
        "fileIDs": .init(
            meaning: "Files of mine that nothing has named yet; of a task the whole list, those left out are deleted.",
            example: ["01a1fcfb-11c4-7d1b-a1b5-7f4f4a3f2f10"]),
        "files": .init(meaning: "In the order in which they were named."),
    ]

    private static let entries: Words = [
        "NewEntry.id": .init(meaning: "Chosen by the client, so that sending again makes nothing twice; the server's choice otherwise."),
        "entryID": .init(meaning: "An entry of the assignment.", example: "01a1fcfb-119d-7d3f-9e7d-3a2aa7e5a59a"),
        "number": .init(meaning: "1, 2, 3 … within the assignment.", example: 1),
        "action": .init(example: "submit"),
        "text": .init(example: "Bars 1 to 24, twice."),
        "points": .init(meaning: "0 to the task's `maxPoints`, with at most two decimals.", example: 7.5),
        "word": .init(meaning: "In place of points, where the task has none.", example: "good"),
        "author": .init(meaning: "Absent when the account is gone."),
        "by": .init(meaning: "Absent when the account is gone."),
    ]
}
