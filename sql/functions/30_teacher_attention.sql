-- Returns the attention that an assignment needs from a teacher of its task. Lists and the badge on the app's icon use it.
CREATE OR REPLACE FUNCTION teacher_attention(state text, closed boolean, unread integer) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN NOT closed AND state = 'submitted' THEN 'review'
        WHEN unread > 0 THEN 'read'
        ELSE 'none'
    END
$$;
REVOKE ALL ON FUNCTION teacher_attention(text,boolean,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION teacher_attention(text,boolean,integer) TO davenport_app;
GRANT EXECUTE ON FUNCTION teacher_attention(text,boolean,integer) TO davenport_push;
