import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads the cells of a teacher's board from the view `board_cells`.
struct BoardRepository: Sendable {
    let transaction: TenantTransaction
    private let caller: Caller

    /// Creates a repository that reads the board as one user sees it.
    /// - Parameter caller: that user.
    init(_ transaction: TenantTransaction, seenBy caller: Caller) {
        self.transaction = transaction
        self.caller = caller
    }

    /// Returns one cell for each assignment of these tasks, without any order. Tasks that the caller doesn't teach are
    /// left out.
    func cells(of taskIDs: [UUID]) async throws -> [Cell] {
        try await transaction.query(statement(of: taskIDs)).map(Cell.init)
    }

    /// Returns the query for the cells of these tasks.
    func statement(of taskIDs: [UUID]) -> SQL {
        """
        SELECT assignment_id, task_id, student_id, state, closed, late, missing, unread_count, evaluation_points, evaluation_word
        FROM board_cells
        WHERE tenant_id = \(transaction.tenantID) AND user_id = \(caller.userID) AND task_id = ANY (\(taskIDs)::uuid[])
        """
    }

    /// Returns the students that the cells are about, sorted by username.
    func students(in cells: [Cell]) async throws -> [User] {
        let people = try await MemberRepository(transaction).people(
            Array(Set(cells.map(\.userID))), seenBy: caller.userID, seesAll: caller.role.administers)
        return people.values.sorted { $0.username.folded < $1.username.folded }
    }
}

extension Cell {
    fileprivate init(_ row: Row) throws {
        self.init(
            assignmentID: try row["assignment_id"], taskID: try row["task_id"], userID: try row["student_id"], state: try row["state"],
            closed: try row["closed"], late: try row["late"], missing: try row["missing"], unreadCount: try row["unread_count"],
            points: try row.hundredths("evaluation_points"), word: try row["evaluation_word"])
    }
}
