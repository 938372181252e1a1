import DavenportAPI
import Domain
import Foundation
import Postgres

/// Hands one teacher's tasks and students over to a successor (rule 11.35). The transaction must have locked the rows
/// of both users.
struct HandoverRepository: Sendable {
    let transaction: TenantTransaction
    private let fromID: UUID
    private let toID: UUID

    init(_ transaction: TenantTransaction, from fromID: UUID, to toID: UUID) {
        (self.transaction, self.fromID, self.toID) = (transaction, fromID, toID)
    }

    /// The result of the checks before a handover. The rows that the checks lock keep it true until the transaction
    /// ends.
    struct Locked: Sendable {
        /// Whether nothing prevents the successor from taking over all tasks and students.
        let isPossible: Bool
        /// The number of students that the successor would have after the handover.
        let studentCount: Int
        /// The tasks that the predecessor teaches and the successor doesn't.
        let newTaskIDs: [UUID]
    }

    /// Locks the rows of the tasks and then of their assignments, and checks the handover. Until the transaction ends,
    /// nobody can move a read marker that the handover is about to copy.
    func locked() async throws -> Locked {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline(
            [fromID, toID].sorted { $0.lowercased < $1.lowercased }.map { StudentRepository(transaction).counted($0) } + [
                """
                SELECT FROM tasks
                WHERE tenant_id = \(tenant) AND (id IN (\(fragment: tasks)) OR host_id = \(toID) AND id IN (
                    SELECT a.task_id FROM assignments AS a JOIN students AS s ON s.tenant_id = \(tenant) AND s.student_id = a.student_id
                    WHERE a.tenant_id = \(tenant) AND a.removed AND s.teacher_id = \(fromID)))
                ORDER BY id FOR NO KEY UPDATE
                """,
                "SELECT FROM assignments WHERE tenant_id = \(tenant) AND task_id IN (\(fragment: tasks)) ORDER BY id FOR NO KEY UPDATE",
                """
                SELECT NOT EXISTS (\(fragment: obstacles)) AS is_possible,
                    (SELECT count(DISTINCT student_id) FROM students
                        WHERE tenant_id = \(tenant) AND teacher_id IN (\(fromID), \(toID)) AND student_id <> \(toID)) AS student_count,
                    ARRAY(\(fragment: tasks)
                        EXCEPT SELECT task_id FROM task_teachers WHERE tenant_id = \(tenant) AND user_id = \(toID)) AS new_task_ids
                """,
            ])
        guard let row = rows[4].first else { throw PostgresError.misuse("no row of a selection without FROM") }
        return Locked(
            isPossible: try row["is_possible"], studentCount: try row["student_count"], newTaskIDs: try row["new_task_ids"])
    }

    private var tasks: SQL { "SELECT task_id FROM task_teachers WHERE tenant_id = \(transaction.tenantID) AND user_id = \(fromID)" }

    /// The query for reasons against the handover. It yields no row if there is none.
    ///
    /// One reason is a block between the successor and one of their new students or co-teachers. Another one is a task
    /// that the successor has as a student.
    private var obstacles: SQL {
        let tenant = transaction.tenantID
        return """
            SELECT FROM (
                SELECT student_id AS user_id FROM students WHERE tenant_id = \(tenant) AND teacher_id = \(fromID)
                UNION SELECT student_id FROM assignments WHERE tenant_id = \(tenant) AND task_id IN (\(fragment: tasks))
                UNION SELECT user_id FROM task_teachers
                    WHERE tenant_id = \(tenant) AND user_id <> \(fromID) AND task_id IN (\(fragment: tasks))
            ) AS o
            JOIN blocks AS b ON b.tenant_id = \(tenant)
                AND (b.blocker_id, b.blocked_id) IN ((\(toID), o.user_id), (o.user_id, \(toID)))
            UNION ALL
            SELECT FROM assignments WHERE tenant_id = \(tenant) AND student_id = \(toID) AND task_id IN (\(fragment: tasks))
            """
    }

    /// Carries out the handover.
    ///
    /// Students are handed over before tasks. So when a task gets its new host, the task's student already belongs to
    /// that host's students, and a closed assignment opens again.
    /// - Parameter newTaskIDs: the tasks that `locked` returned as `newTaskIDs`.
    func carryOut(joining newTaskIDs: [UUID]) async throws {
        transaction.touch([fromID, toID])
        _ = try await transaction.pipeline(students + joining(newTaskIDs) + leaving + [opened])
    }

    private var students: [SQL] {
        let tenant = transaction.tenantID
        return [
            """
            INSERT INTO students (tenant_id, teacher_id, student_id, since)
            SELECT \(tenant), \(toID), student_id, \(transaction.now) FROM students
            WHERE tenant_id = \(tenant) AND teacher_id = \(fromID) AND student_id <> \(toID)
            ON CONFLICT DO NOTHING
            """,
            "DELETE FROM students WHERE tenant_id = \(tenant) AND teacher_id = \(fromID)",
        ]
    }

    /// Returns the statements by which the successor joins tasks as a teacher. Joining a task marks all its entries as
    /// read for the successor. So further statements replace these read markers by the predecessor's.
    private func joining(_ newTaskIDs: [UUID]) -> [SQL] {
        let tenant = transaction.tenantID
        return [
            """
            INSERT INTO task_teachers (tenant_id, task_id, user_id, since)
            SELECT \(tenant), task_id, \(toID), \(transaction.now) FROM unnest(\(newTaskIDs)::uuid[]) AS task_id
            """,
            "DELETE FROM assignment_readers WHERE tenant_id = \(tenant) AND user_id = \(toID) AND task_id = ANY (\(newTaskIDs)::uuid[])",
            """
            INSERT INTO assignment_readers (tenant_id, assignment_id, user_id, task_id, read_number, unread_count)
            SELECT \(tenant), assignment_id, \(toID), task_id, read_number, unread_entries(\(tenant), assignment_id, \(toID), read_number)
            FROM assignment_readers
            WHERE tenant_id = \(tenant) AND user_id = \(fromID) AND task_id = ANY (\(newTaskIDs)::uuid[])
            """,
        ]
    }

    private var leaving: [SQL] {
        let tenant = transaction.tenantID
        return [
            "UPDATE tasks SET host_id = \(toID) WHERE tenant_id = \(tenant) AND host_id = \(fromID)",
            "DELETE FROM task_teachers WHERE tenant_id = \(tenant) AND user_id = \(fromID)",
        ]
    }

    /// The statement that reopens assignments that were closed when their student was removed from a teacher's
    /// students. It reopens only assignments whose student now belongs to the successor.
    private var opened: SQL {
        """
        UPDATE assignments AS a SET removed = false FROM tasks AS t
        WHERE a.tenant_id = \(transaction.tenantID) AND a.removed AND t.tenant_id = \(transaction.tenantID) AND t.id = a.task_id
            AND t.host_id = \(toID) AND EXISTS (
                SELECT FROM students AS s
                WHERE s.tenant_id = \(transaction.tenantID) AND s.teacher_id = \(toID) AND s.student_id = a.student_id)
        """
    }
}
