-- Whose names a teacher sees who has somebody's assignment, and whose names its student sees, is asked for each person of a list. To find an
-- assignment that both have, all tasks of the one or all assignments of the other were walked, and an archive has thousands of them.

-- Whose assignment it is, beside who reads it. Derived, and never another's.
ALTER TABLE assignment_readers ADD COLUMN student_id uuid;

-- As before (0049), and with the student.
CREATE OR REPLACE FUNCTION reader_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT a.student_id, CASE WHEN a.completed_at < 'infinity' THEN pg_current_xact_id() END INTO NEW.student_id, NEW.archive_xid
    FROM assignments AS a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.assignment_id;
    RETURN NEW;
END
$$;

UPDATE assignment_readers AS r SET student_id = a.student_id FROM assignments AS a
WHERE a.tenant_id = r.tenant_id AND a.id = r.assignment_id;
CREATE INDEX assignment_readers_student ON assignment_readers (tenant_id, student_id, user_id);

-- The worker finds an assignment by its reader.
GRANT SELECT (id) ON assignments TO davenport_push;
