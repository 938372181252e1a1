import DavenportAPI
import Foundation
import Postgres

/// The outbox as the worker sees it: what is due, of all tenants.
///
/// A notification is `sending` from its first claim until it ends. Whoever claims it holds a lease on it and on those of its deliveries
/// that are to be tried now; each delivery gives its own back with its result, and the last of them settles the notification.
///
/// Many subqueries end with `OFFSET 0`, which keeps the planner from mixing them: where it has no statistics yet, it would take one tenant's
/// rows to be few, and walk all of them for each row that it could look up.
struct OutboxRepository: Sendable {
    let transaction: WorkerTransaction

    /// How long a lease is, by the database's own clock: it outlives a request to Apple.
    static let lease = "30 seconds"

    init(_ transaction: WorkerTransaction) {
        self.transaction = transaction
    }

    /// Leases what is due, a few of each tenant, and ends what needs not be sent any more.
    /// - Parameters:
    ///   - leaseID: the new lease.
    ///   - limit: how many notifications at most.
    ///   - perTenant: how many of one tenant at most,
    ///   - busy: less those of these tenants that are in the works already.
    ///   - idleSince: sessions last used before are over.
    func claim(_ leaseID: UUID, limit: Int, perTenant: Int, busy: [UUID: Int], idleSince: Date) async throws -> Claim {
        let rows = try await transaction.pipeline([
            try lease(leaseID, limit: limit, perTenant: perTenant, busy: busy),
            expire(leaseID),
            cancel(leaseID),
            coalesce(leaseID, idleSince: idleSince),
            fanOut(leaseID, idleSince: idleSince),
            "UPDATE notifications SET fanned_out_at = \(transaction.now) WHERE lease_id = \(leaseID) AND fanned_out_at IS NULL",
            dropDevices(leaseID, idleSince: idleSince),
            take(leaseID),
            settle("SELECT tenant_id, id, lease_id FROM notifications WHERE lease_id = \(leaseID)"),
        ])
        return Claim(
            deliveries: try rows[7].map { try Delivery($0, leaseID: leaseID, now: transaction.now) }, taken: rows[0].count,
            rescued: try rows[0].count { try $0["rescued"] },
            ended: try [rows[1], rows[2], rows[3], rows[8]].flatMap(EndedNotifications.counted),
            dueAge: try rows[0].map { try $0["age"] }.max() ?? 0)
    }

    /// The tenants come in any order, so that none is always last where there is more to do than `limit`. What lies in its recipient's quiet
    /// hours is not leased but waits for their end.
    private func lease(_ leaseID: UUID, limit: Int, perTenant: Int, busy: [UUID: Int]) throws -> SQL {
        """
        WITH due AS (
            SELECT n.tenant_id, n.id, n.rescued, n.age, CASE WHEN p.quiet_from IS NOT NULL THEN
                quiet_until(\(transaction.now), p.time_zone, p.quiet_from, p.quiet_to) END AS quiet_until
            FROM (
                SELECT t.id, \(perTenant)::int - coalesce(b.count, 0) AS room FROM tenants AS t
                LEFT JOIN unnest(\(Array(busy.keys))::uuid[], \(Array(busy.values))::int[]) AS b (id, count) ON b.id = t.id
                WHERE t.suspended_at IS NULL ORDER BY random()
            ) AS t
            CROSS JOIN LATERAL (
                SELECT n.tenant_id, n.id, n.recipient_id, n.lease_id IS NOT NULL AS rescued,
                    extract(epoch FROM \(transaction.now) - n.due_at)::float8 AS age
                FROM notifications AS n
                WHERE n.tenant_id = t.id AND n.state IN ('pending', 'sending') AND n.due_at <= \(transaction.now)
                    AND (n.lease_until IS NULL OR n.lease_until < clock_timestamp())
                ORDER BY n.due_at LIMIT greatest(t.room, 0) FOR UPDATE SKIP LOCKED
            ) AS n
            LEFT JOIN notification_preferences AS p ON p.tenant_id = n.tenant_id AND p.user_id = n.recipient_id
            LIMIT \(limit)
        )
        UPDATE notifications AS n
        SET state = CASE WHEN due.quiet_until IS NULL THEN 'sending' ELSE n.state END,
            lease_id = CASE WHEN due.quiet_until IS NULL THEN \(leaseID)::uuid END,
            lease_until = CASE WHEN due.quiet_until IS NULL THEN clock_timestamp() + \(Self.lease)::interval END,
            due_at = coalesce(due.quiet_until, n.due_at),
            expires_at = greatest(n.expires_at, due.quiet_until + \(NotificationRules.lifetime) * interval '1 second')
        FROM due WHERE n.tenant_id = due.tenant_id AND n.id = due.id
        RETURNING due.rescued, due.age
        """
    }

