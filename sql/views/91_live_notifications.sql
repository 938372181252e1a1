-- The notifications that are still true, with what they say that may have changed since: whoever has read, left, muted, blocked or taken
-- back in the meantime is not told. That somebody left who finished something leaves it true.
CREATE VIEW live_notifications WITH (security_invoker = true) AS
SELECT n.tenant_id, n.id, replies.count AS comment_count
FROM notifications AS n
JOIN users AS r ON r.tenant_id = n.tenant_id AND r.id = n.recipient_id AND r.suspended_at IS NULL
LEFT JOIN notification_preferences AS p ON p.tenant_id = n.tenant_id AND p.user_id = n.recipient_id
LEFT JOIN memberships AS mine ON mine.tenant_id = n.tenant_id AND mine.room_id = n.room_id AND mine.user_id = n.recipient_id
LEFT JOIN memberships AS theirs ON theirs.tenant_id = n.tenant_id AND theirs.room_id = n.room_id AND theirs.user_id = n.actor_id
LEFT JOIN LATERAL (
    SELECT count(*) AS count
    FROM comments AS c
    WHERE c.tenant_id = n.tenant_id AND c.room_id = n.room_id AND c.author_id = n.actor_id AND c.deleted_at IS NULL
        AND c.number BETWEEN n.first_number AND n.last_number
) AS replies ON n.kind = 'room.replies'
WHERE NOT n.kind = ANY (coalesce(p.muted, '{}'))
    AND (n.room_id IS NULL OR NOT mine.muted)
    AND NOT EXISTS (
        SELECT FROM blocks AS b
        WHERE b.tenant_id = n.tenant_id
            AND (b.blocker_id, b.blocked_id) IN ((n.recipient_id, n.actor_id), (n.actor_id, n.recipient_id)))
    AND CASE n.kind
        WHEN 'room.watched' THEN theirs.user_id IS NULL OR theirs.watched_at IS NOT NULL
        WHEN 'room.replies' THEN
            theirs.watched_at IS NOT NULL AND mine.watched_at IS NOT NULL AND mine.read_number < n.last_number AND replies.count > 0
        WHEN 'friend.requested' THEN EXISTS (
            SELECT FROM friend_requests AS q
            WHERE q.tenant_id = n.tenant_id AND q.from_id = n.actor_id AND q.to_id = n.recipient_id)
        WHEN 'friend.accepted' THEN EXISTS (
            SELECT FROM friendships AS f
            WHERE f.tenant_id = n.tenant_id AND f.user_id = n.recipient_id AND f.friend_id = n.actor_id)
        ELSE true
    END;

GRANT SELECT ON live_notifications TO davenport_push;
