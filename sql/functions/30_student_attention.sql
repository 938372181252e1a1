-- Returns the attention that an assignment needs from its student. Lists and the badge on the app's icon use it. teacher_attention is the
-- same for a teacher.
CREATE OR REPLACE FUNCTION student_attention(state text, closed boolean, unread integer) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN NOT closed AND state IN ('todo', 'inProgress', 'returned') THEN 'work'
        WHEN unread > 0 THEN 'read'
        WHEN NOT closed AND state = 'submitted' THEN 'wait'
        ELSE 'none'
    END
$$;
REVOKE ALL ON FUNCTION student_attention(text,boolean,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION student_attention(text,boolean,integer) TO davenport_app;
GRANT EXECUTE ON FUNCTION student_attention(text,boolean,integer) TO davenport_push;
