import DavenportAPI
import Foundation
import Postgres

/// The outbox as the worker sees it: what is due, of all tenants.
///
/// A notification is `sending` from its first claim until it ends. Whoever claims it holds a lease on it and on those of its deliveries
/// that are to be tried now; each delivery gives its own back with its result, and the last of them settles the notification.
///
/// Many subqueries end with `OFFSET 0`, which keeps the planner from mixing them: where it has no statistics yet, it would take one
/// tenant's rows to be few, and walk all of them for each row that it could look up.
struct OutboxRepository: Sendable {
    let transaction: WorkerTransaction

    init(_ transaction: WorkerTransaction) {
        self.transaction = transaction
    }

    /// Leases what is due, a few of each tenant, and ends what needs not be sent any more.
    /// - Parameters:
    ///   - leaseID: the new lease.
    ///   - limit: how many notifications at most.
    ///   - perTenant: how many of one tenant at most, less those in `busy`.
    ///   - busy: how many of which tenants are in the works already.
    ///   - idleSince: sessions last used before are over.
    func claim(_ leaseID: UUID, limit: Int, perTenant: Int, busy: [UUID: Int], idleSince: Date) async throws -> Claim {
        let rows = try await transaction.pipeline([
            lease(leaseID, limit: limit, perTenant: perTenant, busy: busy),
            expire(leaseID),
            recheck(leaseID),
            fanOut(leaseID, idleSince: idleSince),
            countHours(leaseID),
            coalesce(leaseID),
            dropDevices(leaseID, idleSince: idleSince),
            leaseDeliveries(leaseID),
            settle("SELECT tenant_id, id, lease_id FROM notifications WHERE lease_id = \(leaseID)"),
            deliveries(leaseID),
            badges(leaseID),
        ])
        return Claim(
            deliveries: try joined(deliveries: rows[9], notices: rows[2], badges: rows[10], leaseID), taken: rows[0].count,
            rescued: try rows[0].count { try $0["is_rescued"] },
            ended: try [rows[1], rows[2], rows[5], rows[8]].flatMap(EndedNotifications.counted),
            dueAge: try rows[0].map { try $0["age"] }.max() ?? 0)
    }

    /// The tenants come in any order, so that none is always last where there is more to do than `limit`. What lies in its recipient's
    /// quiet hours is not leased but waits for their end. The rows go through arrays, which the planner takes to be short: it looks each
    /// up.
    private func lease(_ leaseID: UUID, limit: Int, perTenant: Int, busy: [UUID: Int]) -> SQL {
        let lifetime = NotificationRules.lifetime
        return """
            WITH due AS MATERIALIZED (\(fragment: due(limit: limit, perTenant: perTenant, busy: busy)))
            UPDATE notifications AS n
            SET state = CASE WHEN due.quiet_until IS NULL THEN 'sending' ELSE n.state END,
                lease_id = CASE WHEN due.quiet_until IS NULL THEN \(leaseID)::uuid END,
                lease_until = CASE WHEN due.quiet_until IS NULL
                    THEN clock_timestamp() + \(NotificationRules.lease) * interval '1 second' END,
                fanned_out_by = CASE WHEN due.quiet_until IS NULL THEN coalesce(n.fanned_out_by, \(leaseID)) ELSE n.fanned_out_by END,
                due_at = coalesce(due.quiet_until, n.due_at),
                expires_at = greatest(n.expires_at, due.quiet_until + \(lifetime) * interval '1 second')
            FROM unnest(ARRAY(SELECT tenant_id FROM due), ARRAY(SELECT id FROM due), ARRAY(SELECT is_rescued FROM due),
                ARRAY(SELECT age FROM due), ARRAY(SELECT quiet_until FROM due)) AS due (tenant_id, id, is_rescued, age, quiet_until)
            WHERE n.tenant_id = due.tenant_id AND n.id = due.id
            RETURNING due.is_rescued, due.age
            """
    }

    private func due(limit: Int, perTenant: Int, busy: [UUID: Int]) -> SQL {
        let now = transaction.now
        return """
            SELECT n.tenant_id, n.id, n.lease_id IS NOT NULL AS is_rescued, extract(epoch FROM \(now) - n.due_at)::float8 AS age,
                CASE WHEN p.quiet_from IS NOT NULL THEN quiet_until(\(now), p.time_zone, p.quiet_from, p.quiet_to) END AS quiet_until
            FROM (
                SELECT t.id, \(perTenant)::int - coalesce(b.count, 0) AS room FROM tenants AS t
                LEFT JOIN unnest(\(Array(busy.keys))::uuid[], \(Array(busy.values))::int[]) AS b (id, count) ON b.id = t.id
                WHERE t.suspended_at IS NULL ORDER BY random()
            ) AS t
            CROSS JOIN LATERAL (
                SELECT n.tenant_id, n.id, n.recipient_id, n.lease_id, n.due_at FROM notifications AS n
                WHERE n.tenant_id = t.id AND n.state IN ('pending', 'sending') AND n.due_at <= \(now)
                    AND (n.lease_until IS NULL OR n.lease_until < clock_timestamp())
                ORDER BY n.due_at LIMIT greatest(t.room, 0) FOR UPDATE SKIP LOCKED
            ) AS n
            LEFT JOIN LATERAL (
                SELECT p.time_zone, p.quiet_from, p.quiet_to FROM notification_preferences AS p
                WHERE p.tenant_id = n.tenant_id AND p.user_id = n.recipient_id OFFSET 0
            ) AS p ON true
            LIMIT \(limit)
            """
    }

    /// Leases those of the deliveries that were there before which are to be tried now.
    private func leaseDeliveries(_ leaseID: UUID) -> SQL {
        """
        UPDATE push_deliveries AS d SET lease_id = \(leaseID)
        FROM (
            SELECT n.tenant_id, n.id FROM notifications AS n WHERE n.lease_id = \(leaseID) AND n.fanned_out_by <> \(leaseID) OFFSET 0
        ) AS n
        WHERE d.tenant_id = n.tenant_id AND d.notification_id = n.id AND d.state = 'pending' AND d.due_at <= \(transaction.now)
        """
    }

    /// When the next notification is due that nobody works on; nil where none is.
    func nextDue() async throws -> Date? {
        let rows = try await transaction.query(
            """
            SELECT min(n.due_at) AS due_at FROM tenants AS t
            CROSS JOIN LATERAL (
                SELECT n.due_at FROM notifications AS n
                WHERE n.tenant_id = t.id AND n.state IN ('pending', 'sending')
                    AND (n.lease_until IS NULL OR n.lease_until < clock_timestamp())
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
}
