-- Updates the task's teachers and host. It locks the task before it reads who is left, so that teachers who leave at once
-- see each other.
CREATE OR REPLACE FUNCTION teacher_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM tasks AS t WHERE t.tenant_id = OLD.tenant_id AND t.id = OLD.task_id FOR NO KEY UPDATE;
    UPDATE tasks AS t
    SET teacher_ids = m.ids, host_id = CASE WHEN t.host_id = OLD.user_id THEN m.ids[1] ELSE t.host_id END
    FROM (
        SELECT ARRAY(
            SELECT o.user_id FROM task_teachers AS o
            WHERE o.tenant_id = OLD.tenant_id AND o.task_id = OLD.task_id
            ORDER BY o.since, o.user_id) AS ids
    ) AS m
    WHERE t.tenant_id = OLD.tenant_id AND t.id = OLD.task_id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION teacher_left() FROM PUBLIC;

CREATE OR REPLACE TRIGGER teacher_left AFTER DELETE ON task_teachers
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION teacher_left();
