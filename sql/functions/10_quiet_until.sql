-- Returns the end of the quiet hours that `at` is in, by the clocks of a time zone; null outside of them (rule 9.7).
--
-- Quiet hours include their first minute and exclude their last, and may go over midnight. If this PostgreSQL doesn't know
-- the time zone, it returns one hour later, when the worker tries again.
CREATE OR REPLACE FUNCTION quiet_until(at timestamptz, zone text, quiet_from time, quiet_to time) RETURNS timestamptz
LANGUAGE plpgsql STABLE PARALLEL UNSAFE AS $$
DECLARE
    place text := known_time_zone(zone);
    clock timestamp := at AT TIME ZONE place;
BEGIN
    IF place IS NULL THEN RETURN at + interval '1 hour'; END IF;
    RETURN CASE
        WHEN CASE WHEN quiet_from < quiet_to THEN clock::time >= quiet_from AND clock::time < quiet_to
            ELSE clock::time >= quiet_from OR clock::time < quiet_to END
        THEN (clock::date + quiet_to + CASE WHEN clock::time < quiet_to THEN interval '0' ELSE interval '1 day' END) AT TIME ZONE place
    END;
END
$$;
REVOKE ALL ON FUNCTION quiet_until(timestamp with time zone,text,time without time zone,time without time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION quiet_until(timestamp with time zone,text,time without time zone,time without time zone) TO davenport_app;
GRANT EXECUTE ON FUNCTION quiet_until(timestamp with time zone,text,time without time zone,time without time zone) TO davenport_push;
