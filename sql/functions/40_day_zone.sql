-- Returns the time zone by which the tenant's days of play begin and end. It is UTC if this PostgreSQL knows no name of the zone, which
-- `davenport check` reports.
CREATE OR REPLACE FUNCTION day_zone(zone text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT coalesce(known_time_zone(zone), 'UTC')
$$;
REVOKE ALL ON FUNCTION day_zone(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION day_zone(text) TO davenport_app;
GRANT EXECUTE ON FUNCTION day_zone(text) TO davenport_push;
