import DavenportAPI
import Foundation
import Postgres
import Secrets

/// Reads and writes the push keys of all tenants, and the provider tokens that are signed with them, for the worker.
struct WorkerPushKeyRepository: Sendable {
    let transaction: WorkerTransaction

    init(_ transaction: WorkerTransaction) {
        self.transaction = transaction
    }

    /// Returns a push key of a tenant; nil if it was removed or stopped.
    func key(_ id: UUID, of tenantID: UUID) async throws -> SealedPushKey? {
        let rows = try await transaction.query(
            """
            SELECT tenant_id, id, kind, topic, environment, team_id, key_id, key_digest, kek_id, wrapped_key, sealed FROM push_credentials
            WHERE tenant_id = \(tenantID) AND id = \(id) AND stopped_at IS NULL
            """)
        return try rows.first.map(SealedPushKey.init)
    }

    /// Locks the row of a key's provider token until the transaction ends, and returns the encrypted token, which all
    /// workers share. So if two workers find the token too old, only one of them renews it. Returns nil if there is no
    /// token yet.
    func lockedToken(_ key: ProviderKey) async throws -> (issuedAt: Date, envelope: Envelope)? {
        let values: SQL = "(\(key.teamID), \(key.keyID), \(key.digest), \(key.environment))"
        let rows = try await transaction.pipeline([
            "INSERT INTO push_provider_tokens (team_id, key_id, key_digest, environment) VALUES \(fragment: values) ON CONFLICT DO NOTHING",
            """
            SELECT issued_at, kek_id, wrapped_key, sealed FROM push_provider_tokens
            WHERE (team_id, key_id, key_digest, environment) = \(fragment: values) FOR UPDATE
            """,
        ])
        guard let row = rows[1].first, let issuedAt: Date = try row["issued_at"] else { return nil }
        return (issuedAt, try Envelope(row))
    }

    /// Returns the tokens of a tenant's keys, with the moments at which they were issued.
    func tokens(of tenantID: UUID) async throws -> [(key: ProviderKey, issuedAt: Date, envelope: Envelope)] {
        let rows = try await transaction.query(
            """
            SELECT team_id, key_id, key_digest, environment, t.issued_at, t.kek_id, t.wrapped_key, t.sealed
            FROM push_provider_tokens AS t JOIN (
                SELECT DISTINCT team_id, key_id, key_digest, environment FROM push_credentials WHERE tenant_id = \(tenantID)
            ) AS c USING (team_id, key_id, key_digest, environment)
            WHERE t.sealed IS NOT NULL
            """)
        return try rows.map { (try ProviderKey($0), try $0["issued_at"], try Envelope($0)) }
    }

    /// Returns the identities of a tenant's keys, in the order in which their tokens are locked.
    func providerKeys(of tenantID: UUID) async throws -> [ProviderKey] {
        let rows = try await transaction.query(
            """
            SELECT DISTINCT team_id, key_id, key_digest, environment FROM push_credentials WHERE tenant_id = \(tenantID)
            ORDER BY team_id, key_id, key_digest, environment
            """)
        return try rows.map(ProviderKey.init)
    }

    func store(_ envelope: Envelope, issuedAt: Date, for key: ProviderKey) async throws {
        try await transaction.query(
            """
            UPDATE push_provider_tokens
            SET issued_at = \(issuedAt), kek_id = \(envelope.kekID), wrapped_key = \(envelope.wrappedKey), sealed = \(envelope.sealed)
            WHERE team_id = \(key.teamID) AND key_id = \(key.keyID) AND key_digest = \(key.digest) AND environment = \(key.environment)
            """)
    }

