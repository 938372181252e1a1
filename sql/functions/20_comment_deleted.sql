-- Takes a deleted comment out of the room's count and its members' unread counts.
CREATE OR REPLACE FUNCTION comment_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
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
REVOKE ALL ON FUNCTION comment_deleted() FROM PUBLIC;

CREATE OR REPLACE TRIGGER comment_deleted AFTER UPDATE OF deleted_at ON comments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND OLD.author_id IS NOT DISTINCT FROM NEW.author_id)
    EXECUTE FUNCTION comment_deleted();
