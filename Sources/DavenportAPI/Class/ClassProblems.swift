extension Problem.Code {
    /// The assignment isn't in a state in which this can be done; `state` says in which it is.
    public static let wrongState = Self("wrong_state", 409, "The assignment isn't in a state in which this can be done.")
    /// The task is closed or has no teacher any more, or its host doesn't teach the student any more.
    public static let closed = Self("closed", 409, "The assignment is closed: it can be read, but nothing can be done.")
    /// The minute after which no first attempt is taken is over.
    public static let locked = Self("locked", 409, "The task is locked: it is too late for a first attempt.")
    /// A teacher has read the attempt already.
    public static let opened = Self("opened", 409, "A teacher has opened it already.")
    /// Taking back would make late what came on time.
    public static let pastDue = Self("past_due", 409, "It is due already: taken back, it would be late.")
    /// Another version is the current one: somebody else has done something meanwhile.
    public static let assignmentChanged = Self("assignment_changed", 409, "Somebody has changed the assignment meanwhile.")
    /// It is part of an attempt, or no message.
    public static let entryFixed = Self("entry_fixed", 409, "This entry can't be deleted.")
    /// A student has done something already, or was evaluated.
    public static let workExists = Self("work_exists", 409, "There is work of a student's already. A task that shall end is closed.")
    /// Points were given already, or drafted.
    public static let taskEvaluated = Self("task_evaluated", 409, "There is an evaluation already.")
    /// Nobody would be left who teaches the task.
    public static let lastTeacher = Self("last_teacher", 409, "A task always keeps a teacher.")
    /// There are as many as there may be.
    public static let limitReached = Self("limit_reached", 409, "There are as many as there may be.")
    /// The community's files have as many bytes as its operator allows.
    public static let storageFull = Self("storage_full", 409, "There is no room for it: the community's storage is full.")
    /// It is somebody else's, something has named it already, it is gone, or it never was.
    public static let unknownFile = Self("unknown_file", 422, "There is no such file of yours that nothing has named.")
}

extension Problem {
    /// A file that can't be named.
    package static let unknownFile = Problem(
        .unknownFile, errors: [FieldFault(field: "fileIDs", code: .unknown, message: "names a file that isn't there for you to name")])

    /// Something that can't be done in the state that the assignment is in (rules 11).
    public static func wrongState(_ state: AssignmentState) -> Problem {
        Problem(.wrongState, members: ["state": .string(state.rawValue)])
    }

    /// The state that the assignment is in, where the code is `wrong_state`.
    public var state: AssignmentState? { members["state"]?.text.map(AssignmentState.init(keeping:)) }
}
