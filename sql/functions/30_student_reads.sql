-- Moves a student's read marker, never back, and counts the unread entries. Only the student's own sync feed returns the
-- marker.
CREATE OR REPLACE FUNCTION student_reads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.read_number := greatest(OLD.read_number, NEW.read_number);
    NEW.unread_count := unread_entries(NEW.tenant_id, NEW.id, NEW.student_id, NEW.read_number);
    NEW.read_xid := pg_current_xact_id();
    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := NEW.read_xid;
    END IF;
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION student_reads() FROM PUBLIC;

CREATE OR REPLACE TRIGGER student_reads BEFORE UPDATE OF read_number ON assignments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND OLD.read_number <> NEW.read_number)
    EXECUTE FUNCTION student_reads();
