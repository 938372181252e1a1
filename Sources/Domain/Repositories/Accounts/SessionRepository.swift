import DavenportAPI
import Foundation
import Postgres
import Secrets

/// Reads and writes the log-in sessions of a tenant's users.
struct SessionRepository: Repository {
    let transaction: TenantTransaction

    /// The session of a valid token, with its user and tenant.
    struct Authenticated: Sendable {
        let caller: CachedCaller
        let tenantStanding: TenantStanding
        let lastUsedAt: Date
    }

    /// Returns the session of a token. Returns nil if there is none, it has expired or wasn't used since `idleSince`,
    /// or its user is suspended.
    func authenticate(_ token: SessionToken, idleSince: Date) async throws -> Authenticated? {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT s.id, s.user_id, s.last_used_at, u.role, t.id AS tenant_id, t.slug AS tenant_slug, t.name AS tenant_name,
                t.features AS tenant_features, t.signup AS tenant_signup, t.filter_id, u.braked_until, t.suspended_at IS NOT NULL AS tenant_suspended,
                t.is_moving AS tenant_moving,
                u.xmin::text::bigint AS person_version, t.xmin::text::bigint AS tenant_version
            FROM sessions AS s
            JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = s.user_id
            JOIN tenants AS t ON t.id = \(tenant)
            WHERE s.tenant_id = \(tenant) AND s.token_digest = \(token.digest)
                AND s.expires_at > \(transaction.now) AND (s.last_used_at > \(idleSince) OR s.source = 'bot') AND u.suspended_at IS NULL
            """)
        return try rows.first.map { row in
            let lastUsedAt: Date = try row["last_used_at"]
            let touchedAt = lastUsedAt + SessionRules.touchInterval > transaction.now ? lastUsedAt : transaction.now
            return Authenticated(
                caller: CachedCaller(
                    tenant: try Tenant(row, prefix: "tenant_", filterID: try row["filter_id"]), userID: try row["user_id"],
                    sessionID: try row["id"], role: try row["role"],
                    personVersion: try row.transactionID("person_version"), tenantVersion: try row.transactionID("tenant_version"),
                    touchedUntil: touchedAt + SessionRules.touchInterval, newcomerUntil: try row["braked_until"]),
                tenantStanding: try TenantStanding(row, prefix: "tenant_"), lastUsedAt: lastUsedAt)
        }
    }

    /// Inserts a new session.
    func insert(
        _ token: SessionToken, id: UUID, userID: UUID, source: Session.Source, deviceName: String?, expiresAt: Date
    ) async throws -> Session {
        try await transaction.query(
            """
            INSERT INTO sessions (tenant_id, id, user_id, token_digest, source, device_name, created_at, last_used_at, expires_at)
            VALUES (\(transaction.tenantID), \(id), \(userID), \(token.digest), \(source), \(deviceName), \(transaction.now),
                \(transaction.now), \(expiresAt))
            """)
        return Session(
            id: id, source: source, deviceName: deviceName, createdAt: transaction.now, lastUsedAt: transaction.now, expiresAt: expiresAt,
            current: true)
    }

    /// Records that a session was used now.
    func touch(_ sessionID: UUID) async throws {
        try await transaction.query(
            """
            UPDATE sessions SET last_used_at = \(transaction.now)
            WHERE tenant_id = \(transaction.tenantID) AND id = \(sessionID)
            """)
    }

    /// Records that the session's user has shown now that they own the account.
    func confirm(_ sessionID: UUID) async throws {
        try await transaction.query(
            """
            UPDATE sessions SET confirmed_at = \(transaction.now)
            WHERE tenant_id = \(transaction.tenantID) AND id = \(sessionID)
            """)
    }

    /// Returns whether the caller has shown a short time ago, in this session, that they own the account.
    func isConfirmed(_ caller: Caller) async throws -> Bool {
        try await !transaction.query(
            """
            SELECT FROM sessions
            WHERE tenant_id = \(transaction.tenantID) AND id = \(caller.sessionID) AND user_id = \(caller.userID)
                AND confirmed_at > \(transaction.now - PasskeyRules.confirmationLifetime)
            """
        ).isEmpty
    }

    /// Deletes the user's least recently used sessions, so that at most `limit` remain. The newest session is never
    /// deleted.
    /// - Parameter newest: the id of the newest session.
    func keep(_ limit: Int, of userID: UUID, with newest: UUID) async throws {
        try await transaction.query(
            """
            DELETE FROM sessions WHERE tenant_id = \(transaction.tenantID) AND id IN (
                SELECT id FROM sessions WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND id <> \(newest)
                ORDER BY last_used_at DESC, id DESC OFFSET \(limit - 1))
            """)
    }

    /// Deletes a batch of the tenant's sessions that have ended, and erases a batch of old reports. The statements skip locked rows and
    /// lock rows in no particular order, so it must be the last statement of its transaction.
    /// - Parameter idleSince: the time since which a session must have been used to be kept.
    func tidy(idleSince: Date) async throws {
        let over: [SQL] = ["last_used_at <= \(idleSince) AND source <> 'bot'", "expires_at <= \(transaction.now)"]
        _ = try await transaction.pipeline(
            over.map { condition in
                """
                DELETE FROM sessions WHERE tenant_id = \(transaction.tenantID) AND id IN (
                    SELECT id FROM sessions WHERE tenant_id = \(transaction.tenantID) AND \(fragment: condition)
                    LIMIT \(Upkeep.batch) FOR UPDATE SKIP LOCKED)
                """
            } + [ReportRepository(transaction).eraseOldStatement])
    }

    /// Returns the caller's sessions that haven't ended, most recently used first.
    /// - Parameter idleSince: the time since which a session must have been used.
    func list(of caller: Caller, idleSince: Date) async throws -> [Session] {
        let rows = try await transaction.query(
            """
            SELECT id, source, device_name, created_at, last_used_at, expires_at FROM sessions
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(caller.userID)
                AND expires_at > \(transaction.now) AND (last_used_at > \(idleSince) OR source = 'bot')
            ORDER BY last_used_at DESC, id DESC
            """)
        return try rows.map { row in
            let id: UUID = try row["id"]
            return Session(
                id: id, source: try row["source"], deviceName: try row["device_name"], createdAt: try row["created_at"],
                lastUsedAt: try row["last_used_at"], expiresAt: try row["expires_at"], current: id == caller.sessionID)
        }
    }

    /// Ends one session of a user.
    /// - Returns: false if the user has no such session.
    func end(_ sessionID: UUID, of userID: UUID) async throws -> Bool {
        transaction.touch([userID])
        let rows = try await transaction.query(
            """
            DELETE FROM sessions
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND id = \(sessionID)
            """)
        return rows.affected > 0
    }

    /// Ends all sessions of a user, except the given one if it isn't nil.
    func endAll(of userID: UUID, but sessionID: UUID? = nil) async throws {
        transaction.touch([userID])
        try await transaction.query(
            """
            DELETE FROM sessions
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND id IS DISTINCT FROM \(sessionID)
            """)
    }
}

extension Row {
    /// Reads the id of the transaction that last wrote a row. The query selects `xmin` as `bigint`.
    fileprivate func transactionID(_ column: StaticString) throws -> UInt32 {
        let number: Int = try self[column]
        return UInt32(truncatingIfNeeded: number)
    }
}
