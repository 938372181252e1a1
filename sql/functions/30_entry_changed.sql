-- Stamps a changed entry for the sync feed. `entries_changed` stamps its assignment, once for each statement.
CREATE OR REPLACE FUNCTION entry_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION entry_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER entry_changed BEFORE UPDATE ON entries
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION entry_changed();
