-- How many rooms a dashboard shows: those last active. Whoever is brought into thousands still has a dashboard.
CREATE OR REPLACE FUNCTION dashboard_limit() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT 300::bigint $$;
REVOKE ALL ON FUNCTION dashboard_limit() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard_limit() TO davenport_app;
