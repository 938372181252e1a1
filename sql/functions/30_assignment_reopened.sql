-- Renews notifications that were cancelled while an assignment was closed, if they are still true. They expire when they would have expired
-- before.
CREATE OR REPLACE FUNCTION assignment_reopened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE notifications AS n
    SET state = 'pending', due_at = o.at, expires_at = o.at + (n.expires_at - n.due_at), finished_at = NULL, reason = NULL,
        actor_id = CASE n.kind WHEN 'task.assigned' THEN coalesce(o.host_id, n.actor_id) ELSE n.actor_id END
    FROM (
        SELECT greatest(app_now(), NEW.opens_at) AS at, t.host_id
        FROM tasks AS t WHERE t.tenant_id = NEW.tenant_id AND t.id = NEW.task_id
    ) AS o
    WHERE n.tenant_id = NEW.tenant_id AND n.about_id = NEW.id AND n.recipient_id = NEW.student_id
        AND n.state = 'cancelled' AND n.finished_at >= OLD.completed_at
        AND (n.kind = 'task.assigned' OR n.kind = 'task.due' AND n.event_at = NEW.due_at AND NOT passed(NEW.due_at, app_now()));
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION assignment_reopened() FROM PUBLIC;

CREATE OR REPLACE TRIGGER assignment_reopened AFTER UPDATE ON assignments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND OLD.closed AND NOT NEW.closed)
    EXECUTE FUNCTION assignment_reopened();
