import DavenportAPI
import Foundation
import Postgres

extension OutboxRepository {
    /// Marks what became of deliveries. What isn't leased any more to whoever tells of it stays as it is.
    /// - Returns: the notifications that ended by it.
    func record(_ results: [DeliveryResult]) async throws -> [EndedNotifications] {
        let told = try results.map { try TransportedResult($0, at: transaction.now) }
        let rows = try await transaction.pipeline([
            try mark(told), try countRefusals(told), try forget(told),
            settle("SELECT DISTINCT tenant_id, notification_id AS id, lease_id FROM (\(fragment: try recordset(told))) AS r"),
        ])
        return try EndedNotifications.counted(rows[3])
    }

    /// Whoever registered a device again after Apple found the app gone has it again, so the push is tried again.
    private func mark(_ results: [TransportedResult]) throws -> SQL {
        """
        UPDATE push_deliveries AS d
        SET state = CASE r.outcome
                WHEN 'sent' THEN 'sent'
                WHEN 'released' THEN 'pending'
                WHEN 'retry' THEN CASE WHEN r.due_at < r.expires_at THEN 'pending' ELSE 'dead' END
                WHEN 'gone' THEN CASE WHEN r.confirmed_at > r.since THEN 'pending' ELSE 'dead' END
                ELSE 'dead'
            END,
            attempts = d.attempts + (r.outcome = 'retry')::int, due_at = coalesce(r.due_at, d.due_at),
            reason = coalesce(r.reason, d.reason), lease_id = NULL
        FROM (
            SELECT r.*, n.expires_at, v.confirmed_at FROM (\(fragment: try recordset(results))) AS r
            CROSS JOIN LATERAL (
                SELECT n.expires_at FROM notifications AS n WHERE n.tenant_id = r.tenant_id AND n.id = r.notification_id OFFSET 0) AS n
            CROSS JOIN LATERAL (
                SELECT v.confirmed_at FROM devices AS v WHERE v.tenant_id = r.tenant_id AND v.token = r.device_token OFFSET 0) AS v
            OFFSET 0
        ) AS r
        WHERE d.tenant_id = r.tenant_id AND d.id = r.id AND d.lease_id = r.lease_id
        """
    }

    /// A push that arrives shows that the token is good.
    private func countRefusals(_ results: [TransportedResult]) throws -> SQL {
        """
        UPDATE devices AS v
        SET refusals = CASE r.outcome WHEN 'refused' THEN v.refusals + 1 ELSE 0 END,
            refused_at = CASE r.outcome WHEN 'refused' THEN clock_timestamp() END
        FROM (\(fragment: try recordset(results))) AS r
        WHERE v.tenant_id = r.tenant_id AND v.token = r.device_token
            AND (r.outcome = 'refused' OR r.outcome = 'sent' AND v.refusals > 0)
        """
    }

    private func forget(_ results: [TransportedResult]) throws -> SQL {
        """
        DELETE FROM devices AS v USING (\(fragment: try recordset(results))) AS r
        WHERE v.tenant_id = r.tenant_id AND v.token = r.device_token AND r.outcome = 'gone' AND v.confirmed_at <= r.since
        """
    }

    /// Ends what has no delivery left to try, and gives back what has: of those given, the ones of which no delivery is leased any more.
    /// - Parameter notifications: rows with `tenant_id`, `id` and the `lease_id` that is to be given back.
    func settle(_ notifications: SQL) -> SQL {
        """
        WITH settled AS (
            UPDATE notifications AS n
            SET state = s.state, due_at = coalesce(s.due_at, n.due_at), reason = s.reason, lease_id = NULL, lease_until = NULL,
                finished_at = CASE WHEN s.state <> 'sending' THEN \(transaction.now)::timestamptz END
            FROM (
                SELECT q.tenant_id, q.id, q.lease_id, min(d.due_at) FILTER (WHERE d.state = 'pending') AS due_at,
                    CASE WHEN bool_or(d.state = 'pending') THEN 'sending' WHEN bool_or(d.state = 'sent') THEN 'sent'
                        WHEN bool_or(d.state = 'dead') THEN 'dead' WHEN count(d.id) > 0 THEN 'cancelled' ELSE 'no_device' END AS state,
                    max(d.reason) FILTER (WHERE d.state IN ('dead', 'pending')) AS reason
                FROM (\(fragment: notifications)) AS q
                LEFT JOIN LATERAL (
                    SELECT d.id, d.state, d.due_at, d.reason, d.lease_id FROM push_deliveries AS d
                    WHERE d.tenant_id = q.tenant_id AND d.notification_id = q.id OFFSET 0) AS d ON true
                GROUP BY q.tenant_id, q.id, q.lease_id
                HAVING NOT coalesce(bool_or(d.lease_id = q.lease_id), false)
            ) AS s
            WHERE n.tenant_id = s.tenant_id AND n.id = s.id AND n.lease_id = s.lease_id
            RETURNING n.tenant_id, n.state, CASE n.state WHEN 'dead' THEN n.reason END AS reason
        )
        SELECT tenant_id, state, reason FROM settled WHERE state <> 'sending'
        """
    }

