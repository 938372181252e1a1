import Domain
import Foundation
import Postgres

/// Checks the columns that triggers derive from memberships and comments.
enum WatchDerivation {
    /// Returns statements that recompute the derived columns and return a row for each stored value that is wrong. The
    /// row's only column names the place of that value.
    static func statements(_ transaction: TenantTransaction) -> [SQL] {
        let tenant = transaction.tenantID
        return [
            """
            SELECT 'room ' || r.id AS wrong FROM rooms AS r
            CROSS JOIN LATERAL (
                SELECT array_agg(m.user_id ORDER BY m.user_id) AS ids, array_agg(m.joined_at ORDER BY m.user_id) AS joined,
                    array_agg(coalesce(m.watched_at, 'infinity') ORDER BY m.user_id) AS watched,
                    bool_and(m.watched_at IS NOT NULL) AS complete
                FROM memberships AS m WHERE m.tenant_id = \(tenant) AND m.room_id = r.id) AS m
            CROSS JOIN LATERAL (
                SELECT count(*) FILTER (WHERE c.deleted_at IS NULL) AS count, coalesce(max(c.number), 0) AS last
                FROM comments AS c WHERE c.tenant_id = \(tenant) AND c.room_id = r.id) AS c
            WHERE r.tenant_id = \(tenant) AND (
                (r.member_ids, r.member_joined_at, r.member_watched_at) IS DISTINCT FROM (m.ids, m.joined, m.watched)
                OR r.comment_count <> c.count OR r.last_number <> c.last OR (r.completed_at < 'infinity') <> m.complete
                OR r.group_id <> room_group(r.kind, r.show_id, m.ids))
            """,
            """
            SELECT 'membership of ' || m.user_id || ' in room ' || m.room_id AS wrong FROM memberships AS m
            JOIN rooms AS r ON r.tenant_id = \(tenant) AND r.id = m.room_id
            WHERE m.tenant_id = \(tenant) AND (
                (m.kind, m.completed_at, m.archive_rank) IS DISTINCT FROM (r.kind, r.completed_at, r.archive_rank)
                OR m.unread_count <> (
                    SELECT count(*) FROM comments AS c
                    WHERE c.tenant_id = \(tenant) AND c.room_id = m.room_id AND c.deleted_at IS NULL AND c.number > m.read_number
                        AND c.author_id IS DISTINCT FROM m.user_id))
            """,
            reactions(tenant),
            pictures(tenant),
            subtitles(tenant),
            formerMembers(tenant),
        ]
    }

    private static func reactions(_ tenant: UUID) -> SQL {
        """
        SELECT 'reactions of comment ' || c.id AS wrong FROM comments AS c
        CROSS JOIN LATERAL (
            SELECT array_agg(r.emoji ORDER BY r.number) AS emojis, array_agg(r.user_id ORDER BY r.number) AS user_ids,
                coalesce(bool_and(r.room_id = c.room_id), true) AS same_room
            FROM reactions AS r WHERE r.tenant_id = \(tenant) AND r.comment_id = c.id) AS r
        WHERE c.tenant_id = \(tenant) AND ((c.reaction_emojis, c.reaction_user_ids) IS DISTINCT FROM (r.emojis, r.user_ids)
            OR NOT r.same_room)
        """
    }

    /// The pictures of a comment are its files, with their facts.
    private static func pictures(_ tenant: UUID) -> SQL {
        """
        SELECT 'pictures of comment ' || c.id AS wrong FROM comments AS c
        CROSS JOIN LATERAL (
            SELECT array_agg((p.picture ->> 'id')::uuid ORDER BY p.place) AS ids, array_agg(p.picture ->> 'alternative' ORDER BY p.place)
                AS alternatives
            FROM jsonb_array_elements(c.pictures) WITH ORDINALITY AS p (picture, place)) AS p
        WHERE c.tenant_id = \(tenant) AND c.pictures IS NOT NULL AND (
            c.pictures IS DISTINCT FROM comment_pictures(\(tenant), p.ids, p.alternatives)
            OR EXISTS (
                SELECT FROM files AS f
                WHERE f.tenant_id = \(tenant) AND f.id = ANY (p.ids) AND f.comment_id IS DISTINCT FROM c.id))
        """
    }

    private static func subtitles(_ tenant: UUID) -> SQL {
        """
        SELECT 'subtitles of room ' || r.id AS wrong FROM rooms AS r
        WHERE r.tenant_id = \(tenant) AND r.subtitle_languages <> ARRAY(
            SELECT t.language FROM subtitle_tracks AS t WHERE t.tenant_id = \(tenant) AND t.room_id = r.id ORDER BY t.language)
        """
    }

    private static func formerMembers(_ tenant: UUID) -> SQL {
        """
        SELECT 'former membership of ' || f.user_id || ' in room ' || f.room_id AS wrong FROM former_members AS f
        JOIN memberships AS m ON m.tenant_id = \(tenant) AND m.room_id = f.room_id AND m.user_id = f.user_id
        WHERE f.tenant_id = \(tenant)
        """
    }
}
