-- Updates the tasks of deleted assignments.
CREATE OR REPLACE FUNCTION assignments_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM refresh_task(w.tenant_id, w.task_id)
    FROM (SELECT DISTINCT tenant_id, task_id FROM withdrawn ORDER BY tenant_id, task_id) AS w;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION assignments_withdrawn() FROM PUBLIC;

CREATE OR REPLACE TRIGGER assignments_withdrawn AFTER DELETE ON assignments
    REFERENCING OLD TABLE AS withdrawn FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION assignments_withdrawn();
