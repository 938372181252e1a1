-- Returns the names of time zones that people may set: those that this PostgreSQL knows, and IANA's other names of the same
-- zones. Three of PostgreSQL's names are settings of the machine and not places.
CREATE OR REPLACE FUNCTION time_zone_names() RETURNS TABLE (name text) LANGUAGE sql STABLE AS $$
    SELECT z.name FROM pg_timezone_names AS z WHERE z.name NOT IN ('Factory', 'localtime', 'posixrules')
    UNION
    SELECT n.name FROM time_zone_links() AS l CROSS JOIN LATERAL (VALUES (l.alias), (l.zone)) AS n (name)
    WHERE known_time_zone(n.name) IS NOT NULL
$$;
REVOKE ALL ON FUNCTION time_zone_names() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION time_zone_names() TO davenport_app;
