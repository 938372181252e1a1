-- Stamps a changed play for the sync feed.
CREATE OR REPLACE FUNCTION play_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION play_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER play_changed BEFORE UPDATE ON plays
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION play_changed();
