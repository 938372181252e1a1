-- Enters a tenant at a moment, for the rest of the transaction.
--
-- It names the table of migrations, and so holds a lock on it that lets a migration wait for the transaction, and the
-- transaction for a migration. It reads nothing from the table.
CREATE OR REPLACE FUNCTION enter(tenant uuid, at timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('app.tenant_id', tenant::text, true), set_config('app.now', at::text, true),
        (SELECT true FROM schema_migrations LIMIT 0);
END;
$$;
REVOKE ALL ON FUNCTION enter(uuid,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enter(uuid,timestamp with time zone) TO davenport_app;
GRANT EXECUTE ON FUNCTION enter(uuid,timestamp with time zone) TO davenport_push;
