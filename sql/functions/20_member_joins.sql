-- Prepares a membership: all comments by others are unread, and a former member gets the watched mark back. It ends the member's own
-- request to join, and requests of people with a block between them and the member.
CREATE OR REPLACE FUNCTION member_joins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT r.kind INTO NEW.kind
    FROM rooms AS r WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.room_id FOR NO KEY UPDATE;
    DELETE FROM former_members AS f
    WHERE f.tenant_id = NEW.tenant_id AND f.room_id = NEW.room_id AND f.user_id = NEW.user_id
    RETURNING f.watched_at, f.marked_at INTO NEW.watched_at, NEW.marked_at;
    DELETE FROM room_requests AS q
    WHERE q.tenant_id = NEW.tenant_id AND q.room_id = NEW.room_id AND (q.user_id = NEW.user_id OR EXISTS (
        SELECT FROM blocks AS b
        WHERE b.tenant_id = NEW.tenant_id
            AND (b.blocker_id, b.blocked_id) IN ((NEW.user_id, q.user_id), (q.user_id, NEW.user_id))));
    NEW.read_number := 0;
    SELECT count(*) INTO NEW.unread_count
    FROM comments AS c
    WHERE c.tenant_id = NEW.tenant_id AND c.room_id = NEW.room_id
        AND c.deleted_at IS NULL AND c.author_id IS DISTINCT FROM NEW.user_id;
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION member_joins() FROM PUBLIC;

CREATE OR REPLACE TRIGGER member_joins BEFORE INSERT ON memberships
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION member_joins();
