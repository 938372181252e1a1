-- Updates the room after a member's watched mark has changed. Somebody who has watched has no position any more.
CREATE OR REPLACE FUNCTION member_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.watched_at IS NOT NULL THEN
        DELETE FROM positions AS p
        WHERE p.tenant_id = NEW.tenant_id AND p.room_id = NEW.room_id AND p.user_id = NEW.user_id;
    END IF;
    PERFORM refresh_room(NEW.tenant_id, NEW.room_id, NEW.marked_at);
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION member_marked() FROM PUBLIC;

CREATE OR REPLACE TRIGGER member_marked AFTER UPDATE OF watched_at ON memberships
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND OLD.watched_at IS DISTINCT FROM NEW.watched_at)
    EXECUTE FUNCTION member_marked();
