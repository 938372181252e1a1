import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads tasks as their teachers see them.
struct TaskRepository: Sendable {
    let transaction: TenantTransaction
    private let caller: Caller

    /// Creates a repository that reads tasks as one user sees them.
    /// - Parameter caller: that user.
    init(_ transaction: TenantTransaction, seenBy caller: Caller) {
        self.transaction = transaction
        self.caller = caller
    }

    /// Returns one task with all its fields; nil if the caller doesn't teach the task.
    func task(_ taskID: UUID) async throws -> ClassTask? {
        try await tasks("\(fragment: mine) AND task_id = \(taskID)", isWhole: true).first
    }

    /// Returns one task with all its fields.
    /// - Throws: `notFound` if the caller doesn't teach the task.
    func existing(_ taskID: UUID) async throws -> ClassTask {
        guard let task = try await task(taskID) else { throw Problem(.notFound) }
        return task
    }

    /// The filter of a list of tasks and the position at which the page begins.
    struct Selection: Sendable {
        let archived: Bool
        let conditions: [SQL]
        let after: Position?
        let limit: Int

        /// Returns the selection for the board: active tasks that have at least one student.
        static func onBoard(after: Position?, limit: Int) -> Selection {
            let assigned: SQL = "todo_count + in_progress_count + submitted_count + returned_count + done_count + excused_count > 0"
            return Selection(archived: false, conditions: [assigned], after: after, limit: limit)
        }
    }

    /// Returns one page of tasks. Active tasks are sorted by due time, and those without one come last. Archived tasks
    /// are sorted by completion, latest first.
    func list(_ selection: Selection) async throws -> [ClassTask] {
        try await tasks(condition(selection), isWhole: false)
    }

    /// Returns the query for the list alone, without the query for the people in it.
    func statement(of selection: Selection) -> SQL {
        statement(condition(selection), isWhole: false)
    }

    private func condition(_ selection: Selection) -> SQL {
        let conditions = selection.conditions.reduce(mine) { "\(fragment: $0) AND \(fragment: $1)" }
        return "\(fragment: conditions) AND \(fragment: page(selection))"
    }

    /// Returns the SQL conditions for the filters that lists of tasks and lists of assignments share.
    static func conditions(priority: Priority?, tag: String?, query: String?) -> [SQL] {
        var conditions: [SQL] = []
        if let priority { conditions.append("priority = \(priority)") }
        if let tag { conditions.append("\(tag.folded) = ANY (tag_keys)") }
        if let query {
            conditions.append(
                """
                (strpos(title_key, \(query.folded)) > 0
                    OR EXISTS (SELECT FROM unnest(tag_keys) AS tag WHERE strpos(tag, \(query.folded)) > 0))
                """)
        }
        return conditions
    }

    /// Returns the SQL condition that there is work on a task, whose row has the alias `t`: one of its students has
    /// made an entry, or was evaluated.
    static func work(_ tenant: UUID) -> SQL {
        """
        EXISTS (
            SELECT FROM assignments AS w
            WHERE w.tenant_id = \(tenant) AND w.task_id = t.id AND (w.student_entry_count > 0 OR w.evaluation_number IS NOT NULL))
        """
    }

    private var mine: SQL { "tenant_id = \(transaction.tenantID) AND user_id = \(caller.userID)" }

    private func page(_ selection: Selection) -> SQL {
        let after = selection.after
        if selection.archived {
            let order = ListOrder("completion", "task_id", descending: true)
            let page = order.page(after: after.map { ["\($0.at)", "\($0.id)"] }, limit: selection.limit)
            return "archived \(fragment: page)"
        }
        let order = ListOrder("coalesce(due_at, 'infinity')", "task_id")
        let page = order.page(after: after.map { ["\($0.at)::timestamptz", "\($0.id)"] }, limit: selection.limit)
        return "NOT archived \(fragment: page)"
    }

