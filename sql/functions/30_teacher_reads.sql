-- Moves a teacher's read marker, never back, counts the unread entries, and stamps the row for this teacher's sync feed.
CREATE OR REPLACE FUNCTION teacher_reads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.read_number := greatest(OLD.read_number, NEW.read_number);
    NEW.unread_count := unread_entries(NEW.tenant_id, NEW.assignment_id, NEW.user_id, NEW.read_number);
    NEW.changed_xid := pg_current_xact_id();
    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := NEW.changed_xid;
    END IF;
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION teacher_reads() FROM PUBLIC;

CREATE OR REPLACE TRIGGER teacher_reads BEFORE UPDATE OF read_number ON assignment_readers
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND OLD.read_number <> NEW.read_number)
    EXECUTE FUNCTION teacher_reads();
