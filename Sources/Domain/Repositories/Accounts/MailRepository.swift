import DavenportAPI
import Foundation
import Postgres

/// Writes the mails of a tenant. A mail is written in the transaction that causes it, so both are committed or neither is.
struct MailRepository: Repository {
    let transaction: TenantTransaction

    /// Inserts a mail, which is due at once. The commit wakes a waiting worker.
    ///
    /// Without a user, the mail goes to the address as the account has it, if somebody has it. Two addresses that are compared as equal
    /// may belong to different mailboxes, such as those with `ß` and `ss`, and anybody may ask for a link.
    /// - Parameter userID: the user about whose account the mail is; nil if it is the user with the address, if there is one.
    func insert(_ content: MailContent, to email: String, about userID: UUID? = nil, link: String) async throws {
        transaction.wakeWorkers()
        let (id, stored) = (UUID.version7(at: transaction.now), content.stored)
        let tenant = transaction.tenantID
        _ = try await transaction.pipeline([
            """
            INSERT INTO mails (tenant_id, id, kind, user_id, address_number, created_at, due_at, expires_at)
            SELECT \(tenant), \(id), \(stored.kind), coalesce(\(userID), u.id), s.number, \(transaction.now), \(transaction.now),
                \(transaction.now + MailRules.lifetime)
            FROM (SELECT) AS one
            LEFT JOIN users AS u ON u.tenant_id = \(tenant) AND u.email_key = \(email.folded) AND NOT u.bot
            LEFT JOIN email_states AS s ON s.tenant_id = \(tenant) AND s.user_id = u.id
            """,
            """
            INSERT INTO mail_addresses (tenant_id, mail_id, address, link, words)
            VALUES (\(tenant), \(id), coalesce((
                SELECT u.email FROM users AS u
                WHERE u.tenant_id = \(tenant) AND u.email_key = \(email.folded) AND NOT u.bot AND \(userID)::uuid IS NULL), \(email)),
                \(link), \(stored.words))
            """,
        ])
    }

    /// Makes the dead and retried mails due now.
    /// - Returns: the number of these mails.
    func retry() async throws -> Int {
        transaction.wakeWorkers()
        return try await transaction.query(
            """
            UPDATE mails SET dead_at = NULL, due_at = \(transaction.now), expires_at = \(transaction.now + MailRules.lifetime)
            WHERE tenant_id = \(transaction.tenantID) AND lease_id IS NULL AND (dead_at IS NOT NULL OR attempts > 0)
            """
        ).affected
    }
}

/// Deletes the mails to a user whose account is deleted, and the links that were sent to the user's address.
enum MailErasure {
    /// Returns the statements that delete them.
    static func statements(_ transaction: TenantTransaction, _ accountErasure: AccountErasure) -> [SQL] {
        let (tenant, userID) = (transaction.tenantID, accountErasure.userID)
        return [
            "DELETE FROM mails WHERE tenant_id = \(tenant) AND user_id = \(userID)",
            """
            DELETE FROM mailed_password_links WHERE tenant_id = \(tenant)
                AND email_key = (SELECT u.email_key FROM users AS u WHERE u.tenant_id = \(tenant) AND u.id = \(userID))
            """,
        ]
    }
}
