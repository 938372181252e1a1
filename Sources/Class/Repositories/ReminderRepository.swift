import DavenportAPI
import Domain
import Foundation
import Postgres

/// Writes reminders of due assignments into the outbox (rules 11).
///
/// A reminder is one row of the outbox, for one assignment and due time. The transaction that writes the assignment
/// also writes this row, with the time at which to send the reminder. So no job has to search for due assignments.
struct ReminderRepository: Sendable {
    private let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Returns the statement that writes the reminders of new assignments, or moves the reminders of existing ones.
    ///
    /// For existing assignments, this statement must run before the statement that changes their due or opening times.
    ///
    /// There is no reminder if less time than `ClassNoticeRules.reminder` is left when the student first sees the
    /// assignment. If the due time of a visible assignment moves that near, the student is reminded at once. Moving a
    /// due time away and back doesn't repeat its reminder.
    /// - Parameters:
    ///   - condition: the condition for the assignments, which have the alias `a`.
    ///   - dueAt: an SQL expression for the new due time.
    ///   - opensAt: an SQL expression for the new opening time.
    func rescheduled(where condition: SQL, dueAt: SQL, opensAt: SQL) -> SQL {
        let (tenant, now, kind) = (transaction.tenantID, transaction.now, NotificationKind.taskDue)
        transaction.wakeWorkers()
        let before: SQL = "\(ClassNoticeRules.reminder) * interval '1 second'"
        return """
            WITH moved AS (
                SELECT a.id, a.student_id, a.due_at AS due_before, a.opens_at AS opened_before, \(fragment: dueAt) AS due_at,
                    coalesce(\(fragment: opensAt), '-infinity') AS opens_at
                FROM assignments AS a WHERE a.tenant_id = \(tenant) AND \(fragment: condition)
            ), cancelled AS (
                UPDATE notifications AS n SET state = 'cancelled' FROM moved AS m
                WHERE n.tenant_id = \(tenant) AND n.about_id = m.id AND n.kind = \(kind) AND n.state = 'pending'
                    AND (n.event_at IS DISTINCT FROM m.due_at OR m.opens_at > \(now) AND n.event_at - \(fragment: before) < m.opens_at)
            )
            INSERT INTO notifications AS n (tenant_id, id, kind, recipient_id, about_id, event_at, created_at, due_at, expires_at)
            SELECT \(tenant), gen_random_uuid(), \(kind), m.student_id, m.id, m.due_at, \(now), m.at,
                m.at + \(NotificationRules.lifetime) * interval '1 second'
            FROM (
                SELECT *, CASE
                    WHEN due_at - \(fragment: before) >= greatest(opens_at, \(now)) THEN due_at - \(fragment: before)
                    WHEN coalesce(opened_before <= \(now), true) AND due_at IS DISTINCT FROM due_before AND NOT passed(due_at, \(now))
                    THEN \(now)
                END AS at FROM moved
            ) AS m
            WHERE m.at IS NOT NULL
            ON CONFLICT (tenant_id, about_id, recipient_id, kind, event_at) WHERE event_at IS NOT NULL DO UPDATE
            SET state = 'pending', due_at = excluded.due_at, expires_at = excluded.expires_at, finished_at = NULL
            WHERE n.state = 'cancelled'
            """
    }
}
