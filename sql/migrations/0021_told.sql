-- What the push worker does with each notification, made cheaper; and what a single row can't hold up any more.

-- A delivery is written when it is claimed, and changed when it was sent: in place, where its page has room.
ALTER TABLE push_deliveries SET (fillfactor = 50);

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
