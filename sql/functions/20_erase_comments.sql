-- Erases all comments of a user who has left every room. The caller has locked the rooms.
CREATE OR REPLACE FUNCTION erase_comments(tenant uuid, author uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE comments AS c
    SET content = '', quote = NULL, deleted_at = coalesce(c.deleted_at, app_now()), author_id = NULL, request_digest = '',
        mention_texts = NULL, mention_targets = NULL, reply_to = NULL
    WHERE c.tenant_id = tenant AND c.author_id = author;

    UPDATE rooms AS r
    SET comment_count = (
        SELECT count(*) FROM comments AS c
        WHERE c.tenant_id = r.tenant_id AND c.room_id = r.id AND c.deleted_at IS NULL)
    FROM former_members AS f
    WHERE f.tenant_id = tenant AND f.user_id = author AND r.tenant_id = f.tenant_id AND r.id = f.room_id;

    UPDATE memberships AS m
    SET unread_count = (
        SELECT count(*) FROM comments AS c
        WHERE c.tenant_id = m.tenant_id AND c.room_id = m.room_id AND c.number > m.read_number
            AND c.deleted_at IS NULL AND c.author_id IS DISTINCT FROM m.user_id)
    FROM former_members AS f
    WHERE f.tenant_id = tenant AND f.user_id = author AND m.tenant_id = f.tenant_id AND m.room_id = f.room_id;
END
$$;
REVOKE ALL ON FUNCTION erase_comments(uuid,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_comments(uuid,uuid) TO davenport_app;
