import DavenportAPI
import Foundation
import Postgres
import Secrets

extension EmailState: PostgresCodable {}
extension DigestFrequency: PostgresCodable {}
extension Language: PostgresCodable {}

/// Reads and writes what is known of the members' e-mail addresses, and the links that are sent to them.
struct EmailAddressRepository: Repository {
    let transaction: TenantTransaction

    /// What a link that is sent to an address does.
    enum Purpose: String {
        case verify, undo
    }

    /// Sets what is known of the user's address back to the beginning, since the user has a new or another one.
    func resetState(of userID: UUID) async throws {
        try await transaction.query(
            """
            INSERT INTO email_states (tenant_id, user_id) VALUES (\(transaction.tenantID), \(userID))
            ON CONFLICT (tenant_id, user_id) DO UPDATE
                SET number = email_states.number + 1, verified_at = NULL, refusals = 0, unreachable_at = NULL,
                    digest_due_at = NULL
            """)
    }

    /// Records that the user reads the mails of their address. From then on they get digests.
    func verify(_ userID: UUID) async throws {
        transaction.touch([userID])
        _ = try await transaction.pipeline([
            """
            INSERT INTO email_states AS s (tenant_id, user_id, verified_at, digest_since, digest_due_at)
            VALUES (\(transaction.tenantID), \(userID), \(transaction.now), \(transaction.now), \(fragment: nextDigest(of: userID)))
            ON CONFLICT (tenant_id, user_id) DO UPDATE SET verified_at = excluded.verified_at, refusals = 0, unreachable_at = NULL,
                    digest_since = excluded.digest_since,
                    digest_due_at = CASE WHEN s.digest IS DISTINCT FROM 'off' THEN excluded.digest_due_at END
                WHERE s.verified_at IS NULL OR s.unreachable_at IS NOT NULL
            """,
            "DELETE FROM email_links WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND purpose = 'verify'",
        ])
    }

    /// Stores how often the user wants a digest; nil for the default. The choice takes effect once the user's address
    /// is verified.
    func setDigest(of userID: UUID, to frequency: DigestFrequency?) async throws {
        try await transaction.query(
            """
            UPDATE email_states SET digest = \(frequency),
                digest_since = CASE WHEN digest_due_at IS NULL THEN \(transaction.now) ELSE digest_since END,
                digest_due_at = CASE WHEN verified_at IS NOT NULL AND \(frequency)::text IS DISTINCT FROM \(DigestFrequency.off)
                    THEN \(fragment: nextDigest(of: userID)) END
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID)
            """)
    }

    /// Returns how often the user gets a digest; nil if a device gets their notifications.
    func digest(of userID: UUID) async throws -> DigestFrequency? {
        let idleSince = SessionRules.idleLimit(at: transaction.now)
        let rows = try await transaction.query(
            """
            SELECT coalesce(s.digest, CASE WHEN NOT has_device(\(transaction.tenantID), \(userID), \(idleSince)) THEN \(DigestFrequency.daily) END)
                AS digest
            FROM email_states AS s WHERE s.tenant_id = \(transaction.tenantID) AND s.user_id = \(userID)
            """)
        return try rows.first?["digest"]
    }

    /// Returns an SQL expression for the moment of the user's next digest.
    private func nextDigest(of userID: UUID) -> SQL {
        """
        next_local_time(\(transaction.now), \(EmailRules.evening)::time, (
            SELECT p.time_zone FROM notification_preferences AS p WHERE p.tenant_id = \(transaction.tenantID) AND p.user_id = \(userID)))
        """
    }

    /// Returns the statement that moves the user's next digest to the evening of another time zone. A weekly one stays within half a day
    /// of its moment.
    func digestMoved(of userID: UUID, to zone: String?) -> SQL {
        """
        UPDATE email_states AS s
        SET digest_due_at = next_local_time(
            greatest(\(transaction.now), s.digest_due_at - interval '12 hours'), \(EmailRules.evening)::time, \(zone))
        WHERE s.tenant_id = \(transaction.tenantID) AND s.user_id = \(userID) AND s.digest_due_at IS NOT NULL
        """
    }

