import Foundation
import Postgres

/// Erases the invites of a deleted user, the user's name on redemptions, and other people's mutes of the user.
enum PeopleErasure {
    /// Returns the statements. The count of an invite's uses stays.
    ///
    /// They delete invites before the user's row, because that is the order of locks in a redemption: it locks the
    /// invite, and then makes the new user the maker's friend.
    static func statements(_ transaction: TenantTransaction, _ accountErasure: AccountErasure) -> [SQL] {
        let (tenant, userID) = (transaction.tenantID, accountErasure.userID)
        return [
            "UPDATE invite_redemptions SET user_id = NULL WHERE tenant_id = \(tenant) AND user_id = \(userID)",
            "DELETE FROM invites WHERE tenant_id = \(tenant) AND maker_id = \(userID)",
            "DELETE FROM muted_people WHERE tenant_id = \(tenant) AND muted_id = \(userID)",
        ]
    }
}
