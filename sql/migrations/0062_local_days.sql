-- What is told at a time by somebody's clocks on a day that isn't theirs: where that day is over by then, it is told at that time of the
-- day before by their clocks, in which the other's lies.
DROP FUNCTION due_locally(timestamp, text, text, timestamptz);

-- The moment at which the clocks of a time zone show a time, but not before another moment; a day sooner where that would be too late.
-- Where there is no zone, or this PostgreSQL knows none of that name, it is that of the home zone, and where it knows neither, UTC.
-- `too_late` is null where it never is.
CREATE FUNCTION due_locally(
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
REVOKE ALL ON FUNCTION due_locally(timestamp, text, text, timestamptz, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_locally(timestamp, text, text, timestamptz, timestamptz) TO davenport_app;

-- What waits is due so from now on.
UPDATE notifications AS n SET due_at = m.due_at, expires_at = n.expires_at + (m.due_at - n.due_at)
FROM (
    SELECT w.tenant_id, w.id, due_locally(w.local_due, p.time_zone, w.home_zone, w.not_before, w.not_after) AS due_at
    FROM notifications AS w
    LEFT JOIN notification_preferences AS p ON p.tenant_id = w.tenant_id AND p.user_id = w.recipient_id
    WHERE w.local_due IS NOT NULL AND w.state = 'pending' AND w.due_at >= w.not_after
) AS m
WHERE n.tenant_id = m.tenant_id AND n.id = m.id AND n.due_at <> m.due_at;
