-- The users, as `user_id`, who may download a file of a task or an entry.
--
-- A task's file is for its teachers and, once the task is open, its students. An entry's file is for the student and the
-- teachers of its assignment. The rights are those of student_assignments and teacher_assignments.
CREATE VIEW class_file_viewers WITH (security_invoker = true) AS
SELECT f.tenant_id, f.id AS file_id, m.user_id
FROM files AS f
JOIN task_teachers AS m ON m.tenant_id = f.tenant_id AND m.task_id = f.task_id
JOIN users AS u ON u.tenant_id = m.tenant_id AND u.id = m.user_id AND teaches(u.role)
UNION ALL
SELECT f.tenant_id, f.id, a.student_id
FROM files AS f
JOIN assignments AS a ON a.tenant_id = f.tenant_id AND a.task_id = f.task_id
WHERE coalesce(a.opens_at <= (SELECT app_now()), true)
UNION ALL
SELECT f.tenant_id, f.id, a.student_id
FROM files AS f
JOIN entries AS e ON e.tenant_id = f.tenant_id AND e.id = f.entry_id
JOIN assignments AS a ON a.tenant_id = e.tenant_id AND a.id = e.assignment_id
WHERE coalesce(a.opens_at <= (SELECT app_now()), true)
UNION ALL
SELECT f.tenant_id, f.id, r.user_id
FROM files AS f
JOIN entries AS e ON e.tenant_id = f.tenant_id AND e.id = f.entry_id
JOIN assignment_readers AS r ON r.tenant_id = e.tenant_id AND r.assignment_id = e.assignment_id
JOIN users AS u ON u.tenant_id = r.tenant_id AND u.id = r.user_id AND teaches(u.role);

GRANT SELECT ON class_file_viewers TO davenport_app;
