-- Stamps a changed position for the sync feed, which returns its room to its owner alone.
CREATE OR REPLACE FUNCTION position_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION position_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER position_changed BEFORE UPDATE ON positions
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION position_changed();
