import Domain
import Postgres

/// What becomes of the plays of somebody who is deleted.
enum PlayErasure {
    /// They go with their words; the ranks of others close up.
    static func statements(_ transaction: TenantTransaction, _ departure: Departure) -> [SQL] {
        ["DELETE FROM plays WHERE tenant_id = \(transaction.tenantID) AND user_id = \(departure.userID)"]
    }
}
