import DavenportAPI
import Foundation
import Postgres
import Secrets

extension AccessKeyPurpose: PostgresCodable {}
extension AccessKeyResult: PostgresCodable {}

/// Reads and writes users' keys for other programs.
package struct AccessKeyRepository: Sendable {
    let transaction: TenantTransaction

    /// Creates the repository.
    package init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Returns the holder of a key; nil if no key has the secret and the purpose, or its user or tenant is suspended.
    func holder(of secret: KeySecret, for purpose: AccessKeyPurpose, from address: ClientAddress) async throws -> KeyHolder? {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT k.id, k.user_id, k.account, t.id AS tenant_id, t.slug AS tenant_slug, t.name AS tenant_name,
                t.features AS tenant_features, t.signup AS tenant_signup
            FROM access_keys AS k
            JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = k.user_id
            JOIN tenants AS t ON t.id = \(tenant)
            WHERE k.tenant_id = \(tenant) AND k.secret_digest = \(secret.digest) AND k.purpose = \(purpose)
                AND u.suspended_at IS NULL AND t.suspended_at IS NULL
            """)
        return try rows.first.map { row in
            KeyHolder(
                tenant: try Tenant(row, prefix: "tenant_"), userID: try row["user_id"], keyID: try row["id"], account: try row["account"],
                address: address)
        }
    }

    /// Returns the number of a user's keys. The user's row must be locked, so that no other key is inserted meanwhile.
    func count(of userID: UUID) async throws -> Int {
        let rows = try await transaction.query(
            "SELECT count(*) AS count FROM access_keys WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID)")
        return try rows.first?["count"] ?? 0
    }

    /// Inserts a key.
    func insert(_ key: AccessKey, _ secret: KeySecret, of userID: UUID) async throws {
        try await transaction.query(
            """
            INSERT INTO access_keys (tenant_id, id, user_id, purpose, secret_digest, account, name, created_at)
            VALUES (\(transaction.tenantID), \(key.id), \(userID), \(key.purpose), \(secret.digest), \(key.account), \(key.name),
                \(key.createdAt))
            """)
    }

    /// Returns a user's keys, newest first.
    func list(of userID: UUID) async throws -> [AccessKey] {
        let rows = try await transaction.query(
            """
            SELECT id, purpose, account, name, created_at, last_used_at, last_result FROM access_keys
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) ORDER BY created_at DESC, id DESC
            """)
        return try rows.map { row in
            AccessKey(
                id: try row["id"], purpose: try row["purpose"], account: try row["account"], name: try row["name"],
                createdAt: try row["created_at"], lastUsedAt: try row["last_used_at"], lastResult: try row["last_result"])
        }
    }

    /// Deletes one key of a user.
    /// - Returns: false if the user has no such key.
    func delete(_ keyID: UUID, of userID: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            "DELETE FROM access_keys WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND id = \(keyID)")
        return rows.affected > 0
    }

    /// Deletes all keys of a user.
    func deleteAll(of userID: UUID) async throws {
        try await transaction.query("DELETE FROM access_keys WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID)")
    }

    /// Returns what the key's calendar last had, and locks the key until the transaction's end.
    func lockCalendar(of keyID: UUID) async throws -> CalendarRevisions {
        let rows = try await transaction.query(
            "SELECT calendar FROM access_keys WHERE tenant_id = \(transaction.tenantID) AND id = \(keyID) FOR NO KEY UPDATE")
        guard let row = rows.first else { return CalendarRevisions() }
        let stored: CalendarRevisions? = try row.json("calendar")
        return stored ?? CalendarRevisions()
    }

    /// Stores what the key's calendar has now.
    func setCalendar(_ revisions: CalendarRevisions, of keyID: UUID) async throws {
        try await transaction.query(
            """
            UPDATE access_keys SET calendar = \(json: revisions)::jsonb
            WHERE tenant_id = \(transaction.tenantID) AND id = \(keyID)
            """)
    }

    /// Records that a key was used now, and what the use did.
    package func use(_ keyID: UUID, _ result: AccessKeyResult) async throws {
        try await transaction.query(
            """
            UPDATE access_keys SET last_used_at = \(transaction.now), last_result = \(result)
            WHERE tenant_id = \(transaction.tenantID) AND id = \(keyID)
            """)
    }
}
