-- The notifications about assignments that are still true, with the task's title.
--
-- The entries must be unread and must still exist: a deleted message doesn't count, nor an attempt that was taken back or
-- answered. A reminder must name the current due time, and nothing may be handed in.
CREATE VIEW class_notices WITH (security_invoker = true) AS
SELECT n.tenant_id, n.id, n.lease_id, n.kind, n.recipient_id, n.actor_id, n.about_id, t.title, NULL::text AS detail, NULL::integer AS count,
    NULL::text AS variant
FROM notifications AS n
JOIN tenants AS c ON c.id = n.tenant_id AND 'class' = ANY (c.features)
JOIN assignments AS a ON a.tenant_id = n.tenant_id AND a.id = n.about_id
    AND NOT a.closed AND coalesce(a.opens_at <= (SELECT app_now()), true)
JOIN tasks AS t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
-- How far the recipient has read, as the student or as a teacher with a teaching role.
JOIN LATERAL (
    SELECT a.read_number WHERE a.student_id = n.recipient_id
    UNION ALL
    SELECT r.read_number FROM assignment_readers AS r
    JOIN users AS u ON u.tenant_id = r.tenant_id AND u.id = r.user_id AND teaches(u.role)
    WHERE r.tenant_id = n.tenant_id AND r.assignment_id = n.about_id AND r.user_id = n.recipient_id
) AS mine ON true
WHERE n.kind IN ('task.assigned', 'task.message', 'task.submitted', 'task.returned', 'task.done', 'task.due')
    AND CASE n.kind
        WHEN 'task.assigned' THEN true
        WHEN 'task.due' THEN
            a.due_at = n.event_at AND a.state IN ('todo', 'inProgress') AND NOT passed(a.due_at, (SELECT app_now()))
        ELSE EXISTS (
            SELECT FROM entries AS e
            WHERE e.tenant_id = n.tenant_id AND e.assignment_id = n.about_id AND e.number BETWEEN n.first_number AND n.last_number
                AND e.author_id = n.actor_id AND e.deleted_at IS NULL AND e.number > mine.read_number
                AND CASE n.kind
                    WHEN 'task.message' THEN e.action = 'message'
                    WHEN 'task.submitted' THEN e.action = 'submit' AND a.state = 'submitted' AND e.attempt = a.attempt
                    -- Other entries can't be deleted, and the last one is of the notification's kind.
                    ELSE true
                END)
    END;

GRANT SELECT ON class_notices TO davenport_push;
