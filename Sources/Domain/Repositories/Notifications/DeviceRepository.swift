import DavenportAPI
import Foundation
import Postgres

extension PushEnvironment: PostgresCodable {}
extension DeviceKind: PostgresCodable {}

/// Reads and writes the devices that users have registered for push notifications.
struct DeviceRepository: Repository {
    let transaction: TenantTransaction

    /// Registers one of Apple's devices for the caller's session. If another user or session has registered the same token, the
    /// device moves to the caller.
    ///
    /// If the user then has more than `DeviceRules.limit` devices, those that were registered longest ago are deleted.
    /// - Returns: the device; nil if the session has just ended.
    func register(_ device: NewDevice, by caller: Caller) async throws -> Device? {
        try await register(device.apnsToken, .apns, environment: device.environment, topic: device.topic, name: device.name, by: caller)
    }

    /// Registers an Android device for the caller's session. A token that is registered already, and the limits, are treated as for
    /// Apple's devices.
    /// - Returns: the device; nil if the session has just ended.
    func register(_ device: NewAndroidDevice, by caller: Caller) async throws -> Device? {
        try await register(device.fcmToken, .fcm, environment: nil, topic: nil, name: device.name, by: caller)
    }

    private func register(
        _ token: String, _ kind: DeviceKind, environment: PushEnvironment?, topic: String?, name: String?, by caller: Caller
    ) async throws -> Device? {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            lock(caller.userID),
            """
            INSERT INTO devices (tenant_id, token, user_id, session_id, kind, environment, topic, name, registered_at, confirmed_at)
            SELECT \(tenant), \(token), s.user_id, s.id, \(kind), \(environment), \(topic), \(name), \(transaction.now), clock_timestamp()
            FROM sessions AS s WHERE s.tenant_id = \(tenant) AND s.id = \(caller.sessionID) FOR KEY SHARE
            ON CONFLICT (tenant_id, token) DO UPDATE
            SET user_id = excluded.user_id, session_id = excluded.session_id, environment = excluded.environment, topic = excluded.topic,
                kind = excluded.kind, endpoint = NULL, p256dh = NULL, auth = NULL, expires_at = NULL,
                name = excluded.name, registered_at = excluded.registered_at, confirmed_at = excluded.confirmed_at, refusals = 0,
                refused_at = NULL
            RETURNING \(fragment: Self.columns)
            """,
            limit(of: caller.userID),
        ])
        return try rows[1].first.map(Device.init)
    }

    /// Registers a browser for the caller's session, in place of the session's previous one. If another session has
    /// registered the same endpoint, the browser moves to this session. The limits are those of `register`.
    /// - Returns: the device; nil if the session has just ended.
    func register(_ browser: WebPushSubscription, name: String?, expiresAt: Date?, by caller: Caller) async throws -> Device? {
        let (tenant, token) = (transaction.tenantID, browser.token)
        let rows = try await transaction.pipeline([
            lock(caller.userID),
            """
            INSERT INTO devices (tenant_id, token, user_id, session_id, kind, endpoint, p256dh, auth, expires_at, name, registered_at,
                confirmed_at)
            SELECT \(tenant), \(token), s.user_id, s.id, 'web', \(browser.endpoint), \(browser.p256dh), \(browser.auth), \(expiresAt),
                \(name), \(transaction.now), clock_timestamp()
            FROM sessions AS s WHERE s.tenant_id = \(tenant) AND s.id = \(caller.sessionID) FOR KEY SHARE
            ON CONFLICT (tenant_id, token) DO UPDATE
            SET user_id = excluded.user_id, session_id = excluded.session_id, kind = excluded.kind, environment = NULL, topic = NULL,
                endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, expires_at = excluded.expires_at,
                name = excluded.name, registered_at = excluded.registered_at, confirmed_at = excluded.confirmed_at, refusals = 0,
                refused_at = NULL
            RETURNING \(fragment: Self.columns)
            """,
            """
            DELETE FROM devices
            WHERE tenant_id = \(tenant) AND session_id = \(caller.sessionID) AND kind = 'web' AND token <> \(token)
            """,
            limit(of: caller.userID),
        ])
        return try rows[1].first.map(Device.init)
    }

    /// Returns the statement that lets a user's registrations follow each other, so that each counts the ones before it.
    private func lock(_ userID: UUID) -> SQL {
        "SELECT FROM users WHERE tenant_id = \(transaction.tenantID) AND id = \(userID) FOR NO KEY UPDATE"
    }

    /// Returns the statement that deletes the devices of a user beyond the limit.
    private func limit(of userID: UUID) -> SQL {
        """
        DELETE FROM devices WHERE tenant_id = \(transaction.tenantID) AND token IN (
            SELECT token FROM devices WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID)
            ORDER BY confirmed_at DESC OFFSET \(DeviceRules.limit))
        """
    }

    /// Deletes the browser of a session, if it has one.
    func unregisterBrowser(of sessionID: UUID) async throws {
        try await transaction.query(
            "DELETE FROM devices WHERE tenant_id = \(transaction.tenantID) AND session_id = \(sessionID) AND kind = 'web'")
    }

    /// Returns a user's devices, latest registration first. A device is left out if it has expired, or if its session has
    /// expired or wasn't used since `idleSince`.
    func list(of userID: UUID, idleSince: Date) async throws -> [Device] {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT \(fragment: Self.columns) FROM devices AS v
            WHERE tenant_id = \(tenant) AND user_id = \(userID) AND (v.expires_at IS NULL OR v.expires_at > \(transaction.now))
                AND EXISTS (
                SELECT FROM sessions AS s WHERE s.tenant_id = \(tenant) AND s.id = v.session_id
                    AND s.expires_at > \(transaction.now) AND s.last_used_at > \(idleSince))
            ORDER BY registered_at DESC, token
            """)
        return try rows.map(Device.init)
    }

    /// Deletes a device, if it belongs to this user.
    /// - Returns: false if the user has no such device.
    func unregister(_ token: String, _ kind: DeviceKind, of userID: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            "DELETE FROM devices WHERE tenant_id = \(transaction.tenantID) AND token = \(token) AND kind = \(kind) AND user_id = \(userID)")
        return rows.affected > 0
    }

    private static let columns: SQL = "right(token, 4) AS ending, kind, environment, topic, name, registered_at"
}

extension Device {
    init(_ row: Row) throws {
        self.init(
            token: try row["ending"], kind: try row["kind"], environment: try row["environment"], topic: try row["topic"],
            name: try row["name"],
            registeredAt: try row["registered_at"])
    }
}
