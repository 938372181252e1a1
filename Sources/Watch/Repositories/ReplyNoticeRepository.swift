import DavenportAPI
import Domain
import Foundation
import Postgres

/// Keeps in the outbox what is to be told of replies (rules.md 9): statements of the pipelines that make and delete comments.
struct ReplyNoticeRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Notes, for everybody who watched before a comment of somebody who watched too, that there is a reply, or one more. It stands behind
    /// the statement that makes the comment, which has locked the room: who watched is decided by that row. Where the request came a second
    /// time the comment is of an earlier moment, or not the room's last any more, or noted already.
    func noted(_ commentID: UUID, in roomID: UUID) -> SQL {
        let (tenant, due) = (transaction.tenantID, transaction.now + RoomNoticeRules.repliesPause)
        return """
            INSERT INTO notifications AS n (tenant_id, id, kind, recipient_id, actor_id, about_id, first_number, last_number, count,
                created_at, due_at, expires_at)
            SELECT c.tenant_id, gen_random_uuid(), \(NotificationKind.roomReplies), other.id, c.author_id, c.room_id, c.number, c.number, 1,
                c.created_at, \(due), \(due + NotificationRules.lifetime)
            FROM comments AS c
            JOIN rooms AS r ON r.tenant_id = \(tenant) AND r.id = \(roomID) AND r.last_number = c.number
            CROSS JOIN unnest(r.member_ids, r.member_watched_at) AS other (id, watched_at)
            WHERE c.tenant_id = \(tenant) AND c.id = \(commentID) AND c.room_id = \(roomID) AND c.created_at = \(transaction.now)
                AND c.deleted_at IS NULL AND other.id <> c.author_id AND other.watched_at < 'infinity'
                AND r.member_watched_at[array_position(r.member_ids, c.author_id)] < 'infinity'
                AND NOT EXISTS (
                    SELECT FROM blocks AS b WHERE b.tenant_id = \(tenant)
                        AND (b.blocker_id, b.blocked_id) IN ((c.author_id, other.id), (other.id, c.author_id)))
                AND NOT EXISTS (
                    SELECT FROM notifications AS t WHERE t.tenant_id = \(tenant) AND t.about_id = \(roomID) AND t.actor_id = c.author_id
                        AND t.recipient_id = other.id AND t.last_number >= c.number)
            ON CONFLICT (tenant_id, about_id, actor_id, recipient_id, kind) WHERE first_number IS NOT NULL AND state = 'pending' DO UPDATE
            SET last_number = excluded.last_number, count = n.count + 1,
                due_at = least(excluded.due_at, n.created_at + \(RoomNoticeRules.repliesLimit) * interval '1 second'),
                expires_at = excluded.expires_at
            """
    }

    /// Takes out of what is noted a comment that was deleted by the statement before.
    func taken(_ commentID: UUID, in roomID: UUID) -> SQL {
        """
        UPDATE notifications AS n
        SET count = n.count - 1, state = CASE n.count WHEN 1 THEN 'cancelled' ELSE n.state END,
            last_number = CASE n.last_number WHEN gone.number THEN (
                SELECT coalesce(max(c.number), n.last_number) FROM comments AS c
                WHERE c.tenant_id = n.tenant_id AND c.room_id = n.about_id AND c.author_id = n.actor_id AND c.deleted_at IS NULL
                    AND c.number >= n.first_number AND c.number < gone.number) ELSE n.last_number END
        FROM comments AS gone
        WHERE gone.tenant_id = \(transaction.tenantID) AND gone.id = \(commentID) AND n.tenant_id = \(transaction.tenantID)
            AND n.about_id = \(roomID) AND n.actor_id = gone.author_id AND n.kind = \(NotificationKind.roomReplies)
            AND n.state = 'pending' AND gone.number BETWEEN n.first_number AND n.last_number
        """
    }
}
