import Domain
import Foundation
import Postgres

/// Deletes a user's play data together with their account (rule 12.21).
enum PlayErasure {
    /// Returns the statements that delete the user's plays, words, board entries, profile and entitlements.
    ///
    /// Players who ranked after the user move up. Challenges that the user created stay without a maker if other
    /// players are in them. Another account may then present the user's purchases.
    static func statements(_ transaction: TenantTransaction, _ accountErasure: AccountErasure) -> [SQL] {
        let (tenant, user) = (transaction.tenantID, accountErasure.userID)
        return ownChallenges(tenant, user) + [
            "DELETE FROM entitlements WHERE tenant_id = \(tenant) AND user_id = \(user)",
            "DELETE FROM plays WHERE tenant_id = \(tenant) AND user_id = \(user)",
            "DELETE FROM board_entries WHERE tenant_id = \(tenant) AND user_id = \(user)",
            "DELETE FROM play_profiles WHERE tenant_id = \(tenant) AND user_id = \(user)",
        ]
    }

    /// Returns the statements that delete or anonymise the challenges that the user created.
    ///
    /// The statements first lock the challenges, in the order of their ids, so that nobody joins a challenge that is
    /// being deleted. They also delete the request digests. A digest could confirm a guess at the invited people, and
    /// only the user, whose account is gone, could retry the request.
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
