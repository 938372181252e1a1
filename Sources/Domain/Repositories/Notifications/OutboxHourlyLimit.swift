import Foundation
import Postgres

/// Limits how many notifications a user receives in an hour (rules 9).
extension OutboxRepository {
    /// Returns the statement that counts, for each recipient, the notifications of this claim that are sent for the
    /// first time. It locks the row with the recipient's count of the hour, so that two workers count one after the
    /// other.
    func countHourly(_ leaseID: UUID) -> SQL {
        let hour = NotificationRules.hour
        return """
            INSERT INTO push_hours AS h (tenant_id, user_id, began_at, count)
            SELECT tenant_id, recipient_id, \(transaction.now), count(*) FROM (\(fragment: fresh(leaseID))) AS f GROUP BY 1, 2 ORDER BY 1, 2
            ON CONFLICT (tenant_id, user_id) DO UPDATE
            SET began_at = CASE WHEN h.began_at > excluded.began_at - \(hour) * interval '1 second' THEN h.began_at
                    ELSE excluded.began_at END,
                count = excluded.count + CASE WHEN h.began_at > excluded.began_at - \(hour) * interval '1 second' THEN h.count ELSE 0 END
            """
    }

    /// Returns the statement that replaces the notifications beyond the hourly limit by one summary, which is sent when
    /// the hour is over. It must run after the statement that `countHourly` returns.
    func coalesce(_ leaseID: UUID) -> SQL {
        let (now, hour) = (transaction.now, NotificationRules.hour)
        return """
            WITH beyond AS (\(fragment: beyond(leaseID))), coalesced AS (
                UPDATE notifications AS n SET state = 'coalesced', finished_at = \(now), lease_id = NULL, lease_until = NULL
                FROM beyond AS b WHERE n.tenant_id = b.tenant_id AND n.id = b.id
                RETURNING n.tenant_id, n.state
            ), deliveries AS (
                DELETE FROM push_deliveries AS d USING beyond AS b WHERE d.tenant_id = b.tenant_id AND d.notification_id = b.id
            ), summaries AS (
                INSERT INTO notifications AS s (tenant_id, id, kind, recipient_id, count, created_at, due_at, expires_at)
                SELECT tenant_id, gen_random_uuid(), 'summary', recipient_id, count(*), \(now),
                    min(began_at) + \(hour) * interval '1 second', \(now + hour + NotificationRules.lifetime)
                FROM beyond GROUP BY tenant_id, recipient_id ORDER BY tenant_id, recipient_id
                ON CONFLICT (tenant_id, recipient_id) WHERE kind = 'summary' AND state = 'pending' DO UPDATE
                SET count = s.count + excluded.count
            )
            SELECT tenant_id, state, NULL::text AS reason FROM coalesced
            """
    }

    /// Returns the query for each recipient's latest notifications, as many as are beyond the hourly limit.
    private func beyond(_ leaseID: UUID) -> SQL {
        """
        SELECT f.tenant_id, f.id, f.recipient_id, h.began_at
        FROM (
            SELECT *, row_number() OVER (PARTITION BY tenant_id, recipient_id ORDER BY due_at DESC, id DESC) AS place
            FROM (\(fragment: fresh(leaseID))) AS f
        ) AS f
        JOIN push_hours AS h ON h.tenant_id = f.tenant_id AND h.user_id = f.recipient_id
        WHERE f.place <= h.count - \(NotificationRules.hourlyLimit)
        """
    }

    /// Returns the query for the notifications that no earlier claim has taken, and that have deliveries.
    private func fresh(_ leaseID: UUID) -> SQL {
        """
        SELECT n.tenant_id, n.id, n.recipient_id, n.due_at FROM notifications AS n
        WHERE n.lease_id = \(leaseID) AND n.fanned_out_by = \(leaseID) AND n.kind <> 'summary' AND NOT is_about_account(n.kind) AND EXISTS (
            SELECT FROM push_deliveries AS d WHERE d.tenant_id = n.tenant_id AND d.notification_id = n.id OFFSET 0)
        """
    }
}
