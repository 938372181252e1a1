-- Locks the task and copies its completion to a new teacher's row.
CREATE OR REPLACE FUNCTION teacher_joins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT t.completed_at INTO NEW.completed_at
    FROM tasks AS t WHERE t.tenant_id = NEW.tenant_id AND t.id = NEW.task_id FOR NO KEY UPDATE;
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION teacher_joins() FROM PUBLIC;

CREATE OR REPLACE TRIGGER teacher_joins BEFORE INSERT ON task_teachers
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION teacher_joins();
