-- Gives every teacher of the task a row to read a new assignment by, and updates the task.
CREATE OR REPLACE FUNCTION assignments_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO assignment_readers (tenant_id, assignment_id, user_id, task_id)
    SELECT m.tenant_id, m.id, t.user_id, m.task_id
    FROM made AS m
    JOIN task_teachers AS t ON t.tenant_id = m.tenant_id AND t.task_id = m.task_id;
    PERFORM refresh_task(m.tenant_id, m.task_id)
    FROM (SELECT DISTINCT tenant_id, task_id FROM made ORDER BY tenant_id, task_id) AS m;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION assignments_made() FROM PUBLIC;

CREATE OR REPLACE TRIGGER assignments_made AFTER INSERT ON assignments
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION assignments_made();
