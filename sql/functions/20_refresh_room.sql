-- Derives a room's members, group, host and completion from its memberships, and deletes a room without members.
CREATE OR REPLACE FUNCTION refresh_room(tenant uuid, room uuid, activity timestamptz DEFAULT NULL) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    completed timestamptz;
    rank timestamptz;
    finished xid8;
BEGIN
    PERFORM FROM rooms AS r WHERE r.tenant_id = tenant AND r.id = room FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN;
    END IF;

    UPDATE rooms AS r
    SET member_ids = m.ids,
        member_joined_at = m.joined,
        member_watched_at = m.watched,
        group_id = room_group(r.kind, r.show_id, m.ids),
        host_id = CASE WHEN r.host_id = ANY (m.ids) THEN r.host_id ELSE m.eldest END,
        -- A room that is complete keeps its time, which only the event that completed it sets.
        completed_at = CASE
            WHEN NOT m.complete THEN 'infinity'
            WHEN r.completed_at = 'infinity' THEN app_now()
            ELSE r.completed_at
        END,
        last_activity_at = greatest(r.last_activity_at, activity)
    FROM (
        SELECT array_agg(user_id ORDER BY user_id) AS ids,
            array_agg(joined_at ORDER BY user_id) AS joined,
            array_agg(coalesce(watched_at, 'infinity') ORDER BY user_id) AS watched,
            (array_agg(user_id ORDER BY joined_at, user_id))[1] AS eldest,
            bool_and(watched_at IS NOT NULL) AS complete
        FROM memberships
        WHERE tenant_id = tenant AND room_id = room
    ) AS m
    WHERE r.tenant_id = tenant AND r.id = room AND m.ids IS NOT NULL
    RETURNING r.completed_at, r.archive_rank, CASE WHEN r.completed_at < 'infinity' THEN r.changed_xid END
        INTO completed, rank, finished;
    IF NOT FOUND THEN
        DELETE FROM rooms AS r WHERE r.tenant_id = tenant AND r.id = room;
        RETURN;
    END IF;

    UPDATE memberships AS m
    SET completed_at = completed, archive_rank = rank, archive_xid = finished
    WHERE m.tenant_id = tenant AND m.room_id = room
        AND (m.completed_at <> completed OR m.archive_rank <> rank OR m.archive_xid IS DISTINCT FROM finished);
END
$$;
REVOKE ALL ON FUNCTION refresh_room(uuid,uuid,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_room(uuid,uuid,timestamp with time zone) TO davenport_app;
