extension NotificationKind {
    /// A teacher has given one a task; told when it opens.
    public static let taskAssigned = Self(rawValue: "task.assigned")
    /// The other side of an assignment has said something.
    public static let taskMessage = Self(rawValue: "task.message")
    /// A student has handed in.
    public static let taskSubmitted = Self(rawValue: "task.submitted")
    /// A teacher has given an assignment back, or changed the evaluation of one that was given back.
    public static let taskReturned = Self(rawValue: "task.returned")
    /// A teacher has called an assignment done, let the student off, or changed the evaluation of what is done.
    public static let taskDone = Self(rawValue: "task.done")
    /// An assignment is due in a day.
    public static let taskDue = Self(rawValue: "task.due")
}
