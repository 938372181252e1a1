import Foundation
import Postgres

/// Schedules notifications that are sent at a local time of their recipient (rule 9.11).
///
/// A row has the local time in `local_due`, and the SQL function `due_locally` computes the moment from it. An area
/// that writes such a row must first run the statement `lock`, and then read the time zone from
/// `notification_preferences`.
package struct LocalNoticeRepository: Sendable {
    private let transaction: TenantTransaction
    private let userID: UUID

    /// Creates the repository.
    /// - Parameter userID: the recipient of the notifications.
    package init(_ transaction: TenantTransaction, of userID: UUID) {
        (self.transaction, self.userID) = (transaction, userID)
    }

    /// The statement that locks the user's time zone until the transaction ends. Without this lock, a notification that
    /// is written while the time zone changes would keep the time of the old zone.
    package var lock: SQL {
        "SELECT pg_advisory_xact_lock(hashtextextended(\("clocks of \(userID.lowercased) in \(transaction.tenantID)")::text, 0))"
    }

    /// Returns the statement that reschedules the user's pending notifications for another time zone; nil if the user
    /// has removed their time zone.
    ///
    /// A notification is sent at once if its local time has already passed in the new zone. The commit wakes a waiting
    /// worker.
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
