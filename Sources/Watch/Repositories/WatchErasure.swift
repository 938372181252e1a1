import Domain
import Foundation
import Postgres

/// Erases what a user did in rooms when their account is deleted.
enum WatchErasure {
    /// Returns the statements that remove the user's memberships, delete the user's reactions, and delete or anonymise the user's
    /// comments and the subtitles that the user has set.
    ///
    /// The statements first lock all rooms that the user is in or has left, in the order of the ids, so that they can't
    /// deadlock. They also delete the request digests of the user's rooms and comments. A digest could confirm a guess
    /// at the content, and only the user, whose account is gone, could retry the request.
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
        let isSetter: SQL = "tenant_id = \(tenant) AND set_by = \(userID)"
        return [
            "SELECT FROM rooms WHERE tenant_id = \(tenant) AND id IN (\(fragment: rooms)) ORDER BY id FOR NO KEY UPDATE",
            """
            UPDATE rooms SET request_digest = ''
            WHERE tenant_id = \(tenant) AND created_by = \(userID) AND id IN (\(fragment: rooms))
            """,
            accountErasure.erasesWords
                ? "DELETE FROM subtitle_tracks WHERE \(fragment: isSetter)"
                : "UPDATE subtitle_tracks SET set_by = NULL WHERE \(fragment: isSetter)",
            "DELETE FROM reactions WHERE tenant_id = \(tenant) AND user_id = \(userID)",
            "DELETE FROM memberships WHERE tenant_id = \(tenant) AND user_id = \(userID)",
            words,
        ] + PictureRepository.erasure(tenant, of: userID)
    }
}
