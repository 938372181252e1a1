import Domain
import Foundation
import Postgres

/// What becomes of the plays of somebody who is deleted.
enum PlayErasure {
    /// They go with their words; the ranks of others close up. Own challenges that others are in stay, without who made them. What was
    /// bought goes too, and is anybody's to show again.
    static func statements(_ transaction: TenantTransaction, _ accountErasure: AccountErasure) -> [SQL] {
        let (tenant, user) = (transaction.tenantID, accountErasure.userID)
        return ownChallenges(tenant, user) + [
            "DELETE FROM entitlements WHERE tenant_id = \(tenant) AND user_id = \(user)",
            "DELETE FROM plays WHERE tenant_id = \(tenant) AND user_id = \(user)",
            "DELETE FROM board_entries WHERE tenant_id = \(tenant) AND user_id = \(user)",
            "DELETE FROM play_profiles WHERE tenant_id = \(tenant) AND user_id = \(user)",
        ]
    }

    /// The challenges are locked first, in the order of their ids, so that nobody comes into one that goes. The digest of the request goes
    /// too: a guess at whom they invited could be confirmed by it, and who might ask again is gone.
    private static func ownChallenges(_ tenant: UUID, _ user: UUID) -> [SQL] {
        let theirs: SQL = "SELECT challenge_id FROM challenge_players WHERE tenant_id = \(tenant) AND user_id = \(user)"
        return [
            "SELECT FROM challenges WHERE tenant_id = \(tenant) AND id IN (\(fragment: theirs)) ORDER BY id FOR UPDATE",
            """
            DELETE FROM challenges AS c
            WHERE c.tenant_id = \(tenant) AND c.kind = 'own' AND c.id IN (\(fragment: theirs)) AND NOT EXISTS (
                SELECT FROM challenge_players AS p WHERE p.tenant_id = \(tenant) AND p.challenge_id = c.id AND p.user_id <> \(user))
            """,
            "UPDATE challenges SET maker_id = NULL, request_digest = '' WHERE tenant_id = \(tenant) AND maker_id = \(user)",
            "DELETE FROM challenge_players WHERE tenant_id = \(tenant) AND user_id = \(user)",
        ]
    }
}
