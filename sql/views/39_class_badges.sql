-- The assignments that count in the badge on an app's icon: active ones that the student must work on, a teacher must
-- review, or either must read.
--
-- A teacher's are found by their active tasks, because an archived task has no active assignment that needs attention.
CREATE VIEW class_badges WITH (security_invoker = true) AS
SELECT a.tenant_id, a.student_id AS user_id, a.id AS about_id
FROM assignments AS a
JOIN tenants AS c ON c.id = a.tenant_id AND 'class' = ANY (c.features)
WHERE a.completed_at > (SELECT app_now() - archive_delay()) AND coalesce(a.opens_at <= (SELECT app_now()), true)
    AND student_attention(a.state, a.closed, a.unread_count) IN ('work', 'read')
UNION ALL
SELECT m.tenant_id, m.user_id, a.id AS about_id
FROM task_teachers AS m
JOIN tenants AS c ON c.id = m.tenant_id AND 'class' = ANY (c.features)
JOIN users AS u ON u.tenant_id = m.tenant_id AND u.id = m.user_id AND teaches(u.role)
JOIN assignment_readers AS r ON r.tenant_id = m.tenant_id AND r.user_id = m.user_id AND r.task_id = m.task_id
JOIN assignments AS a ON a.tenant_id = m.tenant_id AND a.task_id = m.task_id AND a.id = r.assignment_id
WHERE m.completed_at > (SELECT app_now() - archive_delay()) AND a.completed_at > (SELECT app_now() - archive_delay())
    AND teacher_attention(a.state, a.closed, r.unread_count) IN ('review', 'read');

GRANT SELECT ON class_badges TO davenport_push;
