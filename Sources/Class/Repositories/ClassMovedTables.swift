import DavenportAPI
import Domain
import Postgres

// The tables of tasks and assignments in the archive of a tenant that moves to another cluster (rules 15).

extension [MovedTable] {
    static let `class` = [
        MovedTable("students"),
        MovedTable(
            "tasks", secrets: ["request_digest": "''"],
            parts: [MovedTable("task_teachers", rules: ["completed_at": .momentOrInfinity])],
            rules: [
                "title": .field(.taskTitle), "title_key": .folded("title"), "description": .fieldOrEmpty(.taskDescription),
                "tags": .each(.field(.tag)), "completed_at": .momentOrInfinity,
            ]),
        MovedTable("deleted_tasks"),
        MovedTable("assignments", rules: ["evaluation_word": .field(.evaluationWord), "completed_at": .momentOrInfinity]),
        MovedTable("assignment_readers"),
        MovedTable(
            "entries", secrets: ["request_digest": "''"], rules: ["text": .field(.entryText), "word": .field(.evaluationWord)]),
        MovedTable("drafts", rules: ["text": .field(.entryText), "word": .field(.evaluationWord)]),
        MovedTable(
            "files", by: ["content_id"],
            parts: [
                MovedTable("file_chunks", where: ClassDerivation.isNamed, rules: ["bytes": .bytes(upTo: FileRules.chunk)])
            ],
            rules: [
                "name": .field(.fileName), "type": .text("must be a known file type", FileTypeFinder.canFind),
                "size": .field(.integer(1...FileLimits.size)),
            ]),
        MovedTable("file_usage"),
    ]
}
