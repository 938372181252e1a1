-- A migration locks all tables. Where transactions had some of them and waited for others, in whatever order, it and they waited for each
-- other, and under load it came through late, or one of them was broken off. Now everybody comes in by one door, which a migration closes
-- behind those who are inside: whoever waits before it has nothing that anybody needs.
-- Holds nobody out: it changes one function, for what begins afterwards. So the migrations after it find a door already.

-- As before (0019), and through the door: the advisory lock that `Migrator.door` names.
CREATE OR REPLACE FUNCTION enter(tenant uuid, at timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(6843291751), set_config('app.tenant_id', tenant::text, true), set_config('app.now', at::text, true);
END;
$$;
