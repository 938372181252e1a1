import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads assignments as their students and teachers see them.
struct AssignmentRepository: Sendable {
    let transaction: TenantTransaction
    private let caller: Caller

    /// Creates a repository that reads assignments as one user sees them.
    /// - Parameter caller: that user.
    init(_ transaction: TenantTransaction, seenBy caller: Caller) {
        self.transaction = transaction
        self.caller = caller
    }

    /// Returns one assignment with all fields that the caller may see; nil if they may not see the assignment.
    func assignment(_ assignmentID: UUID) async throws -> Assignment? {
        try await assignments("assignment_cards AS c WHERE \(fragment: mine) AND assignment_id = \(assignmentID)", isWhole: true)?.first
    }

    /// Returns one assignment with all fields that the caller may see.
    /// - Throws: `notFound` if the caller may not see the assignment.
    func existing(_ assignmentID: UUID) async throws -> Assignment {
        guard let assignment = try await assignment(assignmentID) else { throw Problem(.notFound) }
        return assignment
    }

    /// Returns the assignments of a task, sorted by the students' usernames; nil if the caller doesn't teach the task.
    func ofTask(_ taskID: UUID) async throws -> [Assignment]? {
        let tenant = transaction.tenantID
        return try await assignments(
            """
            teacher_assignments AS c WHERE \(fragment: mine) AND task_id = \(taskID)
            ORDER BY (SELECT u.username_key FROM users AS u WHERE u.tenant_id = \(tenant) AND u.id = c.student_id)
            """,
            unlessNone: "SELECT FROM task_teachers WHERE \(fragment: mine) AND task_id = \(taskID)")
    }

    /// Returns the assignments of tasks that the caller teaches and that have an evaluation from this span of time, the
    /// latest evaluation first.
    func evaluated(from: Date?, to: Date?, limit: Int) async throws -> [Assignment] {
        var source: SQL = "teacher_assignments WHERE \(fragment: mine) AND evaluation_at IS NOT NULL"
        if let from { source = "\(fragment: source) AND evaluation_at >= \(from)" }
        if let to { source = "\(fragment: source) AND evaluation_at < \(to)" }
        return try await assignments("\(fragment: source) ORDER BY evaluation_at DESC, assignment_id LIMIT \(limit)") ?? []
    }

    /// The filter of a list of assignments and the position at which the page begins.
    struct Selection: Sendable {
        /// Whether the list has the caller's own assignments, or one student's assignments in tasks that the caller
        /// teaches.
        let view: View
        let archived: Bool
        var conditions: [SQL] = []
        var order = AssignmentOrder.due
        let after: Position?
        let limit: Int
    }

    enum View: Sendable {
        case own
        case taught(studentID: UUID)
    }

    /// Returns one page of assignments: active ones in the requested order, archived ones by completion, latest first.
    /// - Returns: nil if the list is about a student that the caller doesn't teach.
    func list(_ selection: Selection) async throws -> [Assignment]? {
        var relation: SQL?
        if case .taught(let id) = selection.view { relation = self.relation(to: id) }
        return try await assignments(source(of: selection), unlessNone: relation)
    }

    /// Returns the query for the list alone, without the query for the people in it.
    func statement(of selection: Selection) -> SQL { "SELECT \(fragment: AssignmentRow.columns) FROM \(fragment: source(of: selection))" }

    private func source(of selection: Selection) -> SQL {
        let source: SQL =
            switch selection.view {
            case .own: "student_assignments WHERE \(fragment: mine)"
            case .taught(let id): "teacher_assignments WHERE \(fragment: mine) AND student_id = \(id)"
            }
        let conditions = selection.conditions.reduce(source) { "\(fragment: $0) AND \(fragment: $1)" }
        return "\(fragment: conditions) AND \(fragment: page(selection))"
    }

