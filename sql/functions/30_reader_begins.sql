-- Copies the student to a new teacher's row of an assignment, and stamps the row if the assignment is completed.
CREATE OR REPLACE FUNCTION reader_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT a.student_id, CASE WHEN a.completed_at < 'infinity' THEN pg_current_xact_id() END INTO NEW.student_id, NEW.archive_xid
    FROM assignments AS a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.assignment_id;
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION reader_begins() FROM PUBLIC;

-- Rows that are imported with a tenant are stamped as memberships are, since stamps don't move with it.
CREATE OR REPLACE TRIGGER stamp_imported_reader BEFORE INSERT ON assignment_readers
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) = 'on')
    EXECUTE FUNCTION reader_begins();

CREATE OR REPLACE TRIGGER reader_begins BEFORE INSERT ON assignment_readers
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION reader_begins();
