-- Stamps assignments after a change of something that they show: their task, its teachers, or an erased entry.
CREATE OR REPLACE FUNCTION stamp_assignments(tenant uuid, changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE assignments AS a
    SET changed_xid = pg_current_xact_id(), archive_xid = CASE WHEN a.archive_xid IS NOT NULL THEN pg_current_xact_id() END
    WHERE a.tenant_id = tenant AND a.id = ANY (changed) AND a.changed_xid <> pg_current_xact_id();
    UPDATE assignment_readers AS r SET archive_xid = pg_current_xact_id()
    WHERE r.tenant_id = tenant AND r.assignment_id = ANY (changed) AND r.archive_xid <> pg_current_xact_id();
END
$$;
REVOKE ALL ON FUNCTION stamp_assignments(uuid,uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stamp_assignments(uuid,uuid[]) TO davenport_app;
