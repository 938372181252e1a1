import Domain
import Postgres

/// What becomes of the plays of somebody who is deleted.
enum PlayErasure {
    /// They go with their words; the ranks of others close up.
    static func statements(_ transaction: TenantTransaction, _ departure: Departure) -> [SQL] {
        let (tenant, user) = (transaction.tenantID, departure.userID)
        return [
            "DELETE FROM plays WHERE tenant_id = \(tenant) AND user_id = \(user)",
            "DELETE FROM board_entries WHERE tenant_id = \(tenant) AND user_id = \(user)",
            "DELETE FROM play_profiles WHERE tenant_id = \(tenant) AND user_id = \(user)",
        ]
    }
}
