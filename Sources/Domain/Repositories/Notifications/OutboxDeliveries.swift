import DavenportAPI
import Foundation
import Postgres

/// Creates the deliveries of leased notifications, one for each device, and reads what their pushes contain.
extension OutboxRepository {
    /// Returns the statement that creates a delivery for each device of the recipient. The statement does so only in
    /// the first claim of a notification, so devices that are registered later get no push.
    func fanOut(_ leaseID: UUID, idleSince: Date) -> SQL {
        """
        INSERT INTO push_deliveries (tenant_id, id, notification_id, device_token, due_at, lease_id)
        SELECT n.tenant_id, gen_random_uuid(), n.id, v.token, \(transaction.now), n.lease_id
        FROM notifications AS n CROSS JOIN LATERAL (\(fragment: devices(idleSince: idleSince))) AS v
        WHERE n.lease_id = \(leaseID) AND n.fanned_out_by = \(leaseID)
        """
    }

    /// Returns the statement that cancels deliveries to devices that belong to another user by now, or whose session
    /// has ended.
    func dropDevices(_ leaseID: UUID, idleSince: Date) -> SQL {
        """
        UPDATE push_deliveries AS d SET state = 'cancelled', lease_id = NULL
        FROM (
            SELECT n.tenant_id, n.id, n.recipient_id FROM notifications AS n
            WHERE n.lease_id = \(leaseID) AND n.fanned_out_by <> \(leaseID) OFFSET 0
        ) AS n
        WHERE d.tenant_id = n.tenant_id AND d.notification_id = n.id AND d.state = 'pending'
            AND NOT EXISTS (SELECT FROM (\(fragment: devices(idleSince: idleSince))) AS v WHERE v.token = d.device_token OFFSET 0)
        """
    }

    /// Returns the query for the devices of a notification's recipient. The notification's row has the alias `n`.
    /// Devices that have expired or whose log-in session has ended are left out.
    private func devices(idleSince: Date) -> SQL {
        """
        SELECT v.token FROM devices AS v
        WHERE v.tenant_id = n.tenant_id AND v.user_id = n.recipient_id
            AND (v.expires_at IS NULL OR v.expires_at > \(transaction.now)) AND EXISTS (
            SELECT FROM sessions AS s WHERE s.tenant_id = v.tenant_id AND s.id = v.session_id
                AND s.expires_at > \(transaction.now) AND s.last_used_at > \(idleSince) OFFSET 0)
        OFFSET 0
        """
    }

    /// Returns the query for the leased deliveries, each with the key that signs its push.
    ///
    /// Apple discards a push at `expires_at`, which is at most `not_after`: the moment from which the notification
    /// would be pointless.
    func deliveries(_ leaseID: UUID) -> SQL {
        """
        SELECT n.tenant_id, n.id AS notification_id, n.recipient_id, least(n.expires_at, n.not_after) AS expires_at, d.id, d.device_token,
            d.attempts, v.kind AS device_kind, v.confirmed_at, coalesce(c.id, w.id) AS credential_id, c.resumed_at, v.endpoint, v.p256dh, v.auth,
            u.language
        FROM notifications AS n
        CROSS JOIN LATERAL (
            SELECT d.id, d.device_token, d.attempts FROM push_deliveries AS d
            WHERE d.tenant_id = n.tenant_id AND d.notification_id = n.id AND d.lease_id = \(leaseID) OFFSET 0
        ) AS d
        CROSS JOIN LATERAL (
            SELECT v.topic, v.environment, v.confirmed_at, v.kind, v.endpoint, v.p256dh, v.auth FROM devices AS v
            WHERE v.tenant_id = n.tenant_id AND v.token = d.device_token OFFSET 0
        ) AS v
        LEFT JOIN LATERAL (
            SELECT c.id, c.resumed_at FROM push_credentials AS c
            WHERE c.tenant_id = n.tenant_id AND \(fragment: PushKeyRepository.serves) AND c.stopped_at IS NULL OFFSET 0
        ) AS c ON true
        LEFT JOIN LATERAL (
            SELECT w.id FROM web_push_keys AS w WHERE v.kind = 'web' AND w.tenant_id = n.tenant_id OFFSET 0
        ) AS w ON true
        LEFT JOIN LATERAL (
            SELECT u.language FROM users AS u WHERE v.kind = 'web' AND u.tenant_id = n.tenant_id AND u.id = n.recipient_id OFFSET 0
        ) AS u ON true
        WHERE n.lease_id = \(leaseID)
        """
    }

