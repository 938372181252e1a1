-- The names that people see because of teaching: `user_id` sees the name of `other_id`.
--
-- Teachers see the names of their students and of everybody with an assignment of their tasks. Students see the names of their teachers and
-- of the teachers of their tasks, once these are open.
CREATE VIEW teaching_acquaintances WITH (security_invoker = true) AS
SELECT tenant_id, teacher_id AS user_id, student_id AS other_id FROM students
UNION ALL
SELECT tenant_id, student_id, teacher_id FROM students
UNION ALL
SELECT tenant_id, user_id, student_id FROM assignment_readers
UNION ALL
SELECT r.tenant_id, r.student_id, r.user_id
FROM assignment_readers AS r
JOIN assignments AS a ON a.tenant_id = r.tenant_id AND a.id = r.assignment_id
WHERE coalesce(a.opens_at <= (SELECT app_now()), true);

GRANT SELECT ON teaching_acquaintances TO davenport_app, davenport_push;
