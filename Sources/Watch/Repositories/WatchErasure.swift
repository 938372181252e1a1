import Domain
import Foundation
import Postgres

/// Removes a user from their rooms and comments together with their account.
enum WatchErasure {
    /// Returns the statements that remove the user's memberships and delete or anonymise their comments.
    ///
    /// All their rooms are locked first, in the order of their ids, former ones too. Request digests of rooms and comments
    /// are deleted, because they could confirm a guess at the content, and the user no longer exists to retry the request.
    static func statements(_ transaction: TenantTransaction, _ accountErasure: AccountErasure) -> [SQL] {
        let (tenant, userID) = (transaction.tenantID, accountErasure.userID)
        let rooms: SQL = """
            SELECT room_id FROM memberships WHERE tenant_id = \(tenant) AND user_id = \(userID)
            UNION SELECT room_id FROM former_members WHERE tenant_id = \(tenant) AND user_id = \(userID)
            """
        let words: SQL =
            accountErasure.erasesWords
            ? "SELECT erase_comments(\(tenant), \(userID))"
            : "UPDATE comments SET author_id = NULL, request_digest = '' WHERE tenant_id = \(tenant) AND author_id = \(userID)"
        return [
            "SELECT FROM rooms WHERE tenant_id = \(tenant) AND id IN (\(fragment: rooms)) ORDER BY id FOR NO KEY UPDATE",
            """
            UPDATE rooms SET request_digest = ''
            WHERE tenant_id = \(tenant) AND created_by = \(userID) AND id IN (\(fragment: rooms))
            """,
            "DELETE FROM memberships WHERE tenant_id = \(tenant) AND user_id = \(userID)",
            words,
        ]
    }
}
