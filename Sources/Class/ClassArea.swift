import Domain

extension Area {
    /// The class area: teachers assign tasks to students, and evaluate what the students submit.
    public static let `class` = Area(
        "class",
        tables: [
            "drafts", "entries", "assignment_readers", "tasks", "assignments", "task_teachers", "students", "deleted_tasks",
            // It comes after the tables whose deleted rows leave an entry in it.
            "former_assignments",
        ],
        exportedTables: .class,
        unexportedTables: ["former_assignments"],
        derivedColumnChecks: ClassDerivation.statements,
        exportedSections: .class,
        allowances: [.entries, .tasks, .files],
        capacities: [.fileBytes],
        fileUse: .class,
        notices: .class,
        calendar: ClassCalendar.events,
        feed: Feed(collections: [.assignments, .entries]),
        onJoin: StudentWelcome.enroll,
        erasure: ClassErasure.statements)
}
