-- Copies a task's times, closing and host to its assignments and notifications.
--
-- It writes only assignments that change, however many tasks a teacher hands over. The new host becomes the sender of
-- notifications that are still pending.
CREATE OR REPLACE FUNCTION task_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    is_handed_over boolean := NEW.host_id IS DISTINCT FROM OLD.host_id;
BEGIN
    UPDATE assignments AS a
    SET opens_at = NEW.opens_at, task_due_at = NEW.due_at, task_locks_at = NEW.locks_at,
        task_closed = NEW.closed OR NEW.host_id IS NULL AND NOT NEW.own,
        removed = a.removed AND NOT (is_handed_over AND EXISTS (
            SELECT FROM students AS s
            WHERE s.tenant_id = a.tenant_id AND s.teacher_id = NEW.host_id AND s.student_id = a.student_id))
    WHERE a.tenant_id = NEW.tenant_id AND a.task_id = NEW.id AND (
        a.removed AND is_handed_over
        OR (a.opens_at, a.task_due_at, a.task_locks_at, a.task_closed)
            IS DISTINCT FROM (NEW.opens_at, NEW.due_at, NEW.locks_at, NEW.closed OR NEW.host_id IS NULL AND NOT NEW.own));
    IF is_handed_over AND NEW.host_id IS NOT NULL THEN
        UPDATE notifications AS n SET actor_id = NEW.host_id
        FROM assignments AS a
        WHERE a.tenant_id = NEW.tenant_id AND a.task_id = NEW.id AND n.tenant_id = NEW.tenant_id AND n.about_id = a.id
            AND n.kind = 'task.assigned' AND n.state = 'pending';
    END IF;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION task_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER task_changed AFTER UPDATE ON tasks
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND (OLD.opens_at, OLD.due_at, OLD.locks_at, OLD.closed, OLD.host_id)
        IS DISTINCT FROM (NEW.opens_at, NEW.due_at, NEW.locks_at, NEW.closed, NEW.host_id))
    EXECUTE FUNCTION task_changed();
