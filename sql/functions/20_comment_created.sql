-- Updates the room and its members' unread counts after a new comment. In a completed room all memberships are stamped, the
-- author's too.
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
REVOKE ALL ON FUNCTION comment_created() FROM PUBLIC;

CREATE OR REPLACE TRIGGER comment_created AFTER INSERT ON comments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION comment_created();
