-- Stamps a membership in a completed room that is imported with its tenant. Stamps don't move with a tenant: imported rows
-- count as changed at the import. Memberships in completed rooms have this stamp besides.
CREATE OR REPLACE FUNCTION stamp_imported_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.archive_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION stamp_imported_member() FROM PUBLIC;

CREATE OR REPLACE TRIGGER stamp_imported_member BEFORE INSERT ON memberships
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) = 'on' AND NEW.completed_at < 'infinity')
    EXECUTE FUNCTION stamp_imported_member();
