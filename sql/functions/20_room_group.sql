-- Returns the id of a group, from its kind, show and members.
--
-- The result depends only on the arguments, because every session writes ids and numbers alike. An SQL function couldn't be
-- IMMUTABLE here: array_to_string isn't, for the sake of other types.
CREATE OR REPLACE FUNCTION room_group(kind text, show_id bigint, member_ids uuid[]) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    RETURN kind || '-' || encode(substr(sha256(convert_to(
        concat_ws(' ', show_id, array_to_string(member_ids, ' ')), 'UTF8')), 1, 16), 'hex');
END
$$;
REVOKE ALL ON FUNCTION room_group(text,bigint,uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION room_group(text,bigint,uuid[]) TO davenport_app;