    /// Deletes devices that have expired or that were refused too often, and stops keys for which Apple or Google refuses too many
    /// users.
    ///
    /// If devices of many of a key's users were refused recently, the key's settings are wrong, not the devices. So the key is
    /// stopped and its devices are kept. The query counts users instead of devices, because one user can register any number of
    /// invented tokens.
    /// - Returns: the keys that were stopped.
    func reviewRefusals() async throws -> [StoppedPushKey] {
        let refused: SQL = "v.refused_at > clock_timestamp() - \(DeviceRules.refusalWindow) * interval '1 second'"
        let people: SQL = "count(DISTINCT v.user_id) FILTER (WHERE \(fragment: refused))"
        let serves = PushKeyRepository.serves
        let rows = try await transaction.pipeline([
            """
            UPDATE push_credentials AS k
            SET stopped_at = \(transaction.now), stop_reason = 'devices of more than a fifth of its people were refused'
            FROM (
                SELECT c.tenant_id, c.id FROM push_credentials AS c
                JOIN devices AS v ON v.tenant_id = c.tenant_id AND \(fragment: serves)
                WHERE c.stopped_at IS NULL AND c.tenant_id IN (SELECT v.tenant_id FROM devices AS v WHERE \(fragment: refused))
                GROUP BY c.tenant_id, c.id
                HAVING \(fragment: people) >= \(DeviceRules.refusedUsers)
                    AND \(DeviceRules.refusedFraction) * \(fragment: people) > count(DISTINCT v.user_id)
            ) AS r
            WHERE k.tenant_id = r.tenant_id AND k.id = r.id
            RETURNING k.tenant_id, k.kind, k.topic, k.environment
            """,
            """
            DELETE FROM devices AS v
            WHERE v.expires_at <= \(transaction.now) OR v.refusals >= \(DeviceRules.refusals) AND NOT EXISTS (
                SELECT FROM push_credentials AS c
                WHERE c.tenant_id = v.tenant_id AND \(fragment: serves) AND c.stopped_at IS NOT NULL)
            """,
        ])
        return try rows[0].map {
            StoppedPushKey(
                tenantID: try $0["tenant_id"], kind: try $0["kind"], topic: try $0["topic"], environment: try $0["environment"])
        }
    }

    /// Returns a tenant's key for browsers; nil if it was replaced.
    func webKey(_ id: UUID, of tenantID: UUID) async throws -> SealedWebPushKey? {
        let rows = try await transaction.query(
            "SELECT tenant_id, id, kek_id, wrapped_key, sealed FROM web_push_keys WHERE tenant_id = \(tenantID) AND id = \(id)")
        return try rows.first.map(SealedWebPushKey.init)
    }

    /// Returns the number of secrets for each kind, environment and master key: Apple's and Google's keys, those for browsers and
    /// the secrets of webhooks.
    func sealedKeys() async throws -> [SealedKeys] {
        let rows = try await transaction.query(
            """
            SELECT kind, environment, kek_id, count(*) AS count
            FROM (
                SELECT kind, environment, kek_id FROM push_credentials
                UNION ALL SELECT NULL, NULL, kek_id FROM web_push_keys UNION ALL SELECT NULL, NULL, kek_id FROM webhooks) AS k
            GROUP BY kind, environment, kek_id ORDER BY kind, environment, kek_id
            """)
        return try rows.map {
            SealedKeys(kind: try $0["kind"], environment: try $0["environment"], kekID: try $0["kek_id"], count: try $0["count"])
        }
    }

    /// Locks and returns all encrypted keys and tokens, each kind in the order of its primary key.
    func lockedEnvelopes() async throws -> LockedEnvelopes {
        let rows = try await transaction.pipeline([
            """
            SELECT tenant_id, id, kind, topic, environment, team_id, key_id, key_digest, kek_id, wrapped_key, sealed
            FROM push_credentials ORDER BY tenant_id, id FOR UPDATE
            """,
            """
            SELECT team_id, key_id, key_digest, environment, kek_id, wrapped_key, sealed FROM push_provider_tokens
            WHERE sealed IS NOT NULL ORDER BY team_id, key_id, key_digest, environment FOR UPDATE
            """,
            "SELECT tenant_id, id, kek_id, wrapped_key, sealed FROM web_push_keys ORDER BY tenant_id FOR UPDATE",
            "SELECT tenant_id, user_id, kek_id, wrapped_key, sealed FROM webhooks ORDER BY tenant_id, user_id FOR UPDATE",
            "SELECT tenant_id, id, kek_id, wrapped_key, sealed FROM invite_codes ORDER BY tenant_id, id FOR UPDATE",
        ])
        return LockedEnvelopes(
            keys: try rows[0].map(SealedPushKey.init), tokens: try rows[1].map { (try ProviderKey($0), try Envelope($0)) },
            webKeys: try rows[2].map(SealedWebPushKey.init), webhooks: try rows[3].map(SealedWebhook.init),
            inviteCodes: try rows[4].map(SealedInviteCode.init))
    }

    func rewrap(_ envelope: Envelope, of code: SealedInviteCode) async throws {
        try await transaction.query(
            """
            UPDATE invite_codes SET kek_id = \(envelope.kekID), wrapped_key = \(envelope.wrappedKey)
            WHERE tenant_id = \(code.tenantID) AND id = \(code.inviteID)
            """)
    }

