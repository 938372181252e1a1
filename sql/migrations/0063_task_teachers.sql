-- Who teaches a task stands on it too, as a room's members do: lists of assignments look their tasks up anyway, and to find the teachers of each
-- in task_teachers took them as many pages again.

-- Derived: those who teach it, by joining.
ALTER TABLE tasks ADD COLUMN teacher_ids uuid[] NOT NULL DEFAULT '{}';

UPDATE tasks AS t SET teacher_ids = m.ids
FROM (
    SELECT tenant_id, task_id, array_agg(user_id ORDER BY since, user_id) AS ids FROM task_teachers GROUP BY tenant_id, task_id
) AS m
WHERE t.tenant_id = m.tenant_id AND t.id = m.task_id;

-- As before, and the task's own list. Who joins comes in where the task is locked (0023).
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

-- As before, and the task's own list. It is locked before it is looked who is left, so that none who leave at one moment miss each other.
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
