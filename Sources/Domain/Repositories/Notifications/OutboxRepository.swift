import DavenportAPI
import Foundation
import Postgres

/// Claims due notifications of all tenants for the push worker.
///
/// A notification is `sending` from its first claim until it ends. The worker that claims it gets a lease on the
/// notification, and on those of its deliveries that are due. Each result releases the lease of its delivery. The last
/// result ends the notification, or schedules its retry.
///
/// Many subqueries end with `OFFSET 0`, which keeps the planner from merging them. Without statistics, the planner
/// assumes that a tenant has few rows, and would scan all of them instead of looking up each row by its key.
struct OutboxRepository: Sendable {
    let transaction: WorkerTransaction

    init(_ transaction: WorkerTransaction) {
        self.transaction = transaction
    }

    /// Leases due notifications, and ends those that no longer need to be sent. Queries that the leased rows don't need
    /// are skipped.
    /// - Parameters:
    ///   - leaseID: the id of the new lease.
    ///   - limit: the maximum number of deliveries: one for each device of a recipient. The last recipient's devices
    ///     may exceed it.
    ///   - perTenant: the maximum number of deliveries of one tenant, including those in `busy`.
    ///   - busy: the number of deliveries that the worker is sending already, by tenant.
    ///   - idleSince: the time since which a session must have been used for its device to get pushes.
    func claim(_ leaseID: UUID, limit: Int, perTenant: Int, busy: [UUID: Int], idleSince: Date) async throws -> ClaimedDeliveries {
        let taken = try await transaction.query(lease(leaseID, limit: limit, perTenant: perTenant, busy: busy)).map(
            ClaimedNotification.init)
        let leased = taken.filter { !$0.isQuiet }
        guard !leased.isEmpty else { return ClaimedDeliveries(taken) }
        let expiry = leased.contains { $0.isExpired } ? [expire(leaseID)] : []
        let first =
            leased.contains { $0.isFirst } ? [fanOut(leaseID, idleSince: idleSince), countHourly(leaseID), coalesce(leaseID)] : []
        let again = leased.allSatisfy { $0.isFirst } ? [] : [dropDevices(leaseID, idleSince: idleSince), leaseDeliveries(leaseID)]
        let empty = settle("SELECT tenant_id, id, lease_id FROM notifications WHERE lease_id = \(leaseID)")
        let rows = try await transaction.pipeline(
            expiry + [cancelObsolete(leaseID)] + first + again + [empty, badges(leaseID), deliveries(leaseID)])
        let (notices, badges, deliveries) = (rows[expiry.count], rows[rows.count - 2], rows[rows.count - 1])
        return ClaimedDeliveries(
            taken, deliveries: try joined(deliveries: deliveries, notices: notices, badges: badges, leaseID),
            ended: try rows.dropLast(2).flatMap(EndedNotifications.counted))
    }

