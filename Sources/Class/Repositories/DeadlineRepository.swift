import Domain
import Foundation
import Postgres

/// Reads when a student's assignments are due.
struct DeadlineRepository: Repository {
    let transaction: TenantTransaction

    /// A task that a student has to do, with the student's own deadline.
    struct Deadline: Sendable {
        let taskID: UUID
        let title: String
        let dueAt: Date
    }

    /// Returns the deadlines of a student's assignments that ask for an attempt.
    func deadlines(of studentID: UUID) async throws -> [Deadline] {
        let rows = try await transaction.query(
            """
            SELECT task_id, title, due_at FROM student_assignments
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(studentID) AND NOT archived AND NOT closed
                AND state IN ('todo', 'inProgress', 'returned') AND due_at IS NOT NULL
            """)
        return try rows.map { Deadline(taskID: try $0["task_id"], title: try $0["title"], dueAt: try $0["due_at"]) }
    }
}
