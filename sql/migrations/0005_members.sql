-- Keeps true what a room and its memberships derive from who is in it and who has watched.
-- Everything here locks the room first, so that two last marks can't miss each other.

-- The group a room belongs to: the show for TV, the kind for everything else, and exactly these members (sorted).
CREATE FUNCTION room_group(kind text, show_id bigint, member_ids uuid[]) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT kind || '-' || encode(substr(sha256(convert_to(
        concat_ws(' ', show_id, array_to_string(member_ids, ' ')), 'UTF8')), 1, 16), 'hex');
$$;
GRANT EXECUTE ON FUNCTION room_group(text, bigint, uuid[]) TO davenport_app;

-- Derives the room anew after a change of members or marks. The last one's leaving deletes it, the host's leaving
-- passes it to the longest-standing. `activity` is the time of a mark, where that is what happened.
CREATE FUNCTION refresh_room(tenant uuid, room uuid, activity timestamptz DEFAULT NULL) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    completed timestamptz;
    rank timestamptz;
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
        -- Completed stays completed: only the event that made it true sets the time.
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
    RETURNING r.completed_at, r.archive_rank INTO completed, rank;
    IF NOT FOUND THEN
        DELETE FROM rooms AS r WHERE r.tenant_id = tenant AND r.id = room;
        RETURN;
    END IF;

    UPDATE memberships AS m
    SET completed_at = completed, archive_rank = rank
    WHERE m.tenant_id = tenant AND m.room_id = room AND (m.completed_at <> completed OR m.archive_rank <> rank);
END
$$;
GRANT EXECUTE ON FUNCTION refresh_room(uuid, uuid, timestamptz) TO davenport_app;

-- Joining starts with everything unread, one's own earlier comments aside, and with the mark one left with.
CREATE FUNCTION member_joins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT r.kind INTO NEW.kind
    FROM rooms AS r WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.room_id FOR NO KEY UPDATE;
    DELETE FROM former_members AS f
    WHERE f.tenant_id = NEW.tenant_id AND f.room_id = NEW.room_id AND f.user_id = NEW.user_id
    RETURNING f.watched_at, f.marked_at INTO NEW.watched_at, NEW.marked_at;
    NEW.read_number := 0;
    SELECT count(*) INTO NEW.unread_count
    FROM comments AS c
    WHERE c.tenant_id = NEW.tenant_id AND c.room_id = NEW.room_id
        AND c.deleted_at IS NULL AND c.author_id IS DISTINCT FROM NEW.user_id;
    RETURN NEW;
END
$$;
CREATE TRIGGER member_joins BEFORE INSERT ON memberships
    FOR EACH ROW EXECUTE FUNCTION member_joins();

CREATE FUNCTION members_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM refresh_room(j.tenant_id, j.room_id)
    FROM (SELECT DISTINCT tenant_id, room_id FROM joined ORDER BY tenant_id, room_id) AS j;
    RETURN NULL;
END
$$;
CREATE TRIGGER members_joined AFTER INSERT ON memberships
    REFERENCING NEW TABLE AS joined FOR EACH STATEMENT EXECUTE FUNCTION members_joined();

-- Where the whole room went, there is nothing left to keep or to derive.
CREATE FUNCTION members_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO former_members (tenant_id, room_id, user_id, watched_at, marked_at)
    SELECT l.tenant_id, l.room_id, l.user_id, l.watched_at, l.marked_at
    FROM departed AS l
    JOIN rooms AS r ON r.tenant_id = l.tenant_id AND r.id = l.room_id;
    PERFORM refresh_room(l.tenant_id, l.room_id)
    FROM (SELECT DISTINCT tenant_id, room_id FROM departed ORDER BY tenant_id, room_id) AS l;
    RETURN NULL;
END
$$;
CREATE TRIGGER members_left AFTER DELETE ON memberships
    REFERENCING OLD TABLE AS departed FOR EACH STATEMENT EXECUTE FUNCTION members_left();

CREATE FUNCTION member_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM refresh_room(NEW.tenant_id, NEW.room_id, NEW.marked_at);
    RETURN NULL;
END
$$;
CREATE TRIGGER member_marked AFTER UPDATE OF watched_at ON memberships
    FOR EACH ROW WHEN (OLD.watched_at IS DISTINCT FROM NEW.watched_at) EXECUTE FUNCTION member_marked();

CREATE FUNCTION room_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO deleted_rooms (tenant_id, id) VALUES (OLD.tenant_id, OLD.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER room_deleted AFTER DELETE ON rooms
    FOR EACH ROW EXECUTE FUNCTION room_deleted();
