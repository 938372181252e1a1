import Foundation
import Postgres

extension NotificationState: PostgresCodable {}
extension DeliveryState: PostgresCodable {}

/// Ends notifications: leased ones that needn't be sent, and those whose last delivery has its result.
extension OutboxRepository {
    /// Returns the statement that ends leased notifications that have expired.
    func expire(_ leaseID: UUID) -> SQL {
        let reason: SQL = """
            coalesce((
                SELECT d.reason FROM push_deliveries AS d
                WHERE d.tenant_id = n.tenant_id AND d.notification_id = n.id AND d.reason IS NOT NULL LIMIT 1), 'expired')
            """
        return """
            WITH \(fragment: ended(as: .dead, leaseID, where: "n.expires_at <= \(transaction.now)", reason: reason))
            SELECT tenant_id, state, reason FROM ended
            """
    }

    /// Returns the statement that cancels leased notifications that no longer apply or that the recipient has muted,
    /// and reads the content of the remaining ones.
    ///
    /// A result row has the actor's given name only if the recipient may see that name now (rule 2.12).
    func cancelObsolete(_ leaseID: UUID) -> SQL {
        let isOver: SQL = "(n.tenant_id, n.id) NOT IN (SELECT l.tenant_id, l.id FROM live AS l)"
        return """
            WITH live AS MATERIALIZED (SELECT * FROM live_notifications WHERE lease_id = \(leaseID)),
            \(fragment: ended(as: .cancelled, leaseID, where: isOver, reason: "NULL::text"))
            SELECT coalesce(l.tenant_id, e.tenant_id) AS tenant_id, e.state, e.reason, l.id, l.kind, l.recipient_id, l.actor_id, l.about_id,
                l.title, l.detail, l.count::int AS count, l.variant, a.username, a.given_name
            FROM live AS l
            FULL JOIN ended AS e ON e.tenant_id = l.tenant_id AND e.id = l.id
            LEFT JOIN LATERAL (
                SELECT a.username, CASE
                    WHEN a.given_name IS NOT NULL AND EXISTS (
                        SELECT FROM name_viewers AS v
                        WHERE v.tenant_id = l.tenant_id AND v.user_id = l.recipient_id AND v.other_id = l.actor_id
                    ) THEN a.given_name END AS given_name
                FROM users AS a WHERE a.tenant_id = l.tenant_id AND a.id = l.actor_id OFFSET 0
            ) AS a ON true
            """
    }

    /// Returns the common table expressions that end notifications and their pending deliveries.
    ///
    /// If this was the first claim of a notification, `fanned_out_by` is reset. So the notification gets new deliveries
    /// if it is sent again later.
    private func ended(as state: NotificationState, _ leaseID: UUID, where condition: SQL, reason: SQL) -> SQL {
        """
        ended AS (
            UPDATE notifications AS n
            SET state = \(state), reason = \(fragment: reason), finished_at = \(transaction.now), lease_id = NULL, lease_until = NULL,
                fanned_out_by = nullif(n.fanned_out_by, \(leaseID))
            WHERE n.lease_id = \(leaseID) AND \(fragment: condition)
            RETURNING n.tenant_id, n.id, n.state, n.reason
        ), deliveries AS (
            UPDATE push_deliveries AS d SET state = \(state), reason = coalesce(d.reason, ended.reason), lease_id = NULL
            FROM ended WHERE d.tenant_id = ended.tenant_id AND d.notification_id = ended.id AND d.state = 'pending'
        )
        """
    }

    /// Returns the statement that ends notifications without a pending delivery, and releases the lease of the others.
    /// It skips notifications that still have a leased delivery.
    ///
    /// The leases are compared with `IS NOT DISTINCT FROM`, so that the planner can't use the index of leases. With
    /// that index, it would scan the leases of a whole claim for each row.
    /// - Parameter notifications: a query for the notifications, with the columns `tenant_id`, `id`, and `lease_id`,
    ///   the lease to release.
    func settle(_ notifications: SQL) -> SQL {
        """
        WITH settled AS (
            UPDATE notifications AS n
            SET state = s.state, due_at = coalesce(s.due_at, n.due_at), reason = s.reason, lease_id = NULL, lease_until = NULL,
                finished_at = CASE WHEN s.state <> 'sending' THEN \(transaction.now)::timestamptz END
            FROM (
                SELECT q.tenant_id, q.id, q.lease_id, d.* FROM (\(fragment: notifications)) AS q
                CROSS JOIN LATERAL (\(fragment: together)) AS d
                WHERE NOT d.is_leased OFFSET 0
            ) AS s
            WHERE n.tenant_id = s.tenant_id AND n.id = s.id AND n.lease_id IS NOT DISTINCT FROM s.lease_id
            RETURNING n.tenant_id, n.state, CASE n.state WHEN 'dead' THEN n.reason END AS reason
        )
        SELECT tenant_id, state, reason FROM settled WHERE state <> 'sending'
        """
    }

    /// The query for the state of a notification, whose row has the alias `q`. It follows from the states of all its
    /// deliveries.
    private var together: SQL {
        """
        SELECT coalesce(bool_or(d.lease_id = q.lease_id), false) AS is_leased,
            min(d.due_at) FILTER (WHERE d.state = 'pending') AS due_at,
            CASE WHEN bool_or(d.state = 'pending') THEN 'sending' WHEN bool_or(d.state = 'sent') THEN 'sent'
                WHEN bool_or(d.state = 'dead') THEN 'dead' WHEN count(*) > 0 THEN 'cancelled' ELSE 'no_device' END AS state,
            max(d.reason) FILTER (WHERE d.state IN ('dead', 'pending')) AS reason
        FROM push_deliveries AS d WHERE d.tenant_id = q.tenant_id AND d.notification_id = q.id OFFSET 0
        """
    }

    /// Deletes notifications that have ended and that expired before `limit`. For each tenant, the notification that
    /// was sent last is kept.
    /// - Parameter count: the maximum number of rows to delete.
    /// - Returns: the number of deleted rows.
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
}

extension EndedNotifications {
    private struct Group: Hashable {
        let tenantID: UUID
        let state: NotificationState
        let reason: String?
    }

    /// Counts ended notifications by tenant, state and reason.
    /// - Parameter rows: one row for each notification, with the columns `tenant_id`, `state` and `reason`. The state
    ///   is null if the notification hasn't ended; such rows don't count.
    static func counted(_ rows: Rows) throws -> [EndedNotifications] {
        var counts: [Group: Int] = [:]
        for row in rows {
            guard let state: NotificationState = try row["state"] else { continue }
            counts[Group(tenantID: try row["tenant_id"], state: state, reason: try row["reason"]), default: 0] += 1
        }
        return counts.map { EndedNotifications(tenantID: $0.tenantID, state: $0.state, reason: $0.reason, count: $1) }
    }
}
