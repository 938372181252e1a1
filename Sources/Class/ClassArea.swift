import Domain

extension Area {
    /// A teacher's assignments to students, from draft to done.
    public static let `class` = Area(
        "class",
        tables: [
            // Bytes last, by no reference to what they are of: whatever is still stored meanwhile is seen there.
            "files", "gone_contents", "file_chunks", "file_usage",
            "drafts", "entries", "assignment_readers", "tasks", "assignments", "task_teachers", "students", "deleted_tasks",
            // Behind those whose deletion leaves something there.
            "former_assignments",
        ],
        moved: .class,
        staying: ["gone_contents", "former_assignments"],
        misderived: ClassDerivation.statements,
        exportedSections: .class,
        allowances: [.entries, .tasks, .files],
        capacities: [.fileBytes],
        notices: .class,
        feed: Feed(collections: [.assignments, .entries]),
        welcome: StudentWelcome.enroll,
        erasure: ClassErasure.statements,
        deferredDeletion: FileErasure.part)
}