    /// What is too old to be told.
    private func expire(_ leaseID: UUID) -> SQL {
        ended(
            as: "dead", leaseID, where: "n.expires_at <= \(transaction.now)",
            reason: """
                coalesce((
                    SELECT d.reason FROM push_deliveries AS d
                    WHERE d.tenant_id = n.tenant_id AND d.notification_id = n.id AND d.reason IS NOT NULL LIMIT 1), 'expired')
                """)
    }

    /// What isn't true any more, or its recipient doesn't want to hear.
    private func cancel(_ leaseID: UUID) -> SQL {
        ended(
            as: "cancelled", leaseID,
            where: "NOT EXISTS (SELECT FROM live_notifications AS l WHERE l.tenant_id = n.tenant_id AND l.id = n.id)", reason: "NULL::text")
    }

    /// Ends notifications with those of their deliveries that are still to be tried.
    private func ended(as state: String, _ leaseID: UUID, where condition: SQL, reason: SQL) -> SQL {
        """
        WITH ended AS (
            UPDATE notifications AS n
            SET state = \(state), reason = \(fragment: reason), finished_at = \(transaction.now), lease_id = NULL, lease_until = NULL
            WHERE n.lease_id = \(leaseID) AND \(fragment: condition)
            RETURNING n.tenant_id, n.id, n.state, n.reason
        ), deliveries AS (
            UPDATE push_deliveries AS d SET state = \(state), reason = coalesce(d.reason, ended.reason), lease_id = NULL
            FROM ended WHERE d.tenant_id = ended.tenant_id AND d.notification_id = ended.id AND d.state = 'pending'
        )
        SELECT tenant_id, state, reason FROM ended
        """
    }

    /// Counts what is to be sent for the first time in its recipient's hour; what goes beyond the limit is told by one summary when that
    /// hour is over. The hour's row is locked, so that two workers count one after the other.
    private func coalesce(_ leaseID: UUID, idleSince: Date) -> SQL {
        let (now, hour) = (transaction.now, NotificationRules.hour)
        return """
            WITH fresh AS MATERIALIZED (
                SELECT n.tenant_id, n.id, n.recipient_id,
                    row_number() OVER (PARTITION BY n.tenant_id, n.recipient_id ORDER BY n.due_at, n.id) AS place
                FROM notifications AS n
                WHERE n.lease_id = \(leaseID) AND n.fanned_out_at IS NULL AND n.kind <> 'summary'
                    AND EXISTS (\(fragment: devices(idleSince: idleSince)))
            ), hours AS (
                INSERT INTO push_hours AS h (tenant_id, user_id, began_at, count)
                SELECT tenant_id, recipient_id, \(now), count(*) FROM fresh GROUP BY 1, 2 ORDER BY 1, 2
                ON CONFLICT (tenant_id, user_id) DO UPDATE
                SET began_at = CASE WHEN h.began_at > excluded.began_at - \(hour) * interval '1 second' THEN h.began_at
                        ELSE excluded.began_at END,
                    count = excluded.count + CASE WHEN h.began_at > excluded.began_at - \(hour) * interval '1 second' THEN h.count ELSE 0 END
                RETURNING tenant_id, user_id, began_at, count
            ), beyond AS (
                SELECT f.tenant_id, f.id, f.recipient_id, h.began_at FROM (
                    SELECT *, count(*) OVER (PARTITION BY tenant_id, recipient_id) AS taken FROM fresh) AS f
                JOIN hours AS h ON h.tenant_id = f.tenant_id AND h.user_id = f.recipient_id
                WHERE h.count - f.taken + f.place > \(NotificationRules.hourlyLimit)
            ), coalesced AS (
                UPDATE notifications AS n SET state = 'coalesced', finished_at = \(now), lease_id = NULL, lease_until = NULL
                FROM beyond AS b WHERE n.tenant_id = b.tenant_id AND n.id = b.id
                RETURNING n.tenant_id, n.state
            ), summaries AS (
                INSERT INTO notifications AS s (tenant_id, id, kind, recipient_id, coalesced_count, created_at, due_at, expires_at)
                SELECT tenant_id, gen_random_uuid(), 'summary', recipient_id, count(*), \(now), min(began_at) + \(hour) * interval '1 second',
                    \(now + hour + NotificationRules.lifetime)
                FROM beyond GROUP BY tenant_id, recipient_id ORDER BY tenant_id, recipient_id
                ON CONFLICT (tenant_id, recipient_id) WHERE kind = 'summary' AND state = 'pending' DO UPDATE
                SET coalesced_count = s.coalesced_count + excluded.coalesced_count
            )
            SELECT tenant_id, state, NULL::text AS reason FROM coalesced
            """
    }

