-- Returns the next moment after `at` at which the clocks of a time zone show a time of day (rule 26.13). A zone that is null
-- or unknown to this PostgreSQL counts as UTC.
CREATE OR REPLACE FUNCTION next_local_time(at timestamptz, time_of_day time, zone text) RETURNS timestamptz
LANGUAGE plpgsql STABLE PARALLEL UNSAFE AS $$
DECLARE
    place text := coalesce(known_time_zone(zone), 'UTC');
    clock timestamp := at AT TIME ZONE place;
BEGIN
    RETURN (clock::date + time_of_day + CASE WHEN clock::time < time_of_day THEN interval '0' ELSE interval '1 day' END) AT TIME ZONE place;
END
$$;
REVOKE ALL ON FUNCTION next_local_time(timestamp with time zone,time without time zone,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION next_local_time(timestamp with time zone,time without time zone,text) TO davenport_app;
