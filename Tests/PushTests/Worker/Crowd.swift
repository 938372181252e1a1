import DavenportAPI
import Domain
import Foundation
import Postgres
import TestSupport

extension PushFixture {
    /// Adds users with one device and one due notification each.
    /// - Parameter from: the number of the first user.
    func crowd(_ count: Int, from first: Int = 0, in tenant: Tenant? = nil) async throws {
        try await Crowd.add(count, from: first, to: (tenant ?? server.tenant).id, at: server.clock.now, server.database.owner)
    }
}

/// Users that a test creates directly in the database.
enum Crowd {
    /// Adds users with one device and one due notification each.
    /// - Parameter browsers: a subscription. If it is given, every second user has a browser, with an endpoint of its own, and every
    ///   fourth an Android device.
    static func add(
        _ count: Int, browsers: WebPushSubscription? = nil, from first: Int = 0, to tenant: UUID, at now: Date, _ owner: Pool
    ) async throws {
        _ = try await owner.roundTrip(opening: ["SELECT enter(\(tenant), \(now))"]) {
            try await $0.query(
                """
                WITH numbers AS (SELECT i, gen_random_uuid() AS id, gen_random_uuid() AS session FROM generate_series(\(first)::int, \(first + count - 1)::int) AS i),
                people AS (
                    INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color)
                    SELECT \(tenant), id, 'p' || i || '@example.org', 'p' || i || '@example.org', 'p' || i, 'p' || i, '-', 'member', '#000000'
                    FROM numbers),
                sessions AS (
                    INSERT INTO sessions (tenant_id, id, user_id, token_digest, source, expires_at)
                    SELECT \(tenant), session, id, sha256(id::text::bytea), 'login', app_now() + interval '1 year' FROM numbers),
                devices AS (
                    INSERT INTO devices (tenant_id, token, user_id, session_id, environment, topic, confirmed_at)
                    SELECT \(tenant), encode(sha256(('p' || i)::bytea), 'hex'), id, session, 'sandbox', \(PushFixture.topic), clock_timestamp() FROM numbers)
                INSERT INTO notifications (tenant_id, id, kind, recipient_id, actor_id, due_at, expires_at)
                SELECT \(tenant), gen_random_uuid(), 'invite.accepted', id, id, app_now(), app_now() + interval '24 hours' FROM numbers
                """)
        }
        guard let browsers else { return }
        let prefix = browsers.endpoint.prefix(through: browsers.endpoint.lastIndex(of: "/") ?? browsers.endpoint.startIndex)
        _ = try await owner.roundTrip(opening: ["SELECT enter(\(tenant), \(now))"]) {
            try await $0.pipeline([
                """
                UPDATE devices AS v
                SET kind = 'web', topic = NULL, environment = NULL, endpoint = b.endpoint, p256dh = \(browsers.p256dh),
                    auth = \(browsers.auth), token = encode(sha256(b.endpoint::bytea), 'hex')
                FROM (SELECT id, \(String(prefix)) || username AS endpoint FROM users WHERE tenant_id = \(tenant)) AS b
                WHERE v.tenant_id = \(tenant) AND v.user_id = b.id AND get_byte(sha256(v.token::bytea), 0) % 2 = 0
                """,
                """
                UPDATE devices SET kind = 'fcm', topic = NULL, environment = NULL, token = 'android:' || token
                WHERE tenant_id = \(tenant) AND kind = 'apns' AND get_byte(sha256(token::bytea), 0) % 4 = 1
                """,
            ])
        }
    }
}