    /// Returns the query for the badges, which computes the badge of each recipient only once.
    func badges(_ leaseID: UUID) -> SQL {
        """
        SELECT r.tenant_id, r.recipient_id, b.count::int AS count
        FROM (SELECT DISTINCT n.tenant_id, n.recipient_id FROM notifications AS n WHERE n.lease_id = \(leaseID) OFFSET 0) AS r
        CROSS JOIN LATERAL (
            SELECT b.count FROM badges AS b WHERE b.tenant_id = r.tenant_id AND b.user_id = r.recipient_id OFFSET 0
        ) AS b
        """
    }

    /// Makes deliveries from the results of the queries for deliveries, notices and badges. A delivery without a notice
    /// is left out, because its notification has ended.
    func joined(deliveries: Rows, notices noticeRows: Rows, badges badgeRows: Rows, _ leaseID: UUID) throws -> [Delivery] {
        let notices = try Dictionary(
            noticeRows.compactMap { row in try Notice(row).map { (try RowKey(row, "id"), $0) } }
        ) { first, _ in first }
        let badges = try Dictionary(badgeRows.map { (try RowKey($0, "recipient_id"), try $0["count"] as Int) }) { first, _ in first }
        return try deliveries.compactMap { row in
            guard let notice = notices[try RowKey(row, "notification_id")] else { return nil }
            let badge = badges[try RowKey(row, "recipient_id")] ?? 0
            return try Delivery(row, notice, badge: badge, leaseID: leaseID, now: transaction.now)
        }
    }
}

/// The key of a row: the tenant's id and the row's own id.
private struct RowKey: Hashable {
    let tenantID: UUID
    let id: UUID

    init(_ row: Row, _ column: StaticString) throws {
        (tenantID, id) = (try row["tenant_id"], try row[column])
    }
}

extension Delivery {
    fileprivate init(_ row: Row, _ notice: Notice, badge: Int, leaseID: UUID, now: Date) throws {
        let expiresAt: Date = try row["expires_at"]
        self.init(
            tenantID: try row["tenant_id"], id: try row["id"], notificationID: try row["notification_id"], leaseID: leaseID,
            deviceToken: try row["device_token"], deviceKind: try row["device_kind"], deviceConfirmedAt: try row["confirmed_at"],
            pushKeyID: try row["credential_id"], pushKeyResumedAt: try row["resumed_at"], browser: try WebPushSubscription(row),
            attempts: try row["attempts"], expiresAt: expiresAt, lifetime: expiresAt.timeIntervalSince(now), notice: notice, badge: badge,
            language: try row["language"])
    }
}

extension Notice {
    /// Decodes a notice; nil if the notification has ended, so that there is nothing to push.
    init?(_ row: Row) throws {
        guard let kind: NotificationKind = try row["kind"] else { return nil }
        let (actorID, username): (UUID?, String?) = (try row["actor_id"], try row["username"])
        let givenName: String? = try row["given_name"]
        self.init(
            kind: kind, recipientID: try row["recipient_id"],
            actor: actorID.flatMap { id in username.map { Actor(id: id, username: $0, givenName: givenName) } },
            aboutID: try row["about_id"], title: try row["title"], detail: try row["detail"], count: try row["count"],
            variant: try row["variant"])
    }
}
