-- Stamps a task's assignments after its teachers have changed. If the whole task is deleted, its assignments are deleted
-- too.
CREATE OR REPLACE FUNCTION stamp_assignments_of_teachers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    m task_teachers;
BEGIN
    IF TG_OP = 'DELETE' THEN
        m := OLD;
    ELSE
        m := NEW;
    END IF;
    PERFORM stamp_assignments(m.tenant_id, ARRAY(
        SELECT a.id FROM assignments AS a
        JOIN tasks AS t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
        WHERE a.tenant_id = m.tenant_id AND a.task_id = m.task_id));
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION stamp_assignments_of_teachers() FROM PUBLIC;

CREATE OR REPLACE TRIGGER stamp_assignments_of_teachers AFTER INSERT OR DELETE ON task_teachers
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION stamp_assignments_of_teachers();
