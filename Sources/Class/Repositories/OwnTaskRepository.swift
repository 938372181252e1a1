import DavenportAPI
import Domain
import Foundation
import Postgres

/// Creates, changes and deletes the tasks that a user makes for themselves. Such a task has no teacher, and one assignment, which
/// has the task's id.
struct OwnTaskRepository: Sendable {
    let transaction: TenantTransaction
    private let userID: UUID

    init(_ transaction: TenantTransaction, of userID: UUID) {
        (self.transaction, self.userID) = (transaction, userID)
    }

    /// Locks and returns the number of the user's own tasks. No other transaction of theirs adds one until this one ends.
    func lockedCount() async throws -> Int {
        let key = "own tasks of \(userID.lowercased) in \(transaction.tenantID)"
        let rows = try await transaction.pipeline([
            "SELECT pg_advisory_xact_lock(hashtextextended(\(key)::text, 0))",
            """
            SELECT count(*) AS count FROM assignments AS a
            JOIN tasks AS t ON t.tenant_id = \(transaction.tenantID) AND t.id = a.task_id AND t.own
            WHERE a.tenant_id = \(transaction.tenantID) AND a.student_id = \(userID)
            """,
        ])
        return try rows[1].first?["count"] ?? 0
    }

    /// Inserts a task and the user's assignment of it, and writes its reminder.
    /// - Throws: `idTaken` if another task or assignment has the id.
    func insert(_ id: UUID, _ task: NewOwnTask, digest: [UInt8]) async throws {
        let (tenant, now) = (transaction.tenantID, transaction.now)
        transaction.touch([userID])
        do {
            _ = try await transaction.pipeline([
                """
                INSERT INTO tasks (tenant_id, id, own, title, title_key, description, priority, tags, tag_keys, due_at, created_by,
                    request_digest, created_at)
                VALUES (\(tenant), \(id), true, \(task.title), \(task.title.folded), \(task.description), \(task.priority), \(task.tags),
                    \(task.tags.map(\.folded)), \(task.dueAt), \(userID), \(digest), \(now))
                """,
                """
                INSERT INTO assignments (tenant_id, id, task_id, student_id, created_at, last_activity_at)
                VALUES (\(tenant), \(id), \(id), \(userID), \(now), \(now))
                """,
                ReminderRepository(transaction).rescheduled(where: "a.id = \(id)", dueAt: "a.due_at", opensAt: "a.opens_at"),
            ])
        } catch let error as PostgresError where error.constraint == "tasks_pkey" || error.constraint == "assignments_pkey" {
            throw Problem(.idTaken)
        }
    }

    /// Locks a task of the user's own and its assignment, and returns the task; nil if the user has made no such task.
    func locked(_ id: UUID) async throws -> NewOwnTask? {
        let (tenant, own) = (transaction.tenantID, mine(id))
        let rows = try await transaction.pipeline([
            "SELECT title, description, priority, tags, due_at FROM tasks WHERE \(fragment: own) FOR NO KEY UPDATE",
            "SELECT FROM assignments WHERE tenant_id = \(tenant) AND id = \(id) AND student_id = \(userID) FOR NO KEY UPDATE",
        ])
        return try rows[0].first.map {
            NewOwnTask(
                title: try $0["title"], description: try $0["description"], priority: try $0["priority"], tags: try $0["tags"],
                dueAt: try $0["due_at"])
        }
    }

    /// Writes the fields of a task that is locked, and its state, and moves its reminder. A state that stays is no activity.
    func update(_ id: UUID, _ task: NewOwnTask, before: NewOwnTask, state: AssignmentState?) async throws {
        let (tenant, now) = (transaction.tenantID, transaction.now)
        transaction.touch([userID])
        let moved =
            task.dueAt == before.dueAt
            ? []
            : [
                ReminderRepository(transaction).rescheduled(
                    where: "a.id = \(id)", dueAt: "\(task.dueAt)::timestamptz", opensAt: "a.opens_at")
            ]
        let edited: [SQL] =
            task == before
            ? []
            : [
                """
                UPDATE tasks SET title = \(task.title), title_key = \(task.title.folded), description = \(task.description),
                    priority = \(task.priority), tags = \(task.tags), tag_keys = \(task.tags.map(\.folded)), due_at = \(task.dueAt),
                    edited_at = \(now)
                WHERE \(fragment: mine(id))
                """
            ]
        let done: SQL = """
            UPDATE assignments SET state = \(state), last_activity_at = \(now)
            WHERE tenant_id = \(tenant) AND id = \(id) AND student_id = \(userID) AND state <> \(state)
            """
        _ = try await transaction.pipeline(moved + edited + (state == nil ? [] : [done]))
    }

    /// Deletes a task of the user's own, with its assignment.
    /// - Returns: false if the user has made no such task.
    func delete(_ id: UUID) async throws -> Bool {
        transaction.touch([userID])
        return try await transaction.query("DELETE FROM tasks WHERE \(fragment: mine(id))").affected > 0
    }

    private func mine(_ id: UUID) -> SQL { "tenant_id = \(transaction.tenantID) AND id = \(id) AND created_by = \(userID) AND own" }
}
