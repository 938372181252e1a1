-- Gives a new teacher read markers at the end of each assignment, and updates the task's list of teachers. `teacher_joins`
-- has locked the task.
CREATE OR REPLACE FUNCTION teacher_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO assignment_readers (tenant_id, assignment_id, user_id, task_id, read_number)
    SELECT a.tenant_id, a.id, NEW.user_id, a.task_id, a.last_number
    FROM assignments AS a
    WHERE a.tenant_id = NEW.tenant_id AND a.task_id = NEW.task_id;
    UPDATE tasks AS t
    SET teacher_ids = ARRAY(
        SELECT m.user_id FROM task_teachers AS m
        WHERE m.tenant_id = NEW.tenant_id AND m.task_id = NEW.task_id
        ORDER BY m.since, m.user_id)
    WHERE t.tenant_id = NEW.tenant_id AND t.id = NEW.task_id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION teacher_joined() FROM PUBLIC;

CREATE OR REPLACE TRIGGER teacher_joined AFTER INSERT ON task_teachers
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION teacher_joined();
