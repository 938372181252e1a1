-- Updates the task after an assignment is completed or opened again.
CREATE OR REPLACE FUNCTION assignment_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM refresh_task(NEW.tenant_id, NEW.task_id);
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION assignment_settled() FROM PUBLIC;

CREATE OR REPLACE TRIGGER assignment_settled AFTER UPDATE ON assignments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND (OLD.completed_at = 'infinity') <> (NEW.completed_at = 'infinity'))
    EXECUTE FUNCTION assignment_settled();