    /// Removes what ended and expired before then, so many at once at most, but for each tenant's last success.
    /// - Returns: how many.
    func prune(before limit: Date, atMost count: Int) async throws -> Int {
        let rows = try await transaction.query(
            """
            DELETE FROM notifications AS n USING (
                SELECT o.tenant_id, o.id FROM tenants AS t
                LEFT JOIN LATERAL (
                    SELECT s.id FROM notifications AS s WHERE s.tenant_id = t.id AND s.state = 'sent' ORDER BY s.finished_at DESC LIMIT 1
                ) AS last ON true
                CROSS JOIN LATERAL (
                    SELECT o.tenant_id, o.id FROM notifications AS o
                    WHERE o.tenant_id = t.id AND o.state NOT IN ('pending', 'sending') AND o.expires_at < \(limit)
                        AND o.id IS DISTINCT FROM last.id
                    ORDER BY o.expires_at LIMIT \(count) FOR UPDATE SKIP LOCKED
                ) AS o
                LIMIT \(count)
            ) AS o
            WHERE n.tenant_id = o.tenant_id AND n.id = o.id
            """)
        return rows.affected
    }

    /// When the next notification is due that nobody works on; nil where none is.
    func nextDue() async throws -> Date? {
        let rows = try await transaction.query(
            """
            SELECT min(n.due_at) AS due_at FROM tenants AS t
            CROSS JOIN LATERAL (
                SELECT n.due_at FROM notifications AS n
                WHERE n.tenant_id = t.id AND n.state IN ('pending', 'sending') AND (n.lease_until IS NULL OR n.lease_until < clock_timestamp())
                ORDER BY n.due_at LIMIT 1
            ) AS n
            WHERE t.suspended_at IS NULL
            """)
        return try rows.first?["due_at"]
    }

    /// Tells whoever listens that something may be due.
    func wake() async throws {
        try await transaction.query("SELECT pg_notify(\(OutboxChannel.name), '')")
    }

    private func recordset(_ results: [TransportedResult]) throws -> SQL {
        try """
        SELECT * FROM jsonb_to_recordset(\(json: results)::jsonb) AS r (
            tenant_id uuid, id uuid, notification_id uuid, lease_id uuid, device_token text, outcome text, due_at timestamptz, reason text,
            since timestamptz)
        """
    }
}

/// A result as it travels to the database.
private struct TransportedResult: Encodable {
    let tenantID: UUID
    let id: UUID
    let notificationID: UUID
    let leaseID: UUID
    let deviceToken: String
    let outcome: String
    let dueAt: Date?
    let reason: String?
    let since: Date?

    enum CodingKeys: String, CodingKey {
        case tenantID = "tenant_id"
        case id
        case notificationID = "notification_id"
        case leaseID = "lease_id"
        case deviceToken = "device_token"
        case outcome
        case dueAt = "due_at"
        case reason
        case since
    }

    init(_ result: DeliveryResult, at now: Date) throws {
        let delivery = result.delivery
        (tenantID, id, notificationID) = (delivery.tenantID, delivery.id, delivery.notificationID)
        (leaseID, deviceToken) = (delivery.leaseID, delivery.deviceToken)
        var details: (outcome: String, dueAt: Date?, reason: String?, since: Date?) = ("", nil, nil, nil)
        switch result.outcome {
        case .sent: details.outcome = "sent"
        case .retry(let seconds, let reason): details = ("retry", now + seconds, reason, nil)
        case .dead(let reason): details = ("dead", nil, reason, nil)
        case .refused(let reason): details = ("refused", nil, reason, nil)
        case .gone(let reason, let since): details = ("gone", now + 60, reason, since)
        case .released: details.outcome = "released"
        }
        (outcome, dueAt, reason, since) = details
    }
}

extension Delivery {
    init(_ row: Row, leaseID: UUID, now: Date) throws {
        let expiresAt: Date = try row["expires_at"]
        self.init(
            tenantID: try row["tenant_id"], id: try row["id"], notificationID: try row["notification_id"], leaseID: leaseID,
            deviceToken: try row["device_token"], credentialID: try row["credential_id"], credentialResumedAt: try row["resumed_at"],
            attempts: try row["attempts"], lifetime: expiresAt.timeIntervalSince(now), notice: try Notice(row), badge: try row["badge"])
    }
}

extension Notice {
    /// Whoever asks for friendship may be a stranger, of whom only the username is shown (rules.md 2); all others are friends or share a room.
    init(_ row: Row) throws {
        let (kind, username, givenName): (NotificationKind, String?, String?) = (
            try row["notice"], try row["username"], try row["given_name"]
        )
        let roomID: UUID? = try row["room_id"]
        self.init(
            kind: kind, recipientID: try row["recipient_id"], actorID: try row["actor_id"],
            actorName: kind == .friendRequested ? username : givenName ?? username, roomID: roomID,
            subject: try roomID.map { _ in try Subject(row) }, count: try row["count"])
    }
}

extension EndedNotifications {
    /// From rows of single notifications with `tenant_id`, `state` and `reason`.
    static func counted(_ rows: Rows) throws -> [EndedNotifications] {
        var counts: [[String?]: (UUID, Int)] = [:]
        for row in rows {
            let (tenantID, state, reason): (UUID, String, String?) = (try row["tenant_id"], try row["state"], try row["reason"])
            counts[[tenantID.uuidString, state, reason], default: (tenantID, 0)].1 += 1
        }
        return counts.map { EndedNotifications(tenantID: $1.0, state: $0[1] ?? "", reason: $0[2], count: $1.1) }
    }
}
