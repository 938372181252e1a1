import DavenportAPI
import Domain
import Foundation
import Postgres

/// Decides which members hear of a comment, and writes their notifications into the outbox (rules 9 and 17). Its SQL is a part of
/// the statements that create, edit and delete comments.
struct CommentNoticeRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the statement that counts a new comment in the pending notifications of replies, and creates those that
    /// are missing.
    ///
    /// The statement writes nothing unless the author has marked the room as watched. The recipients are the other
    /// members who have marked the room, except those who block the author or are blocked by the author, and those that
    /// the comment mentions or answers: they get another notification.
    ///
    /// - Parameter comment: the comment as `c`, `answered_id`, the member that it answers, and its room's locked row as `r`, which decides
    ///   who has marked the room as watched.
    func noteReplies(in roomID: UUID, by userID: UUID, of comment: SQL) -> SQL {
        let (tenant, due) = (transaction.tenantID, transaction.now + RoomNoticeRules.repliesPause)
        return """
            INSERT INTO notifications AS n (tenant_id, id, kind, recipient_id, actor_id, about_id, first_number, last_number, count,
                created_at, due_at, expires_at)
            SELECT \(tenant), gen_random_uuid(), \(NotificationKind.roomReplies), other.id, \(userID), \(roomID), c.number, c.number, 1,
                c.created_at, \(due), \(due + NotificationRules.lifetime)
            FROM \(fragment: comment) CROSS JOIN unnest(r.member_ids, r.member_watched_at) AS other (id, watched_at)
            WHERE other.id <> \(userID) AND other.watched_at < 'infinity'
                AND (c.mention_targets @> ARRAY[other.id::text] OR other.id = answered_id) IS NOT TRUE
                AND r.member_watched_at[array_position(r.member_ids, \(userID))] < 'infinity'
                AND NOT EXISTS (
                    SELECT FROM blocks AS b WHERE b.tenant_id = \(tenant)
                        AND (b.blocker_id, b.blocked_id) IN ((\(userID), other.id), (other.id, \(userID))))
            ON CONFLICT (tenant_id, about_id, actor_id, recipient_id, kind) WHERE first_number IS NOT NULL AND state = 'pending' DO UPDATE
            SET last_number = excluded.last_number, count = n.count + 1, due_at = least(excluded.due_at, n.created_at + replies_limit()),
                expires_at = excluded.expires_at
            """
    }

    /// Returns the statement that counts the pending notifications of replies anew without a comment. It must run after the
    /// statement that deletes the comment.
    func recountReplies(without commentID: UUID, in roomID: UUID) -> SQL {
        let tenant = transaction.tenantID
        let answered = AnsweredComments(transaction, in: roomID).author(of: "c.reply_to" as SQL)
        return """
            UPDATE notifications AS n
            SET (count, last_number, state) = (
                SELECT count(*), coalesce(max(c.number), n.last_number), CASE count(*) WHEN 0 THEN 'cancelled' ELSE n.state END
                FROM comments AS c
                WHERE c.tenant_id = \(tenant) AND c.room_id = n.about_id AND c.author_id = n.actor_id AND c.deleted_at IS NULL
                    AND c.number BETWEEN n.first_number AND n.last_number
                    AND (c.mention_targets @> ARRAY[n.recipient_id::text]) IS NOT TRUE
                    AND n.recipient_id IS DISTINCT FROM \(fragment: answered))
            FROM comments AS gone
            WHERE gone.tenant_id = \(tenant) AND gone.id = \(commentID) AND n.tenant_id = \(tenant)
                AND n.about_id = \(roomID) AND n.actor_id = gone.author_id AND n.kind = \(NotificationKind.roomReplies)
                AND n.state = 'pending' AND gone.number BETWEEN n.first_number AND n.last_number
            """
    }

    /// Returns the statements that notify the members that an edited comment mentions or answers, and cancel the pending
    /// notifications of those it no longer does. They must run after the statement that edits the comment.
    func renewMentions(of commentID: UUID, in roomID: UUID, by userID: UUID) -> [SQL] {
        let tenant = transaction.tenantID
        let author = AnsweredComments(transaction, in: roomID).author(of: "c.reply_to" as SQL)
        let comment: SQL = """
            comments AS c JOIN rooms AS r ON r.tenant_id = \(tenant) AND r.id = c.room_id
                AND c.tenant_id = \(tenant) AND c.id = \(commentID)
                CROSS JOIN LATERAL (SELECT \(fragment: author) AS answered_id) AS answered
            """
        return [
            """
            \(fragment: cancelMentions(of: commentID, in: roomID)) AND (c.mention_targets @> ARRAY[n.recipient_id::text]) IS NOT TRUE
                AND n.recipient_id IS DISTINCT FROM \(fragment: author)
            """, noteMentions(in: roomID, by: userID, of: comment),
        ]
    }

    /// Returns the statement that cancels the pending notifications to the members that a comment mentions or answers.
    func cancelMentions(of commentID: UUID, in roomID: UUID) -> SQL {
        let tenant = transaction.tenantID
        return """
            UPDATE notifications AS n SET state = 'cancelled' FROM comments AS c
            WHERE n.tenant_id = \(tenant) AND n.about_id = \(roomID) AND n.kind = \(NotificationKind.roomMentioned) AND n.state = 'pending'
                AND c.tenant_id = \(tenant) AND c.id = \(commentID) AND n.about_number = c.number
            """
    }

    /// Returns the statement that notifies the mentioned and answered members who have watched, and for a comment of the general
    /// thread all of them. Nobody is notified twice about a comment, about their own, or about one that they have read.
    /// - Parameter comment: the comment as `c`, its room's row as `r`, and `answered_id`, the answered member.
    func noteMentions(in roomID: UUID, by userID: UUID, of comment: SQL) -> SQL {
        let tenant = transaction.tenantID
        return """
            INSERT INTO notifications (tenant_id, id, kind, recipient_id, actor_id, about_id, about_number, created_at, due_at, expires_at)
            SELECT \(tenant), gen_random_uuid(), \(NotificationKind.roomMentioned), other.id, \(userID), \(roomID), c.number,
                \(transaction.now), \(transaction.now), \(transaction.now + NotificationRules.lifetime)
            FROM \(fragment: comment) CROSS JOIN unnest(r.member_ids, r.member_watched_at) AS other (id, watched_at)
            JOIN memberships AS m ON m.tenant_id = \(tenant) AND m.room_id = \(roomID) AND m.user_id = other.id AND m.read_number < c.number
            WHERE other.id <> \(userID) AND (c.mention_targets @> ARRAY[other.id::text] OR other.id = answered_id)
                AND (c.seconds = 0 OR other.watched_at < 'infinity')
                AND NOT EXISTS (
                    SELECT FROM blocks AS b WHERE b.tenant_id = \(tenant)
                        AND (b.blocker_id, b.blocked_id) IN ((\(userID), other.id), (other.id, \(userID))))
                AND NOT EXISTS (
                    SELECT FROM notifications AS n
                    WHERE n.tenant_id = \(tenant) AND n.kind = \(NotificationKind.roomMentioned) AND n.recipient_id = other.id
                        AND n.about_id = \(roomID) AND n.about_number = c.number AND n.state <> 'cancelled')
            """
    }
}
