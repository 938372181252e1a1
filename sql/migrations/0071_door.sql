-- A migration locks all tables. Where transactions had some of them and waited for others, in whatever order, it and they waited for each
-- other, and under load it came through late, or one of them was broken off. Now everybody comes in by one door, which a migration closes
-- behind those who are inside: whoever waits before it has nothing that anybody needs.
-- Holds nobody out: it changes what one function does for those who begin afterwards, so that the next migration finds a door already.

-- As before (0019), and by the door: the list of migrations is locked by being named here. Nothing is read of it.
CREATE OR REPLACE FUNCTION enter(tenant uuid, at timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('app.tenant_id', tenant::text, true), set_config('app.now', at::text, true),
        (SELECT true FROM schema_migrations LIMIT 0);
END;
$$;

-- Fails where the transaction's one snapshot was taken before a migration that has ended since, as that of a statement which waited at the
-- door: it would see tables empty that were rewritten. Every migration makes all views anew, so such a snapshot doesn't see the view of now.
CREATE FUNCTION require_current_snapshot() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('people_notices')) THEN
        RAISE EXCEPTION 'the schema has changed since the snapshot' USING ERRCODE = 'serialization_failure';
    END IF;
END;
$$;
REVOKE ALL ON FUNCTION require_current_snapshot() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION require_current_snapshot() TO davenport_app;
