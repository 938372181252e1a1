import DavenportAPI
import Foundation
import Postgres

extension NotificationKind: PostgresCodable {}

/// The PostgreSQL channel on which the push workers wait for notifications to send.
public enum OutboxChannel {
    public static let name = "davenport_outbox"
}

/// Writes notifications to the outbox. A notification is written in the transaction that causes it, so both are
/// committed or neither is.
package struct NotificationRepository: Sendable {
    package let transaction: TenantTransaction

    /// Creates the repository.
    /// - Parameter transaction: the transaction that causes the notifications.
    package init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Writes one notification for each recipient. The commit wakes a waiting worker.
    ///
    /// A recipient gets none if there is a block between them and the actor, or if the actor has caused the same
    /// notification for them since `unlessSince`.
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

    /// Selects pending notifications. A notification matches if it meets all conditions that aren't nil.
    package struct Unsent: Sendable {
        private var conditions: [SQL] = []

        /// Creates a selection.
        /// - Parameters:
        ///   - kinds: the possible kinds of notification.
        ///   - actorID: the user who caused the notification.
        ///   - recipientID: the user who gets the notification.
        ///   - aboutID: the id of what the notification is about, such as a room.
        ///   - number: the maximum number of the last event that the notification summarizes (`last_number`), or of what it
        ///     is about (`about_number`).
        package init(
            _ kinds: [NotificationKind]? = nil, by actorID: UUID? = nil, to recipientID: UUID? = nil, about aboutID: UUID? = nil,
            upTo number: Int? = nil
        ) {
            if let kinds { conditions.append("kind = ANY (\(kinds.map(\.rawValue))::text[])") }
            if let actorID { conditions.append("actor_id = \(actorID)") }
            if let recipientID { conditions.append("recipient_id = \(recipientID)") }
            if let aboutID { conditions.append("about_id = \(aboutID)") }
            if let number { conditions.append("coalesce(last_number, about_number) <= \(number)") }
        }

        fileprivate var condition: SQL { conditions.reduce("true") { "\(fragment: $0) AND \(fragment: $1)" } }
    }

    /// Cancels pending notifications, in one round trip.
    /// - Parameter unsent: the selections. A notification is cancelled if it matches one of them.
    package func cancel(_ unsent: Unsent...) async throws {
        _ = try await transaction.pipeline(
            unsent.map {
                """
                UPDATE notifications SET state = 'cancelled'
                WHERE tenant_id = \(transaction.tenantID) AND state = 'pending' AND \(fragment: $0.condition)
                """
            })
    }

    /// Cancels the pending notifications that two users have caused for each other.
    package func cancelBetween(_ userID: UUID, _ other: UUID) async throws {
        try await cancel(Unsent(by: userID, to: other), Unsent(by: other, to: userID))
    }
}
