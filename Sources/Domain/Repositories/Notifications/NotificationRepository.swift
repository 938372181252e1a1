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

    package init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Tells some people of something, unless one of the two blocks the other, or they were told the same by the same person since
    /// `unlessSince`. A worker that waits is woken when this is committed.
    package func notify(
        _ recipients: [UUID], _ kind: NotificationKind, by actorID: UUID, room roomID: UUID? = nil, unlessSince limit: Date? = nil
    ) async throws {
        guard !recipients.isEmpty else { return }
        try await transaction.query(
            """
            WITH told AS (
                INSERT INTO notifications (tenant_id, id, kind, recipient_id, actor_id, room_id, created_at, due_at, expires_at)
                SELECT \(transaction.tenantID), gen_random_uuid(), \(kind), recipient, \(actorID), \(roomID), \(transaction.now), \(transaction.now),
                    \(transaction.now + NotificationRules.lifetime)
                FROM unnest(\(recipients)::uuid[]) AS recipient
                WHERE NOT EXISTS (
                    SELECT FROM blocks AS b WHERE b.tenant_id = \(transaction.tenantID)
                        AND (b.blocker_id, b.blocked_id) IN ((recipient, \(actorID)), (\(actorID), recipient)))
                AND NOT EXISTS (
                    SELECT FROM notifications AS n WHERE n.tenant_id = \(transaction.tenantID) AND n.kind = \(kind) AND n.state <> 'cancelled'
                        AND n.recipient_id = recipient AND n.actor_id = \(actorID) AND n.room_id IS NOT DISTINCT FROM \(roomID)::uuid
                        AND n.created_at > \(limit)::timestamptz)
                RETURNING id
            )
            SELECT pg_notify(\(OutboxChannel.name), '') FROM told LIMIT 1
            """)
    }

    /// Somebody took back that they watched: nobody is told that they did, nor of replies between them and others in the room.
    package func cancelMark(of userID: UUID, room roomID: UUID) async throws {
        try await cancel(
            """
            room_id = \(roomID) AND (actor_id = \(userID) AND kind IN ('room.watched', 'room.replies')
                OR recipient_id = \(userID) AND kind = 'room.replies')
            """)
    }

    /// Somebody read so far: they need not be told of what they have read.
    package func cancelReplies(to userID: UUID, room roomID: UUID, upTo number: Int) async throws {
        try await cancel(
            "room_id = \(roomID) AND recipient_id = \(userID) AND kind = 'room.replies' AND last_number <= \(number)")
    }

    /// Somebody left a room.
    package func cancelRoom(_ roomID: UUID, for userID: UUID) async throws {
        try await cancel("room_id = \(roomID) AND recipient_id = \(userID)")
    }

    /// Two people want nothing of each other any more.
    package func cancelBetween(_ userID: UUID, _ other: UUID) async throws {
        try await cancel(
            "(recipient_id = \(userID) AND actor_id = \(other) OR recipient_id = \(other) AND actor_id = \(userID))")
    }

    /// What is asked for and not yet told is taken back.
    package func cancel(_ kind: NotificationKind, from actorID: UUID, to recipientID: UUID) async throws {
        try await cancel("kind = \(kind) AND recipient_id = \(recipientID) AND actor_id = \(actorID)")
    }

    private func cancel(_ condition: SQL) async throws {
        try await transaction.query(
            """
            UPDATE notifications SET state = 'cancelled'
            WHERE tenant_id = \(transaction.tenantID) AND state = 'pending' AND \(fragment: condition)
            """)
    }
}