    func rewrap(_ envelope: Envelope, of webhook: SealedWebhook) async throws {
        try await transaction.query(
            """
            UPDATE webhooks SET kek_id = \(envelope.kekID), wrapped_key = \(envelope.wrappedKey)
            WHERE tenant_id = \(webhook.tenantID) AND user_id = \(webhook.botID)
            """)
    }

    func rewrap(_ envelope: Envelope, of key: SealedPushKey) async throws {
        try await transaction.query(
            """
            UPDATE push_credentials SET kek_id = \(envelope.kekID), wrapped_key = \(envelope.wrappedKey)
            WHERE tenant_id = \(key.tenantID) AND id = \(key.id)
            """)
    }

    func rewrap(_ envelope: Envelope, of key: SealedWebPushKey) async throws {
        try await transaction.query(
            """
            UPDATE web_push_keys SET kek_id = \(envelope.kekID), wrapped_key = \(envelope.wrappedKey)
            WHERE tenant_id = \(key.tenantID) AND id = \(key.id)
            """)
    }

    func rewrap(_ envelope: Envelope, of key: ProviderKey) async throws {
        try await transaction.query(
            """
            UPDATE push_provider_tokens SET kek_id = \(envelope.kekID), wrapped_key = \(envelope.wrappedKey)
            WHERE team_id = \(key.teamID) AND key_id = \(key.keyID) AND key_digest = \(key.digest) AND environment = \(key.environment)
            """)
    }

    /// Returns the state of every tenant's notifications, sorted by the tenant's slug.
    func status() async throws -> [TenantPushStatus] {
        let rows = try await transaction.query(
            """
            SELECT t.slug, waiting.due, waiting.oldest, waiting.retrying, sent.last_at, dead.reasons, dead.counts FROM tenants AS t
            CROSS JOIN LATERAL (
                SELECT count(*) FILTER (WHERE n.due_at <= \(transaction.now)) AS due,
                    extract(epoch FROM \(transaction.now) - min(n.due_at) FILTER (WHERE n.due_at <= \(transaction.now)))::float8 AS oldest,
                    count(*) FILTER (WHERE n.state = 'sending' AND n.lease_id IS NULL) AS retrying
                FROM notifications AS n WHERE n.tenant_id = t.id AND n.state IN ('pending', 'sending')
            ) AS waiting
            CROSS JOIN LATERAL (
                SELECT max(n.finished_at) AS last_at FROM notifications AS n WHERE n.tenant_id = t.id AND n.state = 'sent'
            ) AS sent
            CROSS JOIN LATERAL (
                SELECT array_agg(d.reason ORDER BY d.reason) AS reasons, array_agg(d.count ORDER BY d.reason) AS counts FROM (
                    SELECT coalesce(n.reason, 'unknown') AS reason, count(*)::int AS count FROM notifications AS n
                    WHERE n.tenant_id = t.id AND n.state = 'dead' GROUP BY 1) AS d
            ) AS dead
            ORDER BY t.slug
            """)
        return try rows.map(TenantPushStatus.init)
    }
}

/// All encrypted keys and tokens, whose rows are locked.
struct LockedEnvelopes {
    let keys: [SealedPushKey]
    let tokens: [(key: ProviderKey, envelope: Envelope)]
    let webKeys: [SealedWebPushKey]
    let webhooks: [SealedWebhook]
    let inviteCodes: [SealedInviteCode]
}

extension ProviderKey {
    init(_ row: Row) throws {
        self.init(
            teamID: try row["team_id"], keyID: try row["key_id"], digest: try row["key_digest"], environment: try row["environment"])
    }
}

extension SealedPushKey {
    init(_ row: Row) throws {
        self.init(
            tenantID: try row["tenant_id"], id: try row["id"], kind: try row["kind"], topic: try row["topic"], key: try ProviderKey(row),
            envelope: try Envelope(row))
    }
}

extension TenantPushStatus {
    init(_ row: Row) throws {
        let (reasons, counts): ([String]?, [Int]?) = (try row["reasons"], try row["counts"])
        self.init(
            slug: try row["slug"], due: try row["due"], oldestDueAge: try row["oldest"], retrying: try row["retrying"],
            dead: Dictionary(zip(reasons ?? [], counts ?? []), uniquingKeysWith: +), lastSuccessAt: try row["last_at"])
    }
}
