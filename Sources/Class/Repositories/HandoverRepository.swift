import DavenportAPI
import Domain
import Foundation
import Postgres

/// Hands one teacher's tasks and students over to a successor (rule 11.35). The caller has locked both users.
struct HandoverRepository: Sendable {
    let transaction: TenantTransaction
    private let fromID: UUID
    private let toID: UUID

    init(_ transaction: TenantTransaction, from fromID: UUID, to toID: UUID) {
        (self.transaction, self.fromID, self.toID) = (transaction, fromID, toID)
    }

    /// What was checked about a handover. Row locks keep it true until the transaction ends.
    struct Locked: Sendable {
        /// Whether the successor may take over everything.
        let isPossible: Bool
        /// The number of students that the successor would have.
        let studentCount: Int
        /// The tasks that the predecessor teaches and the successor doesn't.
        let newTaskIDs: [UUID]
    }

    /// Locks the tasks, then their assignments, so that nobody moves a read marker while it is copied.
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

    /// The query for reasons against the handover: a block between the successor and one of their new students or
    /// co-teachers, or a task that the successor has to do themselves.
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

    /// Carries out the handover. Students come first, so that an assignment opens again when its task gets the new host.
    /// - Parameter newTaskIDs: as in the result of `locked`.
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

    /// Returns the statements by which the successor joins tasks. A teacher who joins has read everything, but the
    /// successor gets the read markers of the predecessor.
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

    /// The statement that opens assignments again whose student the successor had removed and now takes over.
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
