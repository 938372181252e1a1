import Foundation
import Postgres

/// What becomes of the invites of somebody who is deleted, and of their being muted.
enum PeopleErasure {
    /// The uses stay counted. Invites go before the person, because whoever redeems one holds it while they become the person's friend.
    static func statements(_ transaction: TenantTransaction, _ accountErasure: AccountErasure) -> [SQL] {
        let (tenant, userID) = (transaction.tenantID, accountErasure.userID)
        return [
            "UPDATE invite_redemptions SET user_id = NULL WHERE tenant_id = \(tenant) AND user_id = \(userID)",
            "DELETE FROM invites WHERE tenant_id = \(tenant) AND maker_id = \(userID)",
            "DELETE FROM muted_people WHERE tenant_id = \(tenant) AND muted_id = \(userID)",
        ]
    }
}
