import Foundation
import Postgres

/// Erases a deleted user's invites, the user's name where they redeemed an invite, and mutes of the user by other
/// people.
enum PeopleErasure {
    /// Returns the statements that erase these invites, names and mutes. The number of uses of other people's invites
    /// stays.
    ///
    /// Invites are deleted before the user's row. A redemption takes its locks in the same order: it locks the invite
    /// and then makes the new user a friend of the invite's maker.
    static func statements(_ transaction: TenantTransaction, _ accountErasure: AccountErasure) -> [SQL] {
        let (tenant, userID) = (transaction.tenantID, accountErasure.userID)
        return [
            "UPDATE invite_redemptions SET user_id = NULL WHERE tenant_id = \(tenant) AND user_id = \(userID)",
            "DELETE FROM invites WHERE tenant_id = \(tenant) AND maker_id = \(userID)",
            "DELETE FROM muted_people WHERE tenant_id = \(tenant) AND muted_id = \(userID)",
        ]
    }
}
