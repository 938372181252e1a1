import DavenportAPI
import Domain
import Postgres

// The tables of tasks and assignments in the archive of a tenant that moves to another cluster (rules 15).

extension [ExportedTable] {
    static let `class` = [
        ExportedTable("students"),
        ExportedTable(
            "tasks", secrets: ["request_digest": "''"],
            parts: [ExportedTable("task_teachers", rules: ["completed_at": .momentOrInfinity])],
            rules: [
                "title": .field(.taskTitle), "title_key": .folded("title"), "description": .fieldOrEmpty(.taskDescription),
                "tags": .each(.field(.tag)), "tag_keys": .foldedEach("tags"), "completed_at": .momentOrInfinity,
            ]),
        ExportedTable("deleted_tasks"),
        ExportedTable("assignments", rules: ["evaluation_word": .field(.evaluationWord), "completed_at": .momentOrInfinity]),
        ExportedTable("assignment_readers"),
        ExportedTable(
            "entries", secrets: ["request_digest": "''"], rules: ["text": .field(.entryText), "word": .field(.evaluationWord)]),
        ExportedTable("drafts", rules: ["text": .field(.entryText), "word": .field(.evaluationWord)]),
    ]
}
