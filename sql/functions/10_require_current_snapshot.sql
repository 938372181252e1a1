-- Fails where the transaction's one snapshot was taken before a migration that has ended since, as that of a statement which waited at the
-- door: it would see tables empty that were rewritten. Every migration makes all views anew, so such a snapshot doesn't see the view of now.
CREATE OR REPLACE FUNCTION require_current_snapshot() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('people_notices')) THEN
        RAISE EXCEPTION 'the schema has changed since the snapshot' USING ERRCODE = 'serialization_failure';
    END IF;
END;
$$;
REVOKE ALL ON FUNCTION require_current_snapshot() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION require_current_snapshot() TO davenport_app;