    /// The devices are those of the first claim.
    private func fanOut(_ leaseID: UUID, idleSince: Date) -> SQL {
        """
        INSERT INTO push_deliveries (tenant_id, id, notification_id, device_token, due_at)
        SELECT n.tenant_id, gen_random_uuid(), n.id, v.token, \(transaction.now)
        FROM notifications AS n CROSS JOIN LATERAL (\(fragment: devices(idleSince: idleSince))) AS v
        WHERE n.lease_id = \(leaseID) AND n.fanned_out_at IS NULL
        """
    }

    /// What was to go to a device that is somebody else's by now, or whose session is over.
    private func dropDevices(_ leaseID: UUID, idleSince: Date) -> SQL {
        """
        UPDATE push_deliveries AS d SET state = 'cancelled', lease_id = NULL
        FROM (SELECT n.tenant_id, n.id, n.recipient_id FROM notifications AS n WHERE n.lease_id = \(leaseID) OFFSET 0) AS n
        WHERE d.tenant_id = n.tenant_id AND d.notification_id = n.id AND d.state = 'pending'
            AND NOT EXISTS (SELECT FROM (\(fragment: devices(idleSince: idleSince))) AS v WHERE v.token = d.device_token OFFSET 0)
        """
    }

    /// The devices of the recipient of a notification `n`, of sessions that are alive.
    private func devices(idleSince: Date) -> SQL {
        """
        SELECT v.token FROM devices AS v
        WHERE v.tenant_id = n.tenant_id AND v.user_id = n.recipient_id AND EXISTS (
            SELECT FROM sessions AS s WHERE s.tenant_id = v.tenant_id AND s.id = v.session_id
                AND s.expires_at > \(transaction.now) AND s.last_used_at > \(idleSince) OFFSET 0)
        OFFSET 0
        """
    }

    /// Leases the deliveries that are to be tried now, with all that is needed to say them.
    private func take(_ leaseID: UUID) -> SQL {
        """
        UPDATE push_deliveries AS d SET lease_id = \(leaseID)
        FROM (
            SELECT n.tenant_id, p.id, n.kind AS notice, n.recipient_id, n.actor_id, n.room_id, n.expires_at, c.id AS credential_id,
                c.resumed_at, coalesce(n.coalesced_count, l.comment_count, n.comment_count, 1)::int AS count, a.username, a.given_name, r.kind, r.show_id,
                r.season, r.episode, r.show_title, r.episode_title, r.movie_id, r.title,
                coalesce((SELECT b.count FROM badges AS b WHERE b.tenant_id = n.tenant_id AND b.user_id = n.recipient_id), 0)::int AS badge
            FROM notifications AS n
            CROSS JOIN LATERAL (
                SELECT d.id, d.device_token FROM push_deliveries AS d
                WHERE d.tenant_id = n.tenant_id AND d.notification_id = n.id AND d.state = 'pending' AND d.due_at <= \(transaction.now) OFFSET 0
            ) AS p
            CROSS JOIN LATERAL (
                SELECT v.topic, v.environment FROM devices AS v WHERE v.tenant_id = n.tenant_id AND v.token = p.device_token OFFSET 0
            ) AS v
            LEFT JOIN LATERAL (
                SELECT c.id, c.resumed_at FROM push_credentials AS c
                WHERE c.tenant_id = n.tenant_id AND c.topic = v.topic AND c.environment = v.environment AND c.stopped_at IS NULL OFFSET 0
            ) AS c ON true
            LEFT JOIN LATERAL (
                SELECT l.comment_count FROM live_notifications AS l WHERE l.tenant_id = n.tenant_id AND l.id = n.id OFFSET 0
            ) AS l ON true
            LEFT JOIN LATERAL (
                SELECT a.username, a.given_name FROM users AS a WHERE a.tenant_id = n.tenant_id AND a.id = n.actor_id OFFSET 0
            ) AS a ON true
            LEFT JOIN LATERAL (SELECT * FROM rooms AS r WHERE r.tenant_id = n.tenant_id AND r.id = n.room_id OFFSET 0) AS r ON true
            WHERE n.lease_id = \(leaseID) OFFSET 0
        ) AS t
        WHERE d.tenant_id = t.tenant_id AND d.id = t.id
        RETURNING d.notification_id, d.device_token, d.attempts, t.*
        """
    }
}
