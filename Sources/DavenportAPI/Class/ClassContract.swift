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
        ],
        codes: [
            .wrongState, .closed, .locked, .opened, .pastDue, .assignmentChanged, .entryFixed, .workExists, .taskEvaluated, .lastTeacher,
            .limitReached, .idTaken, .unknownUser, .unknownFile,
        ],
        problemMembers: [
            ProblemMember(
                "state", .open(AssignmentState.allCases.map(\.rawValue)), "The current state of the assignment, with `wrong_state`."),
            .size,
        ],
        kinds: [.taskAssigned, .taskMessage, .taskSubmitted, .taskReturned, .taskDone, .taskDue],
        endpointNotes: [
            Endpoints.showFile.name: """
            A task's file is for the task's teachers and, once the task is open, its students. An entry's file is for the student and \
            the teachers.
            """
        ],
        changes: [ChangesPart.assignments, ChangesPart.entries], meanings: .class)
}
