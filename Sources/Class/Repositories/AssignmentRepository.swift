import DavenportAPI
import Domain
import Foundation
import Postgres

/// Assignments as their students and teachers see them.
struct AssignmentRepository: Sendable {
    let transaction: TenantTransaction
    private let caller: Caller

    /// - Parameter caller: who looks.
    init(_ transaction: TenantTransaction, seenBy caller: Caller) {
        self.transaction = transaction
        self.caller = caller
    }

    /// One assignment with all that the caller may see of it; nil where that is nothing.
    func assignment(_ assignmentID: UUID) async throws -> Assignment? {
        let rows = try await transaction.query(
            """
            SELECT \(fragment: AssignmentRow.columns), \(fragment: FileRepository.list(transaction.tenantID, "f.task_id = c.task_id")) AS files
            FROM assignment_cards AS c WHERE \(fragment: mine) AND assignment_id = \(assignmentID)
            """)
        return try await assignments(rows, isWhole: true).first
    }

    /// An assignment that must be there.
    func existing(_ assignmentID: UUID) async throws -> Assignment {
        guard let assignment = try await assignment(assignmentID) else { throw Problem(.notFound) }
        return assignment
    }

    /// Those of a task that the caller teaches, by the students' usernames.
    func ofTask(_ taskID: UUID) async throws -> [Assignment] {
        let rows = try await transaction.query(
            """
            SELECT \(fragment: AssignmentRow.columns) FROM teacher_assignments AS c
            WHERE \(fragment: mine) AND task_id = \(taskID)
            ORDER BY (SELECT u.username_key FROM users AS u WHERE u.tenant_id = \(transaction.tenantID) AND u.id = c.student_id)
            """)
        return try await assignments(rows, isWhole: false)
    }

    /// Which assignments, and where to go on.
    struct Selection: Sendable {
        /// The caller's own, or those of one student that the caller teaches.
        let view: View
        let archived: Bool
        var conditions: [SQL] = []
        var order = AssignmentOrder.due
        let after: Place?
        let limit: Int
    }

    enum View: Sendable {
        case own
        case taught(studentID: UUID)
    }

    /// Assignments in order: active ones as asked for, archived ones by completion, latest first.
    func list(_ selection: Selection) async throws -> [Assignment] {
        let source: SQL
        switch selection.view {
        case .own: source = "student_assignments WHERE \(fragment: mine)"
        case .taught(let studentID): source = "teacher_assignments WHERE \(fragment: mine) AND student_id = \(studentID)"
        }
        let conditions = selection.conditions.reduce(source) { "\(fragment: $0) AND \(fragment: $1)" }
        let rows = try await transaction.query(
            """
            SELECT \(fragment: AssignmentRow.columns) FROM \(fragment: conditions) AND \(fragment: place(selection))
            LIMIT \(selection.limit)
            """)
        return try await assignments(rows, isWhole: false)
    }

    /// Whether the caller has anything to do with a student: teaches them, or a task that they have.
    func teaches(_ studentID: UUID) async throws -> Bool {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT FROM students WHERE tenant_id = \(tenant) AND teacher_id = \(caller.userID) AND student_id = \(studentID)
            UNION ALL
            SELECT FROM assignments AS a
            JOIN assignment_readers AS r ON r.tenant_id = \(tenant) AND r.assignment_id = a.id AND r.user_id = \(caller.userID)
            WHERE a.tenant_id = \(tenant) AND a.student_id = \(studentID)
            LIMIT 1
            """)
        return !rows.isEmpty
    }

    /// What is asked of assignments.
    static func conditions(_ query: AssignmentQuery) -> [SQL] {
        var conditions = TaskRepository.conditions(priority: query.priority, tag: query.tag, query: query.query)
        if let state = query.state { conditions.append("state = \(state)") }
        if let from = query.dueFrom { conditions.append("due_at >= \(from)") }
        if let before = query.dueBefore { conditions.append("due_at < \(before)") }
        return conditions
    }

    private var mine: SQL { "tenant_id = \(transaction.tenantID) AND user_id = \(caller.userID)" }

    private func place(_ selection: Selection) -> SQL {
        if selection.archived {
            let beyond: SQL = selection.after.map { "AND (completion, assignment_id) < (\($0.completedAt), \($0.id))" } ?? ""
            return "archived \(fragment: beyond) ORDER BY completion DESC, assignment_id DESC"
        }
        let (due, rank): (SQL, SQL) = ("coalesce(due_at, 'infinity')", "priority_rank")
        let isByDue = selection.order == .due
        let (first, second) = isByDue ? (due, rank) : (rank, due)
        let beyond: SQL? = selection.after.map { place in
            let (dueValue, rankValue): (SQL, SQL) = ("\(place.dueAt)::timestamptz", "\(place.rank)::integer")
            let (one, two) = isByDue ? (dueValue, rankValue) : (rankValue, dueValue)
            return """
                AND (\(fragment: first), \(fragment: second), assignment_id) > (\(fragment: one), \(fragment: two), \(place.id))
                """
        }
        return """
            NOT archived \(fragment: beyond ?? "")
            ORDER BY \(fragment: first), \(fragment: second), assignment_id
            """
    }

    private func assignments(_ rows: Rows, isWhole: Bool) async throws -> [Assignment] {
        guard !rows.isEmpty else { return [] }
        let people = try await MemberRepository(transaction).people(
            try AssignmentRow.people(in: rows), seenBy: caller.userID, seesAll: caller.role.administers)
        return try rows.map { try Assignment($0, people, isWhole: isWhole) }
    }
}

extension AssignmentRepository {
    /// Where a page of a list ends.
    struct Place: Sendable {
        /// `distantFuture` where nothing is due.
        let dueAt: Date
        let rank: Int
        let completedAt: Date
        let id: UUID

        init?(_ text: String?) throws {
            guard let cursor = try Cursor(text, parts: 4) else { return nil }
            dueAt = try cursor.parts[0] == "-" ? .distantFuture : cursor.date(0)
            rank = try cursor.integer(1, in: 1...Priority.allCases.count)
            completedAt = try cursor.parts[2] == "-" ? .distantFuture : cursor.date(2)
            id = try cursor.uuid(3)
        }

        /// The cursor behind an assignment.
        static func behind(_ assignment: Assignment) -> Cursor {
            let rank = Priority.allCases.count - (Priority.allCases.firstIndex(of: assignment.task.priority) ?? 0)
            return Cursor([
                assignment.dueAt.map(Cursor.part) ?? "-", String(rank), assignment.completedAt.map(Cursor.part) ?? "-",
                assignment.id.lowercased,
            ])
        }
    }
}
