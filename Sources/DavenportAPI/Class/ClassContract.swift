extension AreaContract {
    /// The contract for tasks that teachers assign to students, from a task's draft to its evaluation.
    public static let `class` = AreaContract(
        "class",
        chapters: [
            Chapter("Students", "Teachers and their students.", Endpoints.students + Endpoints.handovers),
            Chapter("Tasks", "Tasks that teachers create and assign to students.", Endpoints.tasks + Endpoints.board),
            Chapter(
                "Assignments", "A student's copy of a task, with attempts, messages and evaluations in one history.",
                Endpoints.assignments + Endpoints.ownTasks + Endpoints.entries),
            Chapter("Files", "Files that belong to tasks and entries.", Endpoints.files),
        ],
        codes: [
            .wrongState, .closed, .locked, .opened, .pastDue, .assignmentChanged, .entryFixed, .workExists, .taskEvaluated, .lastTeacher,
            .limitReached, .idTaken, .unknownUser, .storageFull, .unknownFile,
        ],
        problemMembers: [
            ProblemMember(
                "state", .open(AssignmentState.allCases.map(\.rawValue)), "The current state of the assignment, with `wrong_state`."),
            .size,
        ],
        kinds: [.taskAssigned, .taskMessage, .taskSubmitted, .taskReturned, .taskDone, .taskDue],
        changes: [ChangesPart.assignments, ChangesPart.entries], meanings: .class)
}
