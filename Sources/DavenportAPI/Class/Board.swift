import Foundation

/// One cell of the board, which is a table of tasks and students: one student's assignment of one task.
public struct Cell: Codable, Sendable, Equatable {
    public let assignmentID: UUID
    public let taskID: UUID
    /// The student's id.
    public let userID: UUID
    public let state: AssignmentState
    public let closed: Bool
    /// Whether the student submitted the first attempt late. An attempt is on time until the end of the due time's
    /// minute.
    public let late: Bool
    /// Whether the due time's minute is over and the student has submitted no attempt.
    public let missing: Bool
    /// The number of other people's entries in the assignment that the caller hasn't read.
    public let unreadCount: Int
    /// The points of the latest evaluation; nil if it has none or there is no evaluation.
    public let points: Hundredths?
    public let word: String?

    public init(
        assignmentID: UUID, taskID: UUID, userID: UUID, state: AssignmentState, closed: Bool, late: Bool, missing: Bool, unreadCount: Int,
        points: Hundredths?, word: String?
    ) {
        (self.assignmentID, self.taskID, self.userID, self.state) = (assignmentID, taskID, userID, state)
        (self.closed, self.late, self.missing, self.unreadCount) = (closed, late, missing, unreadCount)
        (self.points, self.word) = (points, word)
    }
}

/// The active tasks that the caller teaches, and the state of each student's assignment. A task without assignments
/// isn't on the board.
public struct Board: Codable, Sendable, Equatable {
    /// The tasks, earliest due time first.
    public let tasks: [ClassTask]
    /// The students with an assignment of a task on this page, by username.
    public let students: [User]
    /// One cell for each assignment, ordered by task and then by student.
    public let cells: [Cell]
    /// The opaque cursor to send as `after` for the next tasks; nil at the end.
    public let next: String?

    public init(tasks: [ClassTask], students: [User], cells: [Cell], next: String?) {
        (self.tasks, self.students, self.cells, self.next) = (tasks, students, cells, next)
    }
}

extension Endpoints {
    static let board: [any EndpointDeclaration] = [showBoard]

    public static let showBoard = Endpoint<PageQuery, Board>(
        "showBoard", .get, "/board", .teaching, feature: .class,
        summary: "Retrieve your active tasks, earliest due time first, with each student's state.",
        details: "`limit` and `after` count tasks.")
}
