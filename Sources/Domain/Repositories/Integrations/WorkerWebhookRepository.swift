import Foundation
import Postgres
import Secrets

/// Reads and writes the webhooks of all tenants, for the push worker.
struct WorkerWebhookRepository: Sendable {
    let transaction: WorkerTransaction

    init(_ transaction: WorkerTransaction) {
        self.transaction = transaction
    }

    /// Makes messages due for those of the users that are bots with a webhook. A message that is due already, or waits for its next
    /// attempt, covers the new changes too.
    func scheduleMessages(for userIDs: Set<UUID>) async throws {
        try await transaction.query(
            """
            UPDATE webhooks SET due_at = \(transaction.now + WebhookRules.gathering)
            WHERE user_id = ANY (\(Array(userIDs))::uuid[]) AND off_at IS NULL AND due_at IS NULL
            """)
    }

    /// Returns the statement that makes messages due for bots whose feeds have changes that no `NOTIFY` announced.
    ///
    /// A stamp beyond the newest transaction comes from another database cluster and counts as announced.
    private var check: SQL {
        """
        UPDATE webhooks AS w SET checked_at = \(transaction.now), due_at = CASE WHEN EXISTS (
            SELECT FROM feed_stamps AS s
            WHERE s.tenant_id = w.tenant_id AND s.user_id = w.user_id AND NOT pg_visible_in_snapshot(s.changed_xid, w.announced)
                AND s.changed_xid < (SELECT pg_snapshot_xmax(pg_current_snapshot()))) THEN \(transaction.now)::timestamptz END
        WHERE w.off_at IS NULL AND w.due_at IS NULL AND w.lease_id IS NULL
            AND w.checked_at <= \(transaction.now - WebhookRules.checkInterval)
        """
    }

    /// Leases up to `limit` messages that are due or that a dead worker has left, those due longest first.
    ///
    /// The next message is about the changes from now on: the bot's program fetches all those before.
    func claim(_ leaseID: UUID, limit: Int) async throws -> [WebhookDelivery] {
        let rows = try await transaction.pipeline([
            check,
            """
            UPDATE webhooks AS w SET lease_id = \(leaseID), leased_until = clock_timestamp() + make_interval(secs => \(WebhookRules.lease)),
                due_at = NULL, message_id = coalesce(w.message_id, gen_random_uuid()), announced = pg_current_snapshot()
            FROM (
                SELECT w.tenant_id, w.user_id FROM webhooks AS w
                JOIN users AS u ON u.tenant_id = w.tenant_id AND u.id = w.user_id AND u.suspended_at IS NULL
                JOIN tenants AS t ON t.id = w.tenant_id AND t.suspended_at IS NULL
                WHERE w.off_at IS NULL
                    AND (w.lease_id IS NULL AND w.due_at <= \(transaction.now) OR w.leased_until <= clock_timestamp())
                ORDER BY w.due_at LIMIT \(limit) FOR UPDATE OF w SKIP LOCKED
            ) AS due
            WHERE w.tenant_id = due.tenant_id AND w.user_id = due.user_id
            RETURNING w.tenant_id, w.user_id, w.url, w.message_id, w.attempts, w.kek_id, w.wrapped_key, w.sealed,
                coalesce(w.old_until > \(transaction.now), false) AS is_overlapping
            """,
        ])
        return try rows[1].map { row in
            WebhookDelivery(
                tenantID: try row["tenant_id"], botID: try row["user_id"], url: try row["url"], messageID: try row["message_id"],
                leaseID: leaseID, failures: try row["attempts"], sealed: try SealedWebhook(row), isOverlapping: try row["is_overlapping"])
        }
    }

    /// Ends the lease of a message, with the outcome of its attempt. It does nothing if the lease is another worker's by
    /// now, or the webhook was changed meanwhile.
    func finish(_ delivery: WebhookDelivery, _ outcome: WebhookOutcome) async throws {
        let (tenant, bot, lease) = (delivery.tenantID, delivery.botID, delivery.leaseID)
        let changes: SQL =
            switch outcome {
            case .taken: "message_id = NULL, attempts = 0, error = NULL"
            case .gone(let reason): off(reason)
            case .failed(let reason):
                if let pause = WebhookRules.pause(after: delivery.failures + 1) {
                    "attempts = attempts + 1, error = \(reason), due_at = \(transaction.now + pause)"
                } else {
                    off(reason)
                }
            }
        try await transaction.query(
            """
            UPDATE webhooks SET lease_id = NULL, leased_until = NULL, \(fragment: changes)
            WHERE tenant_id = \(tenant) AND user_id = \(bot) AND lease_id = \(lease)
            """)
    }

    private func off(_ reason: String) -> SQL {
        "message_id = NULL, due_at = NULL, attempts = attempts + 1, error = \(reason), off_at = \(transaction.now)"
    }

    /// Returns the number of seconds until a message is due or a webhook is checked; nil if there is none.
    func timeUntilDue() async throws -> TimeInterval? {
        let rows = try await transaction.query(
            """
            SELECT extract(epoch FROM
                min(coalesce(due_at, checked_at + make_interval(secs => \(WebhookRules.checkInterval)))) - \(transaction.now))::float8 AS seconds
            FROM webhooks WHERE off_at IS NULL AND lease_id IS NULL
            """)
        return try rows.first.flatMap { try $0["seconds"] }
    }
}
