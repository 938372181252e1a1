-- Keeps the id of a deleted task.
CREATE OR REPLACE FUNCTION task_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO deleted_tasks (tenant_id, id) VALUES (OLD.tenant_id, OLD.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION task_deleted() FROM PUBLIC;

CREATE OR REPLACE TRIGGER task_deleted AFTER DELETE ON tasks
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION task_deleted();
