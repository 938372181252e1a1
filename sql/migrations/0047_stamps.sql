-- When something last changed, as the transaction that did it: a stamp. By stamps a snapshot of PostgreSQL tells what somebody has not been
-- told yet, whatever the order in which transactions commit. Defaults set them where a row is made, triggers where it changes; no
-- statement does.

-- What was there before counts as changed now. Nobody has been told anything yet.
ALTER TABLE rooms ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id();

ALTER TABLE memberships
    -- Since when they are in it, and when their mark, their marker or their muting last changed; not their unread count, which the room's
    -- stamp stands for.
    ADD COLUMN joined_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    -- Null until the room is completed, then when anything of it last changed for them.
    ADD COLUMN archive_xid xid8;
UPDATE memberships SET archive_xid = pg_current_xact_id() WHERE completed_at < 'infinity';
-- Rooms and unfinished memberships have their stamps in no index, so that comments change them in place.
CREATE INDEX memberships_finished ON memberships (tenant_id, user_id, archive_xid) WHERE archive_xid IS NOT NULL;

ALTER TABLE comments ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX comments_changed ON comments (tenant_id, room_id, changed_xid);

-- Who left is to be told so, also where the room is gone: what is left of that room are these rows.
ALTER TABLE former_members
    DROP CONSTRAINT former_members_tenant_id_room_id_fkey,
    ADD COLUMN left_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
DROP INDEX former_members_user;
CREATE INDEX former_members_left ON former_members (tenant_id, user_id, left_xid);

-- Whatever changes a room and hasn't stamped it already. Of a completed one the memberships bear the stamp too.
CREATE FUNCTION room_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    IF NEW.completed_at < 'infinity' THEN
        UPDATE memberships AS m
        SET archive_xid = NEW.changed_xid
        WHERE m.tenant_id = NEW.tenant_id AND m.room_id = NEW.id AND m.archive_xid <> NEW.changed_xid;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER room_changed BEFORE UPDATE ON rooms
    FOR EACH ROW WHEN (NEW.changed_xid = OLD.changed_xid) EXECUTE FUNCTION room_changed();

-- As before, and the stamps.
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

-- What a member changes of their own: told to them alone, unless the room changes by it too.
CREATE FUNCTION member_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := NEW.changed_xid;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER member_changed BEFORE UPDATE OF watched_at, marked_at, read_number, muted ON memberships
    FOR EACH ROW
    WHEN (OLD.read_number <> NEW.read_number OR OLD.muted <> NEW.muted OR OLD.watched_at IS DISTINCT FROM NEW.watched_at)
    EXECUTE FUNCTION member_changed();

-- Everybody who left, also by the end of the room. What is left of rooms that are gone is of no use once every cursor from before is too old.
CREATE OR REPLACE FUNCTION members_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM former_members AS f
    USING (SELECT DISTINCT tenant_id, user_id FROM departed) AS l
    WHERE f.tenant_id = l.tenant_id AND f.user_id = l.user_id AND f.left_at < app_now() - interval '90 days'
        AND NOT EXISTS (SELECT FROM rooms AS r WHERE r.tenant_id = f.tenant_id AND r.id = f.room_id);
    INSERT INTO former_members (tenant_id, room_id, user_id, watched_at, marked_at)
    SELECT l.tenant_id, l.room_id, l.user_id, l.watched_at, l.marked_at
    FROM departed AS l;
    PERFORM refresh_room(l.tenant_id, l.room_id)
    FROM (SELECT DISTINCT tenant_id, room_id FROM departed ORDER BY tenant_id, room_id) AS l;
    RETURN NULL;
END
$$;

-- As before, and the stamps: of a completed room also its author's membership.
CREATE OR REPLACE FUNCTION comment_created() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    rank timestamptz;
BEGIN
    UPDATE rooms AS r
    SET last_number = greatest(r.last_number, NEW.number),
        comment_count = r.comment_count + 1,
        last_activity_at = greatest(r.last_activity_at, NEW.created_at),
        changed_xid = NEW.changed_xid
    WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.room_id
    RETURNING r.archive_rank INTO rank;
    IF rank < 'infinity' THEN
        UPDATE memberships AS m
        SET unread_count = m.unread_count + (m.user_id IS DISTINCT FROM NEW.author_id)::integer,
            archive_rank = rank,
            archive_xid = NEW.changed_xid
        WHERE m.tenant_id = NEW.tenant_id AND m.room_id = NEW.room_id;
    ELSE
        UPDATE memberships AS m
        SET unread_count = m.unread_count + 1
        WHERE m.tenant_id = NEW.tenant_id AND m.room_id = NEW.room_id AND m.user_id IS DISTINCT FROM NEW.author_id;
    END IF;
    RETURN NULL;
END
$$;

-- A comment that is changed is told with its room, which is stamped once however many of its comments a statement changes. The rooms are
-- locked by then.
CREATE FUNCTION comment_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
CREATE TRIGGER comment_changed BEFORE UPDATE ON comments
    FOR EACH ROW EXECUTE FUNCTION comment_changed();

CREATE FUNCTION comments_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE rooms AS r
    SET changed_xid = r.changed_xid
    FROM (SELECT DISTINCT tenant_id, room_id FROM changed) AS c
    WHERE r.tenant_id = c.tenant_id AND r.id = c.room_id AND r.changed_xid <> pg_current_xact_id();
    RETURN NULL;
END
$$;
CREATE TRIGGER comments_changed AFTER UPDATE ON comments
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION comments_changed();
