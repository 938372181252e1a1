-- Erases a teacher's messages, and the texts of their other entries. Points and actions stay. The caller has locked the tasks.
CREATE OR REPLACE FUNCTION erase_entries(tenant uuid, author uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    touched uuid[];
BEGIN
    WITH erased AS (
        UPDATE entries AS e
        SET text = NULL, author_id = NULL, request_digest = '',
            deleted_at = CASE e.action WHEN 'message' THEN coalesce(e.deleted_at, app_now()) END
        WHERE e.tenant_id = tenant AND e.author_id = author
        RETURNING e.assignment_id
    )
    SELECT array_agg(DISTINCT assignment_id) INTO touched FROM erased;

    UPDATE assignments AS a
    SET unread_count = unread_entries(a.tenant_id, a.id, a.student_id, a.read_number)
    WHERE a.tenant_id = tenant AND a.id = ANY (touched);
    UPDATE assignment_readers AS r
    SET unread_count = unread_entries(r.tenant_id, r.assignment_id, r.user_id, r.read_number)
    WHERE r.tenant_id = tenant AND r.assignment_id = ANY (touched);
END
$$;
REVOKE ALL ON FUNCTION erase_entries(uuid,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_entries(uuid,uuid) TO davenport_app;
