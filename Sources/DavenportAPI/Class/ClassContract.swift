extension AreaContract {
    /// A teacher's assignments to students, from draft to done.
    public static let `class` = AreaContract(
        "class",
        chapters: [
            Chapter("Students", "Who teaches whom.", Endpoints.students + Endpoints.handovers),
            Chapter("Tasks", "What teachers set, and whom they assign it to.", Endpoints.tasks + Endpoints.board),
            Chapter(
                "Assignments", "A task as one student has it: attempts, messages and evaluations in one history.",
                Endpoints.assignments + Endpoints.entries),
            Chapter("Files", "What tasks and entries have with them.", Endpoints.files),
        ],
        codes: [
            .wrongState, .closed, .locked, .opened, .pastDue, .assignmentChanged, .entryFixed, .workExists, .taskEvaluated, .lastTeacher,
            .limitReached, .idTaken, .unknownUser, .storageFull, .unknownFile,
        ],
        problemMembers: [
            ProblemMember(
                "state", .open(AssignmentState.allCases.map(\.rawValue)), "The state that the assignment is in, with `wrong_state`."),
            .size,
        ],
        kinds: [.taskAssigned, .taskMessage, .taskSubmitted, .taskReturned, .taskDone, .taskDue],
        words: .class)
}
