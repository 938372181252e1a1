-- An assignment as each user who may see it sees it, from either side.
CREATE VIEW assignment_cards WITH (security_invoker = true) AS
SELECT * FROM student_assignments
UNION ALL
SELECT * FROM teacher_assignments;

GRANT SELECT ON assignment_cards TO davenport_app;
