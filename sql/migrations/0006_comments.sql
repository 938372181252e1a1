-- Comments, and the counts they move.

CREATE TABLE comments (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    room_id uuid NOT NULL,
    number integer NOT NULL,
    seconds integer NOT NULL CHECK (seconds BETWEEN 0 AND 86399),
    content text NOT NULL,
    -- Null once the author's account is gone.
    author_id uuid,
    -- Of the request as first sent: by it a retry is told from another request with the same id.
    request_digest bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    edited_at timestamptz,
    -- A deleted comment's row stays for its id, its number and the read markers at it, but says nothing any more.
    deleted_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    CONSTRAINT comments_number_unique UNIQUE (tenant_id, room_id, number),
    CHECK ((content = '') = (deleted_at IS NOT NULL)),
    FOREIGN KEY (tenant_id, room_id) REFERENCES rooms ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, author_id) REFERENCES users
);
CREATE INDEX comments_thread ON comments (tenant_id, room_id, seconds, number);
CREATE INDEX comments_author ON comments (tenant_id, author_id);
-- A room's id implies the tenant. Unless the planner knows, it takes a room to be empty and sorts it for every page.
CREATE STATISTICS comments_room (dependencies) ON tenant_id, room_id FROM comments;

ALTER TABLE comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE comments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON comments TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE (seconds, content, author_id, edited_at, deleted_at) ON comments TO davenport_app;

-- A comment counts for the room and is unread by everybody else. One in a completed room also moves it to the top of
-- the archive.
CREATE FUNCTION comment_created() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    rank timestamptz;
BEGIN
    UPDATE rooms AS r
    SET last_number = greatest(r.last_number, NEW.number),
        comment_count = r.comment_count + 1,
        last_activity_at = greatest(r.last_activity_at, NEW.created_at)
    WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.room_id
    RETURNING r.archive_rank INTO rank;
    UPDATE memberships AS m
    SET unread_count = m.unread_count + (m.user_id IS DISTINCT FROM NEW.author_id)::integer,
        archive_rank = rank
    WHERE m.tenant_id = NEW.tenant_id AND m.room_id = NEW.room_id
        AND (m.user_id IS DISTINCT FROM NEW.author_id OR m.archive_rank <> rank);
    RETURN NULL;
END
$$;
CREATE TRIGGER comment_created AFTER INSERT ON comments
    FOR EACH ROW EXECUTE FUNCTION comment_created();

CREATE FUNCTION comment_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE rooms AS r
    SET comment_count = r.comment_count - 1
    WHERE r.tenant_id = OLD.tenant_id AND r.id = OLD.room_id;
    UPDATE memberships AS m
    SET unread_count = m.unread_count - 1
    WHERE m.tenant_id = OLD.tenant_id AND m.room_id = OLD.room_id
        AND m.read_number < OLD.number AND m.user_id IS DISTINCT FROM OLD.author_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER comment_deleted AFTER UPDATE OF deleted_at ON comments
    FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION comment_deleted();

-- The marker never goes back. The membership is locked by now, and whoever comments or deletes waits for it, so that
-- what is counted here and what they add or take away meet exactly once.
CREATE FUNCTION member_reads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.read_number := greatest(OLD.read_number, NEW.read_number);
    SELECT count(*) INTO NEW.unread_count
    FROM comments AS c
    WHERE c.tenant_id = NEW.tenant_id AND c.room_id = NEW.room_id AND c.number > NEW.read_number
        AND c.deleted_at IS NULL AND c.author_id IS DISTINCT FROM NEW.user_id;
    RETURN NEW;
END
$$;
CREATE TRIGGER member_reads BEFORE UPDATE OF read_number ON memberships
    FOR EACH ROW WHEN (OLD.read_number <> NEW.read_number) EXECUTE FUNCTION member_reads();
