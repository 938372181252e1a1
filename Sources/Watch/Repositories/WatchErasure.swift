import Domain
import Foundation
import Postgres

/// What becomes of the rooms of somebody who is deleted, and of what they said there.
enum WatchErasure {
    /// The rooms are locked first, in the order of their ids, also those they only wrote in once. The digests of what they made go too,
    /// since a guess at it could be confirmed by them, and who might ask again is gone.
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
