-- The time zone that the days of play go by here: UTC where this PostgreSQL knows the tenant's by no name, which `davenport check` reports.
CREATE OR REPLACE FUNCTION day_zone(zone text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT coalesce(known_time_zone(zone), 'UTC')
$$;
REVOKE ALL ON FUNCTION day_zone(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION day_zone(text) TO davenport_app;
GRANT EXECUTE ON FUNCTION day_zone(text) TO davenport_push;
