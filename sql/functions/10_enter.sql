-- Enters a tenant at a moment, for the rest of the transaction.
--
-- It names the table of migrations without reading a row, because that locks the table for the transaction. So a migration waits for the
-- transaction, or the transaction for the migration.
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
