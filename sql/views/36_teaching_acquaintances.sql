-- Who knows whom by name through teaching: `user_id` sees the names of `other_id`. Teachers those of their students and of whoever has an
-- assignment of a task of theirs; students those of their teachers and of the teachers of their tasks, once these are open.
CREATE VIEW teaching_acquaintances WITH (security_invoker = true) AS
SELECT tenant_id, teacher_id AS user_id, student_id AS other_id FROM students
UNION ALL
SELECT tenant_id, student_id, teacher_id FROM students
UNION ALL
-- By nullif, which says nothing, the teacher is found in no index, and so from the assignments of the other, of whom a colleague has none:
-- teachers have thousands of tasks.
SELECT a.tenant_id, nullif(m.user_id, NULL), a.student_id
FROM assignments AS a
JOIN task_teachers AS m ON m.tenant_id = a.tenant_id AND m.task_id = a.task_id
UNION ALL
SELECT a.tenant_id, a.student_id, m.user_id
FROM assignments AS a
JOIN task_teachers AS m ON m.tenant_id = a.tenant_id AND m.task_id = a.task_id
WHERE coalesce(a.opens_at <= (SELECT app_now()), true);

GRANT SELECT ON teaching_acquaintances TO davenport_app, davenport_push;
