-- The end of the quiet hours that `at` lies in; null outside of them, and where the time zone is none that this PostgreSQL knows, since all
-- that is due is claimed by one statement. From the first minute on, up to the last, by the clocks of the time zone, also over midnight.
CREATE OR REPLACE FUNCTION quiet_until(at timestamptz, zone text, quiet_from time, quiet_to time) RETURNS timestamptz
LANGUAGE plpgsql STABLE PARALLEL UNSAFE AS $$
DECLARE
    clock timestamp;
BEGIN
    BEGIN
        clock := at AT TIME ZONE zone;
    EXCEPTION WHEN invalid_parameter_value THEN
        RETURN NULL;
    END;
    RETURN CASE
        WHEN CASE WHEN quiet_from < quiet_to THEN clock::time >= quiet_from AND clock::time < quiet_to
            ELSE clock::time >= quiet_from OR clock::time < quiet_to END
        THEN (clock::date + quiet_to + CASE WHEN clock::time < quiet_to THEN interval '0' ELSE interval '1 day' END) AT TIME ZONE zone
    END;
END
$$;
REVOKE ALL ON FUNCTION quiet_until(timestamp with time zone,text,time without time zone,time without time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION quiet_until(timestamp with time zone,text,time without time zone,time without time zone) TO davenport_app;
GRANT EXECUTE ON FUNCTION quiet_until(timestamp with time zone,text,time without time zone,time without time zone) TO davenport_push;
