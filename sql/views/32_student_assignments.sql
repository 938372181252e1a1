-- Open assignments as their student, `user_id`, sees them.
CREATE VIEW student_assignments WITH (security_invoker = true) AS
SELECT
    f.*,
    f.student_id AS user_id,
    'student' AS side,
    f.student_read_number AS read_number,
    f.student_unread_count AS unread_count,
    student_attention(f.state, f.closed, f.student_unread_count) AS attention,
    f.student_joined_xid AS joined_xid,
    -- Only teachers see drafts.
    NULL::uuid AS draft_author_id,
    NULL::integer AS draft_points,
    NULL::text AS draft_word,
    NULL::text AS draft_text
FROM assignment_facts AS f
WHERE coalesce(f.opens_at <= (SELECT app_now()), true);

GRANT SELECT ON student_assignments TO davenport_app;
