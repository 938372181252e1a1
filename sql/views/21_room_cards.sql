-- A room as one of its members sees it, one row for each membership. It decides what is archived and what a room asks of
-- its viewer.
CREATE VIEW room_cards WITH (security_invoker = true) AS
SELECT
    m.tenant_id,
    m.user_id,
    m.room_id,
    m.kind,
    r.show_id,
    r.season,
    r.episode,
    r.show_title,
    r.episode_title,
    r.movie_id,
    r.title,
    r.group_id,
    CASE m.kind WHEN 'tv' THEN r.show_title WHEN 'movie' THEN 'Movies' ELSE 'Custom' END AS group_title,
    r.host_id,
    r.member_ids,
    r.member_joined_at,
    r.member_watched_at,
    r.created_at,
    nullif(m.completed_at, 'infinity') AS completed_at,
    -- Null for a room that isn't complete.
    nullif(m.completed_at, 'infinity') + archive_delay() AS archives_at,
    r.last_activity_at,
    r.comment_count,
    m.unread_count,
    m.read_number,
    m.watched_at,
    m.muted,
    CASE
        WHEN m.watched_at IS NULL THEN 'watch'
        WHEN m.unread_count > 0 THEN 'read'
        WHEN m.completed_at = 'infinity' THEN 'wait'
        ELSE 'discuss'
    END AS attention,
    -- `completed_at` is compared without an expression around it, so that "archived" and "NOT archived" are ranges of its
    -- index.
    m.completed_at <= (SELECT app_now() - archive_delay()) AS archived,
    m.archive_rank,
    r.archive_rank AS group_archive_rank,
    -- The columns of the sync feed: 'infinity' until everybody has watched, and the stamps.
    m.completed_at AS finished_at,
    r.changed_xid AS room_xid,
    m.changed_xid AS member_xid,
    m.joined_xid,
    m.archive_xid,
    -- The viewer's own position. Nobody who has watched has one.
    p.seconds AS position_seconds,
    p.running AS position_running,
    -- From 180 seconds on a position is paused, so the age stops there: an answer about it then stays the same (rule 17.1).
    least(180, greatest(0, floor(extract(epoch FROM (SELECT app_now()) - p.set_at))))::bigint AS position_age,
    p.changed_xid AS position_xid,
    r.subtitle_languages
FROM memberships AS m
JOIN rooms AS r ON r.tenant_id = m.tenant_id AND r.id = m.room_id
LEFT JOIN positions AS p ON p.tenant_id = m.tenant_id AND p.user_id = m.user_id AND p.room_id = m.room_id;

GRANT SELECT ON room_cards TO davenport_app, davenport_push;