    /// Returns the statement that leases due notifications. The order of tenants is random, so that no tenant is always
    /// last if more is due than `limit`.
    ///
    /// A notification in its recipient's quiet hours isn't leased; it is sent when they end. If PostgreSQL doesn't know
    /// the recipient's time zone, the notification is tried again every hour, until it expires.
    ///
    /// The rows are passed through arrays, because the planner assumes that arrays are short and then looks up each row
    /// by its key.
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
                expires_at = CASE WHEN due.in_doubt THEN n.expires_at
                    ELSE greatest(n.expires_at, due.quiet_until + \(lifetime) * interval '1 second') END
            FROM unnest(ARRAY(SELECT tenant_id FROM due), ARRAY(SELECT id FROM due), ARRAY(SELECT is_rescued FROM due),
                ARRAY(SELECT age FROM due), ARRAY(SELECT quiet_until FROM due), ARRAY(SELECT in_doubt FROM due))
                AS due (tenant_id, id, is_rescued, age, quiet_until, in_doubt)
            WHERE n.tenant_id = due.tenant_id AND n.id = due.id
            RETURNING due.is_rescued, due.age, due.quiet_until IS NOT NULL AS is_quiet, due.in_doubt, n.fanned_out_by = \(leaseID) AS is_first,
                n.expires_at <= \(transaction.now) AS is_expired
            """
    }

    /// Returns the query for due notifications that aren't leased. It stops when the recipients of the found
    /// notifications have as many devices as the limits allow.
    private func due(limit: Int, perTenant: Int, busy: [UUID: Int]) -> SQL {
        """
        SELECT n.tenant_id, n.id, n.is_rescued, n.age, n.quiet_until, n.in_doubt
        FROM (
            SELECT n.*, sum(n.devices) OVER (PARTITION BY n.tenant_id ORDER BY n.due_at, n.id) - n.devices AS before_in_tenant,
                sum(n.devices) OVER (ORDER BY n.place, n.due_at, n.id) - n.devices AS before
            FROM (\(fragment: candidates(limit: limit, perTenant: perTenant, busy: busy))) AS n
        ) AS n
        WHERE n.before_in_tenant < n.room AND n.before < \(limit)
        """
    }

    private func candidates(limit: Int, perTenant: Int, busy: [UUID: Int]) -> SQL {
        let now = transaction.now
        return """
            SELECT n.tenant_id, n.id, n.due_at, t.place, t.room, v.devices, n.lease_id IS NOT NULL AS is_rescued,
                extract(epoch FROM \(now) - n.due_at)::float8 AS age,
                CASE WHEN NOT p.in_doubt OR n.expires_at > \(now) THEN p.quiet_until END AS quiet_until,
                coalesce(p.in_doubt, false) AS in_doubt
            FROM (
                SELECT t.id, \(perTenant)::int - coalesce(b.count, 0) AS room, row_number() OVER (ORDER BY random()) AS place
                FROM tenants AS t
                LEFT JOIN unnest(\(Array(busy.keys))::uuid[], \(Array(busy.values))::int[]) AS b (id, count) ON b.id = t.id
                WHERE t.suspended_at IS NULL
            ) AS t
            CROSS JOIN LATERAL (
                SELECT n.tenant_id, n.id, n.kind, n.recipient_id, n.lease_id, n.due_at, n.expires_at FROM notifications AS n
                WHERE n.tenant_id = t.id AND n.state IN ('pending', 'sending') AND n.due_at <= \(now)
                    AND (n.lease_until IS NULL OR n.lease_until < clock_timestamp())
                ORDER BY n.due_at LIMIT greatest(t.room, 0) FOR UPDATE SKIP LOCKED
            ) AS n
            CROSS JOIN LATERAL (
                SELECT greatest(count(*), 1)::int AS devices FROM devices AS v
                WHERE v.tenant_id = n.tenant_id AND v.user_id = n.recipient_id OFFSET 0
            ) AS v
            LEFT JOIN LATERAL (
                SELECT quiet_until(\(now), p.time_zone, p.quiet_from, p.quiet_to) AS quiet_until,
                    known_time_zone(p.time_zone) IS NULL AS in_doubt
                FROM notification_preferences AS p
                WHERE p.tenant_id = n.tenant_id AND p.user_id = n.recipient_id AND p.quiet_from IS NOT NULL
                    AND NOT is_about_account(n.kind) OFFSET 0
            ) AS p ON true
            LIMIT \(limit)
            """
    }

    /// Returns the statement that leases the pending deliveries that are due, of notifications for which an earlier
    /// claim has created the deliveries.
    private func leaseDeliveries(_ leaseID: UUID) -> SQL {
        """
        UPDATE push_deliveries AS d SET lease_id = \(leaseID)
        FROM (
            SELECT n.tenant_id, n.id FROM notifications AS n WHERE n.lease_id = \(leaseID) AND n.fanned_out_by <> \(leaseID) OFFSET 0
        ) AS n
        WHERE d.tenant_id = n.tenant_id AND d.notification_id = n.id AND d.state = 'pending' AND d.due_at <= \(transaction.now)
        """
    }

    /// Returns the earliest due time of the notifications that aren't leased; nil if there is none.
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

    /// Returns the number of due notifications, and how long the oldest of them has been due, in seconds. Suspended
    /// tenants don't count.
    func backlog() async throws -> OutboxBacklog {
        let now = transaction.now
        let rows = try await transaction.query(
            """
            SELECT coalesce(sum(n.due), 0)::int8 AS due, coalesce(max(n.age), 0)::float8 AS age FROM tenants AS t
            CROSS JOIN LATERAL (
                SELECT count(*) AS due, extract(epoch FROM \(now) - min(n.due_at)) AS age FROM notifications AS n
                WHERE n.tenant_id = t.id AND n.state IN ('pending', 'sending') AND n.due_at <= \(now)
            ) AS n
            WHERE t.suspended_at IS NULL
            """)
        return OutboxBacklog(due: try rows.first?["due"] ?? 0, age: try rows.first?["age"] ?? 0)
    }

    /// Notifies the waiting workers that a notification may be due.
    func wake() async throws {
        try await transaction.query("SELECT pg_notify(\(OutboxChannel.name), '')")
    }
}

/// A notification that a claim has taken.
private struct ClaimedNotification {
    let hadExpiredLease: Bool
    let age: TimeInterval
    /// Whether the notification is in its recipient's quiet hours. The claim then only postpones the notification until
    /// the quiet hours end.
    let isQuiet: Bool
    /// Whether PostgreSQL doesn't know the recipient's time zone, so that the end of the quiet hours is unknown.
    let isInDoubt: Bool
    /// Whether this is the first claim that took the notification.
    let isFirst: Bool
    let isExpired: Bool

    init(_ row: Row) throws {
        (hadExpiredLease, age, isQuiet) = (try row["is_rescued"], try row["age"], try row["is_quiet"])
        isInDoubt = try row["in_doubt"]
        // The column is null if no claim has ever leased the notification.
        (isFirst, isExpired) = (try row["is_first"] ?? false, try row["is_expired"])
    }
}

extension ClaimedDeliveries {
    fileprivate init(_ taken: [ClaimedNotification], deliveries: [Delivery] = [], ended: [EndedNotifications] = []) {
        self.init(
            deliveries: deliveries, taken: taken.count, rescued: taken.count { $0.hadExpiredLease },
            hasUnknownTimeZone: taken.count { $0.isQuiet && $0.isInDoubt }, ended: ended,
            dueAge: taken.map { $0.age }.max() ?? 0)
    }
}
