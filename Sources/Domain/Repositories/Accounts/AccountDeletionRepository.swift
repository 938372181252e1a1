import Foundation
import Postgres

/// What a person leaves behind, and what goes with them.
struct AccountDeletionRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Takes a person, whose row is locked, out of everything and deletes them. What they said stays under nobody's name, or is erased.
    ///
    /// The rooms are locked first, in the order of their ids, also those they only wrote in once. The digests of what they made go too,
    /// since a guess at it could be confirmed by them, and who might ask again is gone. Invites go before the person, because
    /// whoever redeems one holds it while they become the person's friend.
    func delete(_ userID: UUID, eraseComments: Bool) async throws {
        let tenant = transaction.tenantID
        let comments: SQL =
            eraseComments
            ? "SELECT erase_comments(\(tenant), \(userID))"
            : "UPDATE comments SET author_id = NULL, request_digest = '' WHERE tenant_id = \(tenant) AND author_id = \(userID)"
        _ = try await transaction.pipeline([
            """
            SELECT FROM rooms WHERE tenant_id = \(tenant) AND id IN (
                SELECT room_id FROM memberships WHERE tenant_id = \(tenant) AND user_id = \(userID)
                UNION SELECT room_id FROM former_members WHERE tenant_id = \(tenant) AND user_id = \(userID))
            ORDER BY id FOR NO KEY UPDATE
            """,
            """
            UPDATE rooms SET request_digest = '' WHERE tenant_id = \(tenant) AND created_by = \(userID) AND id IN (
                SELECT room_id FROM memberships WHERE tenant_id = \(tenant) AND user_id = \(userID)
                UNION SELECT room_id FROM former_members WHERE tenant_id = \(tenant) AND user_id = \(userID))
            """,
            "DELETE FROM memberships WHERE tenant_id = \(tenant) AND user_id = \(userID)",
            comments,
            "UPDATE invite_redemptions SET user_id = NULL WHERE tenant_id = \(tenant) AND user_id = \(userID)",
            "DELETE FROM invites WHERE tenant_id = \(tenant) AND maker_id = \(userID)",
            "DELETE FROM users WHERE tenant_id = \(tenant) AND id = \(userID)",
        ])
    }
}
