-- The moment at which the clocks of a time zone show a time, but not before another moment; a day sooner where that would be too late.
-- Where there is no zone, or this PostgreSQL knows none of that name, it is that of the home zone, and where it knows neither, UTC.
-- `too_late` is null where it never is.
CREATE OR REPLACE FUNCTION due_locally(
    local_due timestamp, zone text, home_zone text, not_before timestamptz, too_late timestamptz DEFAULT NULL
) RETURNS timestamptz
LANGUAGE plpgsql STABLE PARALLEL UNSAFE AS $$
DECLARE
    place text;
    due timestamptz := local_due AT TIME ZONE 'UTC';
BEGIN
    FOREACH place IN ARRAY ARRAY[home_zone, zone] LOOP
        BEGIN
            IF place IS NOT NULL THEN
                due := CASE
                    WHEN local_due AT TIME ZONE place >= too_late THEN (local_due - interval '1 day') AT TIME ZONE place
                    ELSE local_due AT TIME ZONE place
                END;
            END IF;
        EXCEPTION WHEN invalid_parameter_value THEN
            NULL;
        END;
    END LOOP;
    RETURN greatest(due, not_before);
END
$$;
REVOKE ALL ON FUNCTION due_locally(timestamp without time zone,text,text,timestamp with time zone,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_locally(timestamp without time zone,text,text,timestamp with time zone,timestamp with time zone) TO davenport_app;
