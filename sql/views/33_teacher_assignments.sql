-- Assignments as each teacher of their task, `user_id`, sees them, with the draft that the task's teachers share. The
-- teacher must have a teaching role now.
CREATE VIEW teacher_assignments WITH (security_invoker = true) AS
SELECT
    f.*,
    r.user_id,
    'teacher' AS side,
    r.read_number,
    r.unread_count,
    teacher_attention(f.state, f.closed, r.unread_count) AS attention,
    r.joined_xid,
    d.author_id AS draft_author_id,
    d.points AS draft_points,
    d.word AS draft_word,
    d.text AS draft_text
FROM assignment_readers AS r
JOIN users AS u ON u.tenant_id = r.tenant_id AND u.id = r.user_id AND teaches(u.role)
JOIN assignment_facts AS f ON f.tenant_id = r.tenant_id AND f.assignment_id = r.assignment_id
LEFT JOIN drafts AS d ON d.tenant_id = f.tenant_id AND d.assignment_id = f.assignment_id;

GRANT SELECT ON teacher_assignments TO davenport_app;