    /// Returns a query that yields a row if the caller is a teacher of the student or of a task that the student has.
    private func relation(to studentID: UUID) -> SQL {
        let tenant = transaction.tenantID
        return """
            SELECT FROM students WHERE tenant_id = \(tenant) AND teacher_id = \(caller.userID) AND student_id = \(studentID)
            UNION ALL
            SELECT FROM assignments AS a
            JOIN assignment_readers AS r ON r.tenant_id = \(tenant) AND r.assignment_id = a.id AND r.user_id = \(caller.userID)
            WHERE a.tenant_id = \(tenant) AND a.student_id = \(studentID)
            LIMIT 1
            """
    }

    /// Returns the SQL conditions for the filters of a request.
    static func conditions(_ query: AssignmentQuery) -> [SQL] {
        var conditions = TaskRepository.conditions(priority: query.priority, tag: query.tag, query: query.query)
        if let state = query.state { conditions.append("state = \(state)") }
        if let from = query.dueFrom { conditions.append("due_at >= \(from)") }
        if let before = query.dueBefore { conditions.append("due_at < \(before)") }
        return conditions
    }

    private var mine: SQL { "tenant_id = \(transaction.tenantID) AND user_id = \(caller.userID)" }

    private func page(_ selection: Selection) -> SQL {
        let after = selection.after
        if selection.archived {
            let order = ListOrder("completion", "assignment_id", descending: true)
            let page = order.page(after: after.map { ["\($0.completedAt)", "\($0.id)"] }, limit: selection.limit)
            return "archived \(fragment: page)"
        }
        let (due, rank): (SQL, SQL) = ("coalesce(due_at, 'infinity')", "priority_rank")
        let order = selection.order == .due ? ListOrder(due, rank, "assignment_id") : ListOrder(rank, due, "assignment_id")
        let place = after.map { place -> [SQL] in
            let (due, rank): (SQL, SQL) = ("\(place.dueAt)::timestamptz", "\(place.rank)::integer")
            return (selection.order == .due ? [due, rank] : [rank, due]) + ["\(place.id)"]
        }
        return "NOT archived \(fragment: order.page(after: place, limit: selection.limit))"
    }

    /// Reads assignments and their people in one round trip.
    /// - Parameters:
    ///   - source: the SQL after FROM. If `isWhole` is true, the view in it must have the alias `c`.
    ///   - isWhole: whether to include the fields that lists leave out.
    ///   - relation: a query that decides whether the caller may see the list. If it yields no row, the result is nil.
    ///     Without such a query, every caller may see the list.
    private func assignments(_ source: SQL, isWhole: Bool = false, unlessNone relation: SQL? = nil) async throws -> [Assignment]? {
        let members = MemberRepository(transaction)
        let files: SQL = isWhole ? ", \(fragment: FileRepository.list(transaction.tenantID, "f.task_id = c.task_id")) AS files" : ""
        let list: SQL = "SELECT \(fragment: AssignmentRow.columns)\(fragment: files) FROM \(fragment: source)"
        let ids: SQL = "ARRAY(SELECT unnest(people) FROM (SELECT \(fragment: AssignmentRow.people) FROM \(fragment: source)) AS l)"
        let rows = try await transaction.pipeline([list, members.people(in: ids, seenBy: caller.userID)] + (relation.map { [$0] } ?? []))
        if rows.count > 2, rows[2].isEmpty { return nil }
        let people = try MemberRepository.people(rows[1], seesAll: caller.role.administers)
        return try rows[0].compactMap { try Assignment($0, people, isWhole: isWhole) }
    }
}

extension AssignmentRepository {
    /// The position of an assignment in a list. The next page begins after it.
    struct Position: Sendable {
        /// The due time; `distantFuture` if the assignment has none.
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

        /// Returns the cursor for the page that begins after an assignment.
        static func behind(_ assignment: Assignment) -> Cursor {
            let rank = Priority.allCases.count - (Priority.allCases.firstIndex(of: assignment.task.priority) ?? 0)
            return Cursor([
                assignment.dueAt.map(Cursor.part) ?? "-", String(rank), assignment.completedAt.map(Cursor.part) ?? "-",
                assignment.id.lowercased,
            ])
        }
    }
}