    /// Inserts a link, in place of the user's older one for the same purpose. It also deletes a batch of expired links, so that an
    /// earlier address isn't kept for longer than its link works. The deletion skips locked rows.
    func insert(_ purpose: Purpose, codeDigest: [UInt8], for userID: UUID, to email: String) async throws {
        _ = try await transaction.pipeline([
            """
            DELETE FROM email_links WHERE tenant_id = \(transaction.tenantID) AND (user_id, purpose) IN (
                SELECT user_id, purpose FROM email_links
                WHERE tenant_id = \(transaction.tenantID) AND expires_at <= \(transaction.now)
                LIMIT \(Upkeep.batch) FOR UPDATE SKIP LOCKED)
            """,
            """
            INSERT INTO email_links (tenant_id, user_id, purpose, email, email_key, code_digest, expires_at)
            VALUES (\(transaction.tenantID), \(userID), \(purpose.rawValue), \(email), \(email.folded), \(codeDigest),
                \(transaction.now + EmailRules.lifetime))
            ON CONFLICT (tenant_id, user_id, purpose) DO UPDATE SET email = excluded.email, email_key = excluded.email_key,
                code_digest = excluded.code_digest, expires_at = excluded.expires_at
            """,
        ])
    }

    /// Returns the user whose address the link with this code verifies; nil if there is none, it has expired, or the user has
    /// another address by now.
    func find(_ code: EmailCode) async throws -> UUID? {
        let rows = try await transaction.query(
            """
            SELECT l.user_id FROM email_links AS l
            JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = l.user_id AND u.email_key = l.email_key
            WHERE l.tenant_id = \(transaction.tenantID) AND l.purpose = 'verify' AND l.code_digest = \(code.digest)
                AND l.expires_at > \(transaction.now)
            """)
        return try rows.first.map { try $0["user_id"] }
    }

    /// Whether a link works with which the user gets an earlier address back.
    func hasUndo(of userID: UUID) async throws -> Bool {
        try await !transaction.query(
            """
            SELECT FROM email_links WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND purpose = 'undo'
                AND expires_at > \(transaction.now)
            """
        ).isEmpty
    }

    /// Deletes the user's links.
    func deleteLinks(of userID: UUID) async throws {
        try await transaction.query("DELETE FROM email_links WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID)")
    }

    /// Refuses an address that another user can get back by a link, so that nobody takes it meanwhile. Call it after
    /// the account's row was written: that statement waits for a concurrent change of the address, so this one sees the
    /// change's link.
    /// - Throws: `emailTaken`.
    func refuseReserved(_ email: String, but userID: UUID) async throws {
        let reserved = try await transaction.query(
            """
            SELECT FROM email_links WHERE tenant_id = \(transaction.tenantID) AND purpose = 'undo' AND email_key = \(email.folded)
                AND user_id <> \(userID) AND expires_at > \(transaction.now)
            """)
        guard reserved.isEmpty else { throw Problem(.emailTaken) }
    }

    /// Returns an SQL expression for the state of the address of the user `users.id`, which is null for a bot.
    static func state(in tenant: UUID) -> SQL {
        """
        CASE WHEN NOT users.bot THEN coalesce((
            SELECT CASE WHEN s.unreachable_at IS NOT NULL THEN 'unreachable' WHEN s.verified_at IS NOT NULL THEN 'verified' END
            FROM email_states AS s WHERE s.tenant_id = \(tenant) AND s.user_id = users.id), 'unverified') END
        """
    }

    /// Returns an SQL expression for how often the user `users.id` wants a digest. It is null for a user who chose
    /// nothing.
    static func digest(in tenant: UUID) -> SQL {
        "(SELECT s.digest FROM email_states AS s WHERE s.tenant_id = \(tenant) AND s.user_id = users.id)"
    }
}
