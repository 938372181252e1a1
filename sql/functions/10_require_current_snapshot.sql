-- Fails if the transaction's snapshot was taken before a migration that has ended since.
--
-- A statement that waited for the migration's lock has such a snapshot, and would see rewritten tables as empty. Every
-- migration creates all views anew, so the snapshot doesn't see the current view.
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
