-- A tenant that moves here comes in from a file, in batches. Until it is whole nobody sees it.

-- How far it has come; the tenant itself is suspended meanwhile.
CREATE TABLE tenant_imports (
    tenant_id uuid PRIMARY KEY REFERENCES tenants ON DELETE CASCADE,
    -- Of the file, behind its first line; and the SHA-256 of all until then, by which the same file is known again.
    rows bigint NOT NULL CHECK (rows >= 0),
    digest bytea NOT NULL CHECK (octet_length(digest) = 32),
    -- Whether something of it was here before, since its record outlives a tenant: that isn't removed with what came in.
    was_here boolean NOT NULL,
    started_at timestamptz NOT NULL DEFAULT app_now()
);

ALTER TABLE tenant_imports ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_imports FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tenant_imports TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT ON tenant_imports TO davenport_app;

-- As before, but that a tenant which is coming in makes no other one less the only one.
CREATE OR REPLACE FUNCTION resolve_tenant(slug text, host text)
RETURNS TABLE (id uuid, slug text, name text, features text[], signup text, suspended boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT t.id, t.slug, t.name, t.features, t.signup, t.suspended_at IS NOT NULL
    FROM tenants AS t
    WHERE CASE
        WHEN $1 IS NOT NULL THEN t.slug = $1
        ELSE t.id = coalesce(
            (SELECT h.tenant_id FROM tenant_hosts AS h WHERE h.host = $2),
            (SELECT (array_agg(o.id))[1]
                FROM (
                    SELECT x.id FROM tenants AS x
                    WHERE NOT EXISTS (SELECT FROM tenant_imports AS i WHERE i.tenant_id = x.id) LIMIT 2) AS o
                HAVING count(*) = 1))
    END;
$$;

-- What triggers keep comes along with the rows that it is kept for: none of ours does anything in a transaction that takes rows from such a
-- file. Foreign keys are checked as ever. From now on every trigger is made with this condition.
DO $$
DECLARE
    t record;
    held CONSTANT text := 'current_setting(''app.importing'', true) IS DISTINCT FROM ''on''';
BEGIN
    FOR t IN
        SELECT g.tgname AS name, g.tgrelid::regclass AS relation, pg_get_triggerdef(g.oid) AS definition
        FROM pg_trigger AS g
        JOIN pg_class AS c ON c.oid = g.tgrelid
        WHERE NOT g.tgisinternal AND c.relnamespace = 'public'::regnamespace AND pg_get_triggerdef(g.oid) NOT LIKE '%app.importing%'
    LOOP
        EXECUTE format('DROP TRIGGER %I ON %s', t.name, t.relation);
        EXECUTE CASE
            WHEN t.definition LIKE '% WHEN (%' THEN
                regexp_replace(t.definition, ' WHEN \((.*)\) EXECUTE FUNCTION ', format(' WHEN (%s AND \1) EXECUTE FUNCTION ', held))
            ELSE replace(t.definition, ' EXECUTE FUNCTION ', format(' WHEN (%s) EXECUTE FUNCTION ', held))
        END;
    END LOOP;
END
$$;

-- Stamps don't come along: what comes in counts as changed when it does. Of a completed room the memberships bear one besides.
CREATE FUNCTION finished_member_comes_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.archive_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION finished_member_comes_in() FROM PUBLIC;
CREATE TRIGGER finished_member_comes_in BEFORE INSERT ON memberships
    FOR EACH ROW WHEN (current_setting('app.importing', true) = 'on' AND NEW.completed_at < 'infinity')
    EXECUTE FUNCTION finished_member_comes_in();
