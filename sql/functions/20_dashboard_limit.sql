-- The most rooms on a dashboard, which shows those with the latest activity (rule 7.4). It keeps the dashboard small for somebody in
-- thousands of rooms.
CREATE OR REPLACE FUNCTION dashboard_limit() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT 300::bigint $$;
REVOKE ALL ON FUNCTION dashboard_limit() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard_limit() TO davenport_app;
