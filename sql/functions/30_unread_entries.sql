-- Counts the entries of an assignment that a user hasn't read.
CREATE OR REPLACE FUNCTION unread_entries(tenant uuid, assignment uuid, reader uuid, read integer) RETURNS bigint
LANGUAGE sql STABLE AS $$
    SELECT count(*) FROM entries AS e
    WHERE e.tenant_id = tenant AND e.assignment_id = assignment AND e.number > read
        AND e.deleted_at IS NULL AND e.author_id IS DISTINCT FROM reader;
$$;
REVOKE ALL ON FUNCTION unread_entries(uuid,uuid,uuid,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unread_entries(uuid,uuid,uuid,integer) TO davenport_app;
