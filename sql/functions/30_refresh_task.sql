-- Derives a task's completion from its assignments, and copies it to the rows of its teachers.
CREATE OR REPLACE FUNCTION refresh_task(tenant uuid, task uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    completed timestamptz;
BEGIN
    PERFORM FROM tasks AS t WHERE t.tenant_id = tenant AND t.id = task FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN;
    END IF;

    UPDATE tasks AS t
    -- A task that is completed keeps its time, which only the event that completed it sets.
    SET completed_at = CASE WHEN a.complete THEN app_now() ELSE 'infinity' END
    FROM (
        SELECT coalesce(bool_and(completed_at < 'infinity'), false) AS complete
        FROM assignments
        WHERE tenant_id = tenant AND task_id = task
    ) AS a
    WHERE t.tenant_id = tenant AND t.id = task AND (t.completed_at < 'infinity') <> a.complete
    RETURNING t.completed_at INTO completed;
    IF FOUND THEN
        UPDATE task_teachers AS m SET completed_at = completed WHERE m.tenant_id = tenant AND m.task_id = task;
    END IF;
END
$$;
REVOKE ALL ON FUNCTION refresh_task(uuid,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_task(uuid,uuid) TO davenport_app;
