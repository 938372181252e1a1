-- Copies the task's times to a new assignment, and sets the completion: an assignment is completed while it is done,
-- excused or closed.
CREATE OR REPLACE FUNCTION assignment_settles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT t.opens_at, t.due_at, t.locks_at, t.closed OR t.host_id IS NULL AND NOT t.own
        INTO NEW.opens_at, NEW.task_due_at, NEW.task_locks_at, NEW.task_closed
        FROM tasks AS t WHERE t.tenant_id = NEW.tenant_id AND t.id = NEW.task_id FOR NO KEY UPDATE;
    END IF;
    NEW.completed_at := CASE
        WHEN NOT (NEW.state IN ('done', 'excused') OR NEW.task_closed OR NEW.removed) THEN 'infinity'
        WHEN TG_OP = 'UPDATE' AND OLD.completed_at < 'infinity' THEN OLD.completed_at
        ELSE app_now()
    END;
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION assignment_settles() FROM PUBLIC;

CREATE OR REPLACE TRIGGER assignment_begins BEFORE INSERT ON assignments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION assignment_settles();

CREATE OR REPLACE TRIGGER assignment_settles BEFORE UPDATE ON assignments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND (OLD.state <> NEW.state OR OLD.task_closed <> NEW.task_closed OR OLD.removed <> NEW.removed))
    EXECUTE FUNCTION assignment_settles();
