import Foundation
import Postgres

/// What is told at a time by somebody's clocks (rule 9.11). A row holds what they show then, `local_due`, and is due when
/// `due_locally` says: an area that writes one asks for the zone in `notification_preferences`, behind `lock`.
package struct LocalNoticeRepository: Sendable {
    private let transaction: TenantTransaction
    private let userID: UUID

    /// - Parameter userID: who is told.
    package init(_ transaction: TenantTransaction, of userID: UUID) {
        (self.transaction, self.userID) = (transaction, userID)
    }

    /// Makes what writes by the person's time zone and what changes it happen one after the other, until the transaction ends: else what is
    /// written at that moment would stay where it was.
    package var lock: SQL {
        "SELECT pg_advisory_xact_lock(hashtextextended(\("clocks of \(userID.lowercased) in \(transaction.tenantID)")::text, 0))"
    }

    /// The person's clocks are those of another time zone, or of none that they named: what waits is due by it, and at once where they show
    /// a later time already. A worker that waits is woken when this is committed.
    func moved(to zone: String?) -> SQL {
        let tenant = transaction.tenantID
        let due: SQL = "due_locally(n.local_due, \(zone), n.home_zone, n.not_before, n.not_after)"
        transaction.wakeWorkers()
        return """
            UPDATE notifications AS n
            SET due_at = \(fragment: due), expires_at = \(fragment: due) + \(NotificationRules.lifetime) * interval '1 second'
            WHERE n.tenant_id = \(tenant) AND n.recipient_id = \(userID) AND n.day IS NOT NULL AND n.local_due IS NOT NULL
                AND n.state = 'pending' AND n.due_at <> \(fragment: due)
            """
    }
}
