-- Stamps a changed room for the sync feed, unless it is stamped already. In a completed room the memberships get the stamp
-- too.
CREATE OR REPLACE FUNCTION room_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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
REVOKE ALL ON FUNCTION room_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER room_changed BEFORE UPDATE ON rooms
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND NEW.changed_xid = OLD.changed_xid)
    EXECUTE FUNCTION room_changed();
