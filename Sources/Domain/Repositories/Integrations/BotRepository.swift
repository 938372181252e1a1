import DavenportAPI
import Foundation
import Postgres
import Secrets

/// Reads the bots of a tenant, and writes their tokens and webhooks.
struct BotRepository: Repository {
    let transaction: TenantTransaction

    func count() async throws -> Int {
        let rows = try await transaction.query(
            "SELECT count(*) AS count FROM users WHERE tenant_id = \(transaction.tenantID) AND bot")
        return try rows.first?["count"] ?? 0
    }

    /// Returns all bots, oldest first.
    func list() async throws -> [Bot] { try await bots(where: "true").map { try Bot($0) } }

    /// Returns a bot, with the secrets that the request has made; nil if there is none with this id.
    func bot(_ botID: UUID, token: String?, webhookSecret: String?) async throws -> Bot? {
        try await bots(where: "u.id = \(botID)").first.map { try Bot($0, token: token, webhookSecret: webhookSecret) }
    }

    private func bots(where condition: SQL) async throws -> Rows {
        let tenant = transaction.tenantID
        return try await transaction.query(
            """
            SELECT \(fragment: UserStub.columns), w.url, w.off_at IS NOT NULL AS off, w.attempts, w.error
            FROM users AS u LEFT JOIN webhooks AS w ON w.tenant_id = \(tenant) AND w.user_id = u.id
            WHERE u.tenant_id = \(tenant) AND u.bot AND \(fragment: condition) ORDER BY u.created_at, u.id
            """)
    }

    /// Locks a bot's row until the transaction ends, so that changes of the bot run one after the other.
    /// - Returns: false if there is no bot with this id.
    func lock(_ botID: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            "SELECT FROM users WHERE tenant_id = \(transaction.tenantID) AND id = \(botID) AND bot FOR NO KEY UPDATE")
        return !rows.isEmpty
    }

    /// Returns the encrypted secrets of a bot's webhook; nil if it has no webhook.
    func webhook(of botID: UUID) async throws -> SealedWebhook? {
        let rows = try await transaction.query(
            """
            SELECT tenant_id, user_id, kek_id, wrapped_key, sealed FROM webhooks
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(botID)
            """)
        return try rows.first.map(SealedWebhook.init)
    }

    /// Inserts a webhook. A message is due at once, so that its program fetches what there is.
    func insertWebhook(of botID: UUID, _ url: String, _ envelope: Envelope) async throws {
        try await transaction.query(
            """
            INSERT INTO webhooks (tenant_id, user_id, url, kek_id, wrapped_key, sealed, checked_at, due_at)
            VALUES (\(transaction.tenantID), \(botID), \(url), \(envelope.kekID), \(envelope.wrappedKey), \(envelope.sealed),
                \(transaction.now), \(transaction.now))
            """)
        transaction.wakeWorkers()
    }

    /// Gives a webhook another address, or the same. It is turned on, and a message is due, because others may have failed.
    func setWebhook(of botID: UUID, _ url: String) async throws {
        try await transaction.query(
            """
            UPDATE webhooks SET url = \(url), due_at = \(transaction.now), message_id = NULL, attempts = 0, error = NULL, off_at = NULL,
                lease_id = NULL, leased_until = NULL
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(botID)
            """)
        transaction.wakeWorkers()
    }

    /// Replaces the secrets of a webhook.
    /// - Parameter until: when the secret before the current one stops signing; nil if there is none.
    func setSecrets(of botID: UUID, _ envelope: Envelope, previousUntil until: Date?) async throws {
        try await transaction.query(
            """
            UPDATE webhooks SET kek_id = \(envelope.kekID), wrapped_key = \(envelope.wrappedKey), sealed = \(envelope.sealed),
                old_until = \(until)
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(botID)
            """)
    }

    func deleteWebhook(of botID: UUID) async throws {
        try await transaction.query("DELETE FROM webhooks WHERE tenant_id = \(transaction.tenantID) AND user_id = \(botID)")
    }
}

extension Bot {
    fileprivate init(_ row: Row, token: String? = nil, webhookSecret: String? = nil) throws {
        let (url, isOff, attempts): (String?, Bool, Int?) = (try row["url"], try row["off"], try row["attempts"])
        self.init(
            user: try UserStub(row), webhookURL: url,
            webhookState: url.map { _ in isOff ? .off : (attempts ?? 0) > 0 ? .retrying : .active }, webhookError: try row["error"],
            token: token, webhookSecret: webhookSecret)
    }
}

extension SealedWebhook {
    init(_ row: Row) throws {
        self.init(tenantID: try row["tenant_id"], botID: try row["user_id"], envelope: try Envelope(row))
    }
}
