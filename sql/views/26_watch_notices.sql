-- The notifications about rooms that are still true, with the title and, for an episode, its number (rule 9.1).
--
-- There is none if the recipient has read, left or muted meanwhile, or if the actor has undone the action. An actor who left has still
-- watched. The variant of room.watched depends on whether the recipient has watched, and then on whether everybody has. That of
-- room.mentioned says that the comment answers one of the recipient's.
CREATE VIEW watch_notices WITH (security_invoker = true) AS
SELECT
    n.tenant_id,
    n.id,
    n.lease_id,
    n.kind,
    n.recipient_id,
    n.actor_id,
    n.about_id,
    coalesce(r.show_title, r.title) AS title,
    -- Not with lpad, which would cut season 100 to 10.
    CASE r.kind WHEN 'tv' THEN 'S' || CASE WHEN r.season < 10 THEN '0' ELSE '' END || r.season
        || 'E' || CASE WHEN r.episode < 10 THEN '0' ELSE '' END || r.episode END AS detail,
    replies.count::integer AS count,
    CASE
        WHEN said.is_answer THEN 'answered'
        WHEN n.kind <> 'room.watched' THEN NULL
        WHEN mine.watched_at IS NULL THEN 'yourTurn'
        WHEN NOT EXISTS (
            SELECT FROM memberships AS m
            WHERE m.tenant_id = n.tenant_id AND m.room_id = n.about_id AND m.watched_at IS NULL) THEN 'everybody'
    END AS variant
FROM notifications AS n
JOIN memberships AS mine ON mine.tenant_id = n.tenant_id AND mine.room_id = n.about_id AND mine.user_id = n.recipient_id AND NOT mine.muted
JOIN rooms AS r ON r.tenant_id = n.tenant_id AND r.id = n.about_id
LEFT JOIN memberships AS theirs ON theirs.tenant_id = n.tenant_id AND theirs.room_id = n.about_id AND theirs.user_id = n.actor_id
LEFT JOIN LATERAL (
    SELECT count(*) AS count
    FROM comments AS c
    WHERE c.tenant_id = n.tenant_id AND c.room_id = n.about_id AND c.author_id = n.actor_id AND c.deleted_at IS NULL
        AND c.number BETWEEN n.first_number AND n.last_number
        -- A mention or an answer has a notification of its own.
        AND (c.mention_targets @> ARRAY[n.recipient_id::text]) IS NOT TRUE
        AND NOT EXISTS (
            SELECT FROM comments AS a
            WHERE a.tenant_id = n.tenant_id AND a.id = c.reply_to AND a.author_id = n.recipient_id AND a.deleted_at IS NULL)
) AS replies ON n.kind = 'room.replies'
-- The comment, if it mentions or answers the recipient. One at a second of the show waits until its recipient has come to it.
LEFT JOIN LATERAL (
    SELECT a.id IS NOT NULL AS is_answer
    FROM comments AS c
    LEFT JOIN comments AS a ON a.tenant_id = n.tenant_id AND a.id = c.reply_to AND a.author_id = n.recipient_id AND a.deleted_at IS NULL
    WHERE c.tenant_id = n.tenant_id AND c.room_id = n.about_id AND c.number = n.about_number AND c.deleted_at IS NULL
        AND (c.mention_targets @> ARRAY[n.recipient_id::text] OR a.id IS NOT NULL) AND (c.seconds = 0 OR mine.watched_at IS NOT NULL)
) AS said ON n.kind = 'room.mentioned'
WHERE n.kind IN ('room.created', 'room.watched', 'room.replies', 'room.mentioned', 'room.requested', 'room.accepted')
    AND CASE n.kind
        WHEN 'room.watched' THEN theirs.user_id IS NULL OR theirs.watched_at IS NOT NULL
        WHEN 'room.replies' THEN
            theirs.watched_at IS NOT NULL AND mine.watched_at IS NOT NULL AND mine.read_number < n.last_number AND replies.count > 0
        WHEN 'room.mentioned' THEN mine.read_number < n.about_number AND said.is_answer IS NOT NULL
        WHEN 'room.requested' THEN EXISTS (
            SELECT FROM waiting_room_requests AS q
            WHERE q.tenant_id = n.tenant_id AND q.room_id = n.about_id AND q.user_id = n.actor_id AND q.member_id = n.recipient_id)
        ELSE true
    END;

GRANT SELECT ON watch_notices TO davenport_push;
