import Foundation
import Postgres

/// Schedules notifications that are due at a local time of their recipient (rule 9.11).
///
/// A row stores the local time in `local_due`, and `due_locally` computes the moment at which it is due. An area that
/// writes such a row reads the time zone from `notification_preferences`, after it has run `lock`.
package struct LocalNoticeRepository: Sendable {
    private let transaction: TenantTransaction
    private let userID: UUID

    /// - Parameter userID: the recipient.
    package init(_ transaction: TenantTransaction, of userID: UUID) {
        (self.transaction, self.userID) = (transaction, userID)
    }

    /// Serializes, until the transaction ends, the writes that use the user's time zone and those that change it. Without
    /// this lock, a notification written while the time zone changes would keep the time of the old zone.
    package var lock: SQL {
        "SELECT pg_advisory_xact_lock(hashtextextended(\("clocks of \(userID.lowercased) in \(transaction.tenantID)")::text, 0))"
    }

    /// Reschedules the user's pending notifications for another time zone, or for none if the user has set none.
    ///
    /// A notification becomes due at once if its local time has already passed in that zone. The commit wakes a waiting
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
