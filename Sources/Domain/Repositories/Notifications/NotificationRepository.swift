import DavenportAPI
import Foundation
import Postgres

extension NotificationKind: PostgresCodable {}

/// Where workers listen for what is due at once.
public enum OutboxChannel {
    public static let name = "davenport_outbox"
}

/// The outbox. A row is written in the transaction of what it tells of: both happen or neither.
package struct NotificationRepository: Sendable {
    package let transaction: TenantTransaction

    /// - Parameter transaction: of what is told of.
    package init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Tells some people of something, unless one of the two blocks the other, or they were told the same by the same person since
    /// `unlessSince`. A worker that waits is woken when this is committed.
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

    /// Which of the notifications that were not sent yet are meant: those of which all that is given is so.
    package struct Unsent: Sendable {
        private var conditions: [SQL] = []

        /// - Parameters:
        ///   - kinds: any of these.
        ///   - actorID: who caused them.
        ///   - recipientID: who is to be told.
        ///   - aboutID: what they are about.
        ///   - number: what is gathered in them ends at this number, or before.
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

    /// Takes back what was not sent yet and is not to be any more, in one round trip.
    package func cancel(_ unsent: Unsent...) async throws {
        _ = try await transaction.pipeline(
            unsent.map {
                """
                UPDATE notifications SET state = 'cancelled'
                WHERE tenant_id = \(transaction.tenantID) AND state = 'pending' AND \(fragment: $0.condition)
                """
            })
    }

    /// Two people want nothing of each other any more.
    package func cancelBetween(_ userID: UUID, _ other: UUID) async throws {
        try await cancel(Unsent(by: userID, to: other), Unsent(by: other, to: userID))
    }
}
