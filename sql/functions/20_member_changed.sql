-- Stamps a membership after a change of the member's own, which only this member's sync feed returns. A change of the room
-- stamps the room.
CREATE OR REPLACE FUNCTION member_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := NEW.changed_xid;
    END IF;
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION member_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER member_changed BEFORE UPDATE OF watched_at, marked_at, read_number, muted ON memberships
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND (OLD.read_number <> NEW.read_number OR OLD.muted <> NEW.muted OR OLD.watched_at IS DISTINCT FROM NEW.watched_at))
    EXECUTE FUNCTION member_changed();
