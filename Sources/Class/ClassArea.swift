import Domain

extension Area {
    /// A teacher's assignments to students, from draft to done.
    public static let `class` = Area(
        "class",
        tables: [
            "file_chunks", "files", "gone_contents", "file_usage",
            "drafts", "entries", "assignment_readers", "tasks", "assignments", "task_teachers", "students", "deleted_tasks",
        ],
        allowances: [.entries, .tasks, .files],
        capacities: [.fileBytes],
        notices: .class,
        welcoming: StudentWelcome.statements,
        erasure: ClassErasure.statements,
        leavings: FileErasure.part)
}
