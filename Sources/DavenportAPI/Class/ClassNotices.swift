extension NotificationKind {
    /// A teacher assigned a task to the recipient. The server sends it when the task opens.
    public static let taskAssigned = Self(rawValue: "task.assigned")
    /// Somebody wrote a message in an assignment. A student's message goes to the task's teachers, and a teacher's
    /// message to the student.
    public static let taskMessage = Self(rawValue: "task.message")
    /// A student submitted an attempt.
    public static let taskSubmitted = Self(rawValue: "task.submitted")
    /// A teacher returned an assignment, or changed the evaluation of a returned one.
    public static let taskReturned = Self(rawValue: "task.returned")
    /// A teacher completed or excused an assignment, or changed the evaluation of a completed one.
    public static let taskDone = Self(rawValue: "task.done")
    /// The recipient's assignment is due in 24 hours.
    public static let taskDue = Self(rawValue: "task.due")
}
