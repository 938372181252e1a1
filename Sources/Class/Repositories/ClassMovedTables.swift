import Domain
import Postgres

// What of tasks and assignments goes along with a tenant that moves (rules.md 15).

extension [MovedTable] {
    static let `class` = [
        MovedTable("students"),
        MovedTable("tasks", secrets: ["request_digest": "''"], parts: [MovedTable("task_teachers")]),
        MovedTable("deleted_tasks"), MovedTable("assignments"), MovedTable("assignment_readers"),
        MovedTable("entries", secrets: ["request_digest": "''"]), MovedTable("drafts"),
        MovedTable("files", by: ["content_id"], parts: [MovedTable("file_chunks", where: ClassDerivation.isNamed)]),
        MovedTable("file_usage"),
    ]
}
