import DavenportAPI
import Foundation
import Postgres

extension NotificationKind: PostgresCodable {}

/// Names the PostgreSQL channel on which workers listen for notifications that are due at once.
public enum OutboxChannel {
    public static let name = "davenport_outbox"
}

/// Writes notifications to the outbox. A row is written in the same transaction as its cause, so that both are committed
/// or neither is.
package struct NotificationRepository: Sendable {
    package let transaction: TenantTransaction

    /// - Parameter transaction: the transaction that writes the cause of the notifications.
    package init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Writes a notification for each recipient. The commit wakes a waiting worker.
    ///
    /// A recipient is skipped if the recipient and the actor block each other in either direction. A recipient is also
    /// skipped if the same actor has caused the same notification since `unlessSince`.
    package func notify(
        _ recipients: [UUID], _ kind: NotificationKind, by actorID: UUID, about aboutID: UUID? = nil, unlessSince limit: Date? = nil
    ) async throws {
        guard !recipients.isEmpty else { return }
        transaction.wakeWorkers()
        try await transaction.query(
            """
            INSERT INTO notifications (tenant_id, id, kind, recipient_id, actor_id, about_id, created_at, due_at, expires_at)
            SELECT \(transaction.tenantID), gen_random_uuid(), \(kind), recipient, \(actorID), \(aboutID), \(transaction.now),
                \(transaction.now), \(transaction.now + NotificationRules.lifetime)
            FROM unnest(\(recipients)::uuid[]) AS recipient
            WHERE NOT EXISTS (
                SELECT FROM blocks AS b WHERE b.tenant_id = \(transaction.tenantID)
                    AND (b.blocker_id, b.blocked_id) IN ((recipient, \(actorID)), (\(actorID), recipient)))
            AND NOT EXISTS (
                SELECT FROM notifications AS n
                WHERE n.tenant_id = \(transaction.tenantID) AND n.kind = \(kind) AND n.state <> 'cancelled'
                    AND n.recipient_id = recipient AND n.actor_id = \(actorID) AND n.about_id IS NOT DISTINCT FROM \(aboutID)::uuid
                    AND n.created_at > \(limit)::timestamptz)
            """)
    }

    /// Selects notifications that were not sent yet. A notification matches if all given conditions hold.
    package struct Unsent: Sendable {
        private var conditions: [SQL] = []

        /// - Parameters:
        ///   - kinds: the notification is of one of these kinds.
        ///   - actorID: this user caused it.
        ///   - recipientID: it goes to this user.
        ///   - aboutID: it is about the thing with this id.
        ///   - number: its `last_number` is at most this number: the last event that it summarizes.
        package init(
            _ kinds: [NotificationKind]? = nil, by actorID: UUID? = nil, to recipientID: UUID? = nil, about aboutID: UUID? = nil,
            upTo number: Int? = nil
        ) {
            if let kinds { conditions.append("kind = ANY (\(kinds.map(\.rawValue))::text[])") }
            if let actorID { conditions.append("actor_id = \(actorID)") }
            if let recipientID { conditions.append("recipient_id = \(recipientID)") }
            if let aboutID { conditions.append("about_id = \(aboutID)") }
            if let number { conditions.append("last_number <= \(number)") }
        }

        fileprivate var condition: SQL { conditions.reduce("true") { "\(fragment: $0) AND \(fragment: $1)" } }
    }

    /// Cancels notifications that were not sent yet, in one round trip.
    package func cancel(_ unsent: Unsent...) async throws {
        _ = try await transaction.pipeline(
            unsent.map {
                """
                UPDATE notifications SET state = 'cancelled'
                WHERE tenant_id = \(transaction.tenantID) AND state = 'pending' AND \(fragment: $0.condition)
                """
            })
    }

    /// Cancels the unsent notifications that two users caused for each other.
    package func cancelBetween(_ userID: UUID, _ other: UUID) async throws {
        try await cancel(Unsent(by: userID, to: other), Unsent(by: other, to: userID))
    }
}
