-- Stamps a completed assignment that is imported with its tenant, as finished_member_comes_in does.
CREATE OR REPLACE FUNCTION finished_assignment_comes_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.archive_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION finished_assignment_comes_in() FROM PUBLIC;

CREATE OR REPLACE TRIGGER finished_assignment_comes_in BEFORE INSERT ON assignments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) = 'on' AND NEW.completed_at < 'infinity')
    EXECUTE FUNCTION finished_assignment_comes_in();
