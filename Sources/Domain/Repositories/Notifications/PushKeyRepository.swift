import DavenportAPI
import Foundation
import Postgres
import Secrets

extension Envelope {
    /// Decodes an encrypted value from a row.
    init(_ row: Row) throws {
        self.init(kekID: try row["kek_id"], wrappedKey: try row["wrapped_key"], sealed: try row["sealed"])
    }
}

/// Reads and writes the push keys of one tenant, for operators.
struct PushKeyRepository: Repository {
    let transaction: TenantTransaction

    /// Sets the key of an app and environment, or the one for Android, and replaces the previous key if there is one.
    ///
    /// Deliveries that wait for a key or for a retry become due at once. Refusals that devices got under the previous key no
    /// longer count.
    func set(_ key: SealedPushKey) async throws {
        let (tenant, provider, envelope) = (transaction.tenantID, key.key, key.envelope)
        let which: SQL = "kind = \(key.kind) AND (kind = 'fcm' OR topic = \(key.topic) AND environment = \(provider.environment))"
        _ = try await transaction.pipeline(
            [
                "DELETE FROM push_credentials WHERE tenant_id = \(tenant) AND \(fragment: which)",
                """
                INSERT INTO push_credentials (tenant_id, id, kind, topic, environment, team_id, key_id, key_digest, kek_id, wrapped_key,
                    sealed, created_at)
                VALUES (\(tenant), \(key.id), \(key.kind), \(key.topic), \(provider.environment), \(provider.teamID), \(provider.keyID),
                    \(provider.digest), \(envelope.kekID), \(envelope.wrappedKey), \(envelope.sealed), \(transaction.now))
                """,
                "UPDATE devices SET refusals = 0, refused_at = NULL WHERE tenant_id = \(tenant) AND \(fragment: which) AND refusals > 0",
            ] + retryNow)
    }

    /// The condition that the device `v` gets its pushes with the key `c`, if both are of the same tenant.
    static let serves: SQL = "c.kind = v.kind AND (v.kind = 'fcm' OR c.topic = v.topic AND c.environment = v.environment)"

    /// The statements after which all deliveries that wait for a retry are due at once.
    private var retryNow: [SQL] {
        [
            """
            UPDATE push_deliveries SET due_at = \(transaction.now)
            WHERE tenant_id = \(transaction.tenantID) AND state = 'pending' AND lease_id IS NULL AND due_at > \(transaction.now)
            """,
            """
            UPDATE notifications SET due_at = \(transaction.now)
            WHERE tenant_id = \(transaction.tenantID) AND state = 'sending' AND lease_id IS NULL AND due_at > \(transaction.now)
            """,
            "SELECT pg_notify(\(OutboxChannel.name), '')",
        ]
    }

    /// Removes a key.
    /// - Parameter topic: the app's bundle id; nil for the tenant's only key for Android.
    /// - Returns: the id of the removed key; nil if there was none.
    func remove(topic: String?, environment: PushEnvironment) async throws -> UUID? {
        let rows = try await transaction.query(
            """
            DELETE FROM push_credentials
            WHERE tenant_id = \(transaction.tenantID) AND environment = \(environment)
                AND CASE kind WHEN 'fcm' THEN \(topic)::text IS NULL ELSE topic = \(topic) END
            RETURNING id
            """)
        return try rows.first?["id"]
    }

    func list() async throws -> [ListedPushKey] {
        let rows = try await transaction.query(
            """
            SELECT kind, topic, environment, team_id, key_id, created_at, stopped_at, stop_reason FROM push_credentials
            WHERE tenant_id = \(transaction.tenantID) ORDER BY kind, topic, environment
            """)
        return try rows.map(ListedPushKey.init)
    }

    /// Sends dead notifications again, as if they were new, and makes all waiting retries due at once. Stopped keys are
    /// used again, and their devices' refusals no longer count.
    /// - Returns: the number of notifications that were dead.
    func retry() async throws -> Int {
        let (tenant, now) = (transaction.tenantID, transaction.now)
        let rows = try await transaction.pipeline(
            [
                """
                UPDATE push_deliveries AS d SET state = 'pending', attempts = 0, due_at = \(now), reason = NULL
                FROM notifications AS n
                WHERE n.tenant_id = \(tenant) AND n.state = 'dead'
                    AND d.tenant_id = \(tenant) AND d.notification_id = n.id AND d.state = 'dead'
                """,
                """
                UPDATE notifications SET state = 'sending', due_at = \(now), expires_at = \(now + NotificationRules.lifetime),
                    finished_at = NULL, reason = NULL
                WHERE tenant_id = \(tenant) AND state = 'dead'
                """,
                """
                UPDATE devices AS v SET refusals = 0, refused_at = NULL FROM push_credentials AS c
                WHERE c.tenant_id = \(tenant) AND c.stopped_at IS NOT NULL AND v.tenant_id = \(tenant) AND \(fragment: Self.serves)
                    AND v.refusals > 0
                """,
                "UPDATE push_credentials SET stopped_at = NULL, stop_reason = NULL, resumed_at = \(now) WHERE tenant_id = \(tenant)",
            ] + retryNow)
        return rows[1].affected
    }
}

extension ListedPushKey {
    init(_ row: Row) throws {
        self.init(
            kind: try row["kind"], topic: try row["topic"], environment: try row["environment"], teamID: try row["team_id"],
            keyID: try row["key_id"], createdAt: try row["created_at"], stoppedAt: try row["stopped_at"],
            stopReason: try row["stop_reason"])
    }
}
