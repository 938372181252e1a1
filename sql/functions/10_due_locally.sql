-- Returns the moment at which the clocks of a time zone show a time, but not before `not_before`.
--
-- If that is `too_late` or later, it is a day sooner by the clocks (rule 12.43). If the zone is null or unknown to this PostgreSQL, the
-- home zone counts, else UTC.
CREATE OR REPLACE FUNCTION due_locally(
    local_due timestamp, zone text, home_zone text, not_before timestamptz, too_late timestamptz DEFAULT NULL
) RETURNS timestamptz
LANGUAGE plpgsql STABLE PARALLEL UNSAFE AS $$
DECLARE
    place text := coalesce(known_time_zone(zone), known_time_zone(home_zone), 'UTC');
    due timestamptz := local_due AT TIME ZONE place;
BEGIN
    IF due >= too_late THEN due := (local_due - interval '1 day') AT TIME ZONE place; END IF;
    RETURN greatest(due, not_before);
END
$$;
REVOKE ALL ON FUNCTION due_locally(timestamp without time zone,text,text,timestamp with time zone,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_locally(timestamp without time zone,text,text,timestamp with time zone,timestamp with time zone) TO davenport_app;
