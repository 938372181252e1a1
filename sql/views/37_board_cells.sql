-- The board: each assignment of an active task as one of the task's teachers, `user_id`, sees it.
--
-- `OFFSET 0` makes PostgreSQL read a task's assignments together, and the teacher's read markers too. Otherwise it looks up
-- each assignment by itself.
CREATE VIEW board_cells WITH (security_invoker = true) AS
SELECT m.tenant_id, m.user_id, m.task_id, c.*
FROM task_teachers AS m
CROSS JOIN LATERAL (
    SELECT
        f.assignment_id,
        f.student_id,
        f.state,
        f.closed,
        f.late,
        f.missing,
        r.unread_count,
        f.evaluation_points,
        f.evaluation_word
    FROM assignment_facts AS f
    JOIN assignment_readers AS r
        ON r.tenant_id = f.tenant_id AND r.task_id = f.task_id AND r.assignment_id = f.assignment_id AND r.user_id = m.user_id
    WHERE f.tenant_id = app_tenant() AND f.task_id = m.task_id
    OFFSET 0
) AS c
WHERE m.completed_at > (SELECT app_now() - archive_delay());

GRANT SELECT ON board_cells TO davenport_app;
