-- Finds a tenant by its slug, else by the host, else as the only tenant of the database. A tenant that is being imported
-- doesn't count as one, and neither does one that somebody made by the API: nobody takes the only one's place by that.
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
                    WHERE NOT x.self_made AND NOT EXISTS (SELECT FROM tenant_imports AS i WHERE i.tenant_id = x.id) LIMIT 2) AS o
                HAVING count(*) = 1))
    END;
$$;
REVOKE ALL ON FUNCTION resolve_tenant(text,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION resolve_tenant(text,text) TO davenport_app;
