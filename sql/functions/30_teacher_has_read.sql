-- Marks an attempt as opened once a teacher has read up to it.
CREATE OR REPLACE FUNCTION teacher_has_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE assignments AS a SET opened_at = app_now()
    WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.assignment_id AND a.state = 'submitted' AND a.opened_at IS NULL
        AND a.submitted_number <= NEW.read_number;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION teacher_has_read() FROM PUBLIC;

CREATE OR REPLACE TRIGGER teacher_has_read AFTER UPDATE OF read_number ON assignment_readers
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND OLD.read_number < NEW.read_number)
    EXECUTE FUNCTION teacher_has_read();
