import DavenportAPI
import Domain
import Foundation
import Postgres

/// Writes notifications of new assignments into the outbox (rules 11). A notification is sent when the task opens, or
/// at once if the task is open already.
struct AssigningNoticeRepository: Sendable {
    private let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Returns the statement that notifies the students of their new assignments.
    func notified(of assignmentIDs: [UUID], by hostID: UUID) -> SQL {
        let (tenant, now) = (transaction.tenantID, transaction.now)
        transaction.wakeWorkers()
        return """
            INSERT INTO notifications (tenant_id, id, kind, recipient_id, actor_id, about_id, created_at, due_at, expires_at)
            SELECT \(tenant), gen_random_uuid(), \(NotificationKind.taskAssigned), a.student_id, \(hostID), a.id, \(now), o.at,
                o.at + \(NotificationRules.lifetime) * interval '1 second'
            FROM assignments AS a CROSS JOIN LATERAL (SELECT greatest(a.opens_at, \(now)::timestamptz)) AS o (at)
            WHERE a.tenant_id = \(tenant) AND a.id = ANY (\(assignmentIDs)::uuid[])
            """
    }

    /// Returns the statement that moves pending notifications of a task's assignments to the task's new opening time.
    /// The transaction must have locked the task's row. The statement changes nothing if the task is open already.
    /// - Parameter opensAt: the new opening time; nil if the task opens at once.
    func rescheduled(_ taskID: UUID, opensAt: Date?) -> SQL {
        let (tenant, now) = (transaction.tenantID, transaction.now)
        let at = max(opensAt ?? now, now)
        transaction.wakeWorkers()
        return """
            UPDATE notifications AS n SET due_at = \(at), expires_at = \(at + NotificationRules.lifetime)
            FROM assignments AS a
            WHERE a.tenant_id = \(tenant) AND a.task_id = \(taskID) AND a.opens_at > \(now)
                AND n.tenant_id = \(tenant) AND n.about_id = a.id AND n.kind = \(NotificationKind.taskAssigned) AND n.state = 'pending'
            """
    }
}
