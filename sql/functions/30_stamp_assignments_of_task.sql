-- Stamps a task's assignments after a change of what they show. A change of the task's files shows in edited_at alone. The task's
-- times and closing are also copied to the assignments, which stamps them there.
CREATE OR REPLACE FUNCTION stamp_assignments_of_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM stamp_assignments(NEW.tenant_id, ARRAY(
        SELECT a.id FROM assignments AS a WHERE a.tenant_id = NEW.tenant_id AND a.task_id = NEW.id));
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION stamp_assignments_of_task() FROM PUBLIC;

CREATE OR REPLACE TRIGGER stamp_assignments_of_task AFTER UPDATE ON tasks
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND (OLD.title, OLD.description, OLD.priority, OLD.tags, OLD.max_points, OLD.due_at, OLD.locks_at, OLD.host_id, OLD.edited_at)
        IS DISTINCT FROM (NEW.title, NEW.description, NEW.priority, NEW.tags, NEW.max_points, NEW.due_at, NEW.locks_at, NEW.host_id,
            NEW.edited_at))
    EXECUTE FUNCTION stamp_assignments_of_task();
