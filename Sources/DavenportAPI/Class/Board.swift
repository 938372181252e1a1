import Foundation

/// An assignment on the board: how a student has a task, at a glance.
public struct Cell: Codable, Sendable, Equatable {
    public let assignmentID: UUID
    public let taskID: UUID
    /// The student.
    public let userID: UUID
    public let state: AssignmentState
    public let closed: Bool
    /// Whether the first attempt came after the due minute.
    public let late: Bool
    /// Whether the due minute is over and there is no attempt.
    public let missing: Bool
    /// Entries of others that I have not read.
    public let unreadCount: Int
    /// Of the latest evaluation.
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

/// The active tasks that I teach, and how each student has them; drafts have no place on it.
public struct Board: Codable, Sendable, Equatable {
    /// Those due next first.
    public let tasks: [ClassTask]
    /// Everybody who has one of these, by username.
    public let students: [User]
    /// One for each assignment, task by task, and in each by student.
    public let cells: [Cell]
    /// What the following tasks are asked with, opaque; nil at the end.
    public let next: String?

    public init(tasks: [ClassTask], students: [User], cells: [Cell], next: String?) {
        (self.tasks, self.students, self.cells, self.next) = (tasks, students, cells, next)
    }
}

extension Endpoints {
    static let board: [any EndpointDeclaration] = [showBoard]

    public static let showBoard = Endpoint<PageQuery, Board>(
        "showBoard", .get, "/board", .teaching, feature: .class,
        summary: "My active tasks, those due next first, and how each student has them.",
        details: "`limit` and `after` count tasks.")
}
