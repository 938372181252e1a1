-- It follows from what it is given and nothing else: ids and numbers are written alike whatever a session has set. As an expression in SQL it
-- could not say so, since PostgreSQL takes array_to_string to depend on the session for the sake of other types.
CREATE OR REPLACE FUNCTION room_group(kind text, show_id bigint, member_ids uuid[]) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    RETURN kind || '-' || encode(substr(sha256(convert_to(
        concat_ws(' ', show_id, array_to_string(member_ids, ' ')), 'UTF8')), 1, 16), 'hex');
END
$$;
REVOKE ALL ON FUNCTION room_group(text,bigint,uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION room_group(text,bigint,uuid[]) TO davenport_app;
