-- Stamps a completed assignment that is imported with its tenant, as stamp_imported_member does.
CREATE OR REPLACE FUNCTION stamp_imported_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.archive_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION stamp_imported_assignment() FROM PUBLIC;

CREATE OR REPLACE TRIGGER stamp_imported_assignment BEFORE INSERT ON assignments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) = 'on' AND NEW.completed_at < 'infinity')
    EXECUTE FUNCTION stamp_imported_assignment();