    /// Reads tasks and their teachers in one round trip.
    /// - Parameters:
    ///   - condition: the SQL after WHERE.
    ///   - isWhole: whether to include the fields that lists leave out.
    private func tasks(_ condition: SQL, isWhole: Bool) async throws -> [ClassTask] {
        let ids: SQL = "ARRAY(SELECT unnest(teacher_ids) FROM (SELECT teacher_ids FROM task_cards WHERE \(fragment: condition)) AS l)"
        let rows = try await transaction.pipeline([
            statement(condition, isWhole: isWhole),
            MemberRepository(transaction).people(in: ids, seenBy: caller.userID),
        ])
        let people = try MemberRepository.people(rows[1], seesAll: caller.role.administers)
        return try rows[0].map { try ClassTask($0, people, isWhole: isWhole) }
    }

    private func statement(_ condition: SQL, isWhole: Bool) -> SQL {
        let files: SQL = isWhole ? ", \(fragment: FileRepository.list(transaction.tenantID, "f.task_id = c.task_id")) AS files" : ""
        return "SELECT \(fragment: Self.columns)\(fragment: files) FROM task_cards AS c WHERE \(fragment: condition)"
    }

    private static let columns: SQL = """
        task_id, host_id, title, description, priority, tags, max_points, opens_at, due_at, locks_at, closed, teacher_ids, teacher_since,
        created_at, edited_at, completed_at, archived, todo_count, in_progress_count, submitted_count, returned_count, done_count,
        excused_count, late_count, missing_count, unread_count
        """
}

extension TaskRepository {
    /// The position of a task in a list. The next page begins after it.
    struct Position: Sendable {
        /// For an active task, the due time, or `distantFuture` if it has none. For an archived task, the time of
        /// completion.
        let at: Date
        let id: UUID

        init?(_ text: String?) throws {
            guard let cursor = try Cursor(text, parts: 2) else { return nil }
            at = try cursor.parts[0] == "-" ? .distantFuture : cursor.date(0)
            id = try cursor.uuid(1)
        }

        /// Returns the cursor for the page that begins after a task.
        /// - Parameter archived: whether the list has archived tasks; otherwise it has active ones.
        static func behind(_ task: ClassTask, archived: Bool) -> Cursor {
            Cursor([(archived ? task.completedAt : task.dueAt).map(Cursor.part) ?? "-", task.id.lowercased])
        }
    }
}

extension ClassTask {
    /// Decodes a task from a row.
    /// - Parameter people: people by id, among them the task's teachers.
    fileprivate init(_ row: Row, _ people: UsersByID, isWhole: Bool) throws {
        self.init(
            id: try row["task_id"], title: try row["title"], description: isWhole ? try row["description"] : nil,
            priority: try row["priority"], tags: try row["tags"], maxPoints: try row.hundredths("max_points"),
            opensAt: try row["opens_at"], dueAt: try row["due_at"], locksAt: try row["locks_at"], closed: try row["closed"],
            files: isWhole ? try row.json("files") : nil, teachers: try TaskTeacher.list(row, people), createdAt: try row["created_at"],
            editedAt: try row["edited_at"],
            completedAt: try row["completed_at"], archived: try row["archived"], counts: try TaskCounts(row))
    }
}

extension TaskTeacher {
    fileprivate static func list(_ row: Row, _ people: UsersByID) throws -> [TaskTeacher] {
        let (ids, since): ([UUID], [Date]) = (try row["teacher_ids"], try row["teacher_since"])
        let hostID: UUID? = try row["host_id"]
        return zip(ids, since).compactMap { id, since in
            people[id].map { TaskTeacher(user: $0, isHost: id == hostID, since: since) }
        }
    }
}

extension TaskCounts {
    fileprivate init(_ row: Row) throws {
        self.init(
            todo: try row["todo_count"], inProgress: try row["in_progress_count"], submitted: try row["submitted_count"],
            returned: try row["returned_count"], done: try row["done_count"], excused: try row["excused_count"],
            late: try row["late_count"], missing: try row["missing_count"], unread: try row["unread_count"])
    }
}
