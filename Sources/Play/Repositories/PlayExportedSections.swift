import Domain
import Foundation
import Postgres

// The sections of a user's data export that hold what they played, created and bought (rules 15).

extension [ExportedSection] {
    static let play: Self = [.profile, .challenges, .plays, .entitlements]
}

extension ExportedSection {
    fileprivate static let profile = one("playProfile") { transaction, userID in
        """
        SELECT p.user_id AS place, json_build_object('namedTo', p.named_to) AS item
        FROM play_profiles AS p WHERE p.tenant_id = \(transaction.tenantID) AND p.user_id = \(userID)
        """
    }

    /// Exports the challenges that users created and that the user is in. Daily challenges are left out.
    fileprivate static let challenges = many("challenges") { transaction, userID in
        """
        SELECT c.id AS place, json_build_object('id', c.id, 'mode', c.mode, 'language', c.language, 'code', c.code,
            'mine', coalesce(c.maker_id = \(userID), false), 'startsAt', timestamp_text(c.starts_at),
            'endsAt', timestamp_text(c.ends_at),
            'joinedAt', timestamp_text(i.joined_at)) AS item
        FROM challenge_players AS i JOIN challenges AS c ON c.tenant_id = \(transaction.tenantID) AND c.id = i.challenge_id
        WHERE i.tenant_id = \(transaction.tenantID) AND i.user_id = \(userID)
        """
    }

    /// Exports the user's plays. Their moves include the words and the scores.
    fileprivate static let plays = many("plays", page: 50) { transaction, userID in
        """
        SELECT p.id AS place, json_build_object('id', p.id, 'challengeID', p.challenge_id, 'mode', c.mode, 'day', c.day,
            'startedAt', timestamp_text(p.started_at), 'endsAt', timestamp_text(p.ends_at), 'finishedAt', timestamp_text(p.finished_at),
            'struckAt', timestamp_text(p.struck_at), 'score', p.score, 'moves', p.moves) AS item
        FROM plays AS p JOIN challenges AS c ON c.tenant_id = \(transaction.tenantID) AND c.id = p.challenge_id
        WHERE p.tenant_id = \(transaction.tenantID) AND p.user_id = \(userID)
        """
    }

    fileprivate static let entitlements = many("entitlements", place: "text") { transaction, userID in
        """
        SELECT e.original_transaction_id AS place, json_build_object('originalTransactionID', e.original_transaction_id,
            'productID', e.product_id, 'type', e.type, 'environment', e.environment, 'purchasedAt', timestamp_text(e.purchased_at),
            'expiresAt', timestamp_text(e.expires_at), 'revokedAt', timestamp_text(e.revoked_at)) AS item
        FROM entitlements AS e WHERE e.tenant_id = \(transaction.tenantID) AND e.user_id = \(userID)
        """
    }
}
