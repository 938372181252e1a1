-- Tenants, the one way into one of them, and what everybody may do by default: nothing.

-- Roles belong to the whole cluster and advisory locks to one database, so that another database of the
-- cluster may be making the same role at this moment: the loser waits for the winner and then sees a duplicate.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'davenport_app') THEN
        CREATE ROLE davenport_app NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;

DO $$
BEGIN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO davenport_app;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- The server compares them with the migrations it was built with before it calls itself ready.
GRANT SELECT ON schema_migrations TO davenport_app;

-- Begins a request: the tenant and the time it sees, until its transaction ends. The only place that sets them.
CREATE FUNCTION enter(tenant uuid, at timestamptz) RETURNS void
LANGUAGE sql AS $$
    SELECT set_config('app.tenant_id', tenant::text, true), set_config('app.now', at::text, true);
$$;
GRANT EXECUTE ON FUNCTION enter(uuid, timestamptz) TO davenport_app;

-- The time given to enter(); null outside of it, so that nothing can be written by a clock nobody chose.
CREATE FUNCTION app_now() RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT nullif(current_setting('app.now', true), '')::timestamptz;
$$;
GRANT EXECUTE ON FUNCTION app_now() TO davenport_app;

CREATE TABLE tenants (
    id uuid PRIMARY KEY,
    slug text NOT NULL CONSTRAINT tenants_slug_unique UNIQUE CHECK (slug ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
    name text NOT NULL,
    features text[] NOT NULL CHECK (features <@ ARRAY['watch', 'class', 'play']),
    signup text NOT NULL DEFAULT 'invite' CHECK (signup IN ('invite', 'open')),
    suspended_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT app_now()
);

CREATE TABLE tenant_hosts (
    host text PRIMARY KEY CHECK (host = lower(host)),
    tenant_id uuid NOT NULL REFERENCES tenants ON DELETE CASCADE
);
CREATE INDEX tenant_hosts_tenant ON tenant_hosts (tenant_id);

ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tenants TO davenport_app
    USING (id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT ON tenants TO davenport_app;

ALTER TABLE tenant_hosts ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_hosts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tenant_hosts TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));

-- Whose request is this? The tenant of the slug where one is given, else of the host, else the only one there is.
-- It runs as the owner, since the serving role may see no tenant before it is in one.
CREATE FUNCTION resolve_tenant(slug text, host text)
RETURNS TABLE (id uuid, slug text, name text, features text[], signup text, suspended boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT t.id, t.slug, t.name, t.features, t.signup, t.suspended_at IS NOT NULL
    FROM tenants AS t
    WHERE CASE
        WHEN $1 IS NOT NULL THEN t.slug = $1
        ELSE t.id = coalesce(
            (SELECT h.tenant_id FROM tenant_hosts AS h WHERE h.host = $2),
            (SELECT o.id FROM tenants AS o WHERE NOT EXISTS (SELECT FROM tenants AS x WHERE x.id <> o.id)))
    END;
$$;
GRANT EXECUTE ON FUNCTION resolve_tenant(text, text) TO davenport_app;
