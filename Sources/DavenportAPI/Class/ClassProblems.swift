extension Problem.Code {
    /// The assignment's state doesn't allow the action. The member `state` has the current state.
    public static let wrongState = Self("wrong_state", 409, "The assignment's state doesn't allow this action.")
    /// The task is closed or has no teacher, or its host no longer teaches the student.
    public static let closed = Self("closed", 409, "The assignment is closed and can only be read.")
    /// The assignment's lock time is over, so the server accepts no first attempt. It accepts one until the end of the
    /// lock time's minute.
    public static let locked = Self("locked", 409, "The task is locked: it is too late for a first attempt.")
    /// A teacher has opened the attempt already, so the student can't take it back.
    public static let opened = Self("opened", 409, "A teacher has opened it already.")
    /// The student can't take back the first attempt once the due time's minute is over, because a new attempt would be
    /// late.
    public static let pastDue = Self("past_due", 409, "The due time is over, so taking it back would make it late.")
    /// The request is based on an outdated version, because somebody else changed the assignment.
    public static let assignmentChanged = Self("assignment_changed", 409, "Somebody has changed the assignment meanwhile.")
    /// The entry can't be deleted: it isn't a message, or it belongs to an attempt.
    public static let entryFixed = Self("entry_fixed", 409, "This entry can't be deleted.")
    /// A student has worked on the task already or was evaluated, so the assignment or the task can't be deleted.
    public static let workExists = Self("work_exists", 409, "A student has worked on it already. Close the task instead.")
    /// A teacher has given or drafted points already, so the task's maximum number of points can't change.
    public static let taskEvaluated = Self("task_evaluated", 409, "There is an evaluation already.")
    /// The change would leave the task without a teacher.
    public static let lastTeacher = Self("last_teacher", 409, "A task must keep at least one teacher.")
    /// The maximum number is reached: of a comment's emoji, of a room's requests, of a teacher's students or unused files, or of a task's
    /// assignments or teachers.
    public static let limitReached = Self("limit_reached", 409, "The maximum number is reached.")
}

extension Problem {
    /// Returns the problem that the assignment's state doesn't allow the action (rules 11).
    public static func wrongState(_ state: AssignmentState) -> Problem {
        Problem(.wrongState, members: ["state": .string(state.rawValue)])
    }

    /// The current state of the assignment, if the code is `wrong_state`; otherwise nil.
    public var state: AssignmentState? { members["state"]?.text.map(AssignmentState.init(keeping:)) }
}
