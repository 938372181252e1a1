-- What is told once a day, and what is told at a time by the clocks of whoever is told, which moves with their time zone.

ALTER TABLE notifications
    -- Of what is told once a day: the day.
    ADD COLUMN day date,
    -- Of what is told at a time by its recipient's clocks: what they show then; by whose clocks it goes where the recipient has named no
    -- time zone; and the moment before which it is told in none. `due_at` follows from these and the zone, wherever that is changed.
    ADD COLUMN local_due timestamp,
    ADD COLUMN home_zone text,
    ADD COLUMN not_before timestamptz,
    -- From when on it is nothing to be told any more.
    ADD COLUMN not_after timestamptz,
    ADD CONSTRAINT notifications_local_check CHECK (
        num_nonnulls(local_due, home_zone, not_before) = 0
        OR num_nonnulls(local_due, home_zone, not_before, day) = 4);
-- At most one for each person, kind and day, whatever became of it.
CREATE UNIQUE INDEX notifications_day ON notifications (tenant_id, recipient_id, kind, day) WHERE day IS NOT NULL;

-- The moment at which the clocks of a time zone show a time, but not before another moment. Where there is no zone, or this PostgreSQL
-- knows none of that name, it is that of the home zone, and where it knows neither, UTC.
CREATE FUNCTION due_locally(local_due timestamp, zone text, home_zone text, not_before timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE PARALLEL UNSAFE AS $$
DECLARE
    place text;
BEGIN
    FOREACH place IN ARRAY ARRAY[zone, home_zone] LOOP
        BEGIN
            IF place IS NOT NULL THEN
                RETURN greatest(local_due AT TIME ZONE place, not_before);
            END IF;
        EXCEPTION WHEN invalid_parameter_value THEN
            NULL;
        END;
    END LOOP;
    RETURN greatest(local_due AT TIME ZONE 'UTC', not_before);
END
$$;
GRANT EXECUTE ON FUNCTION due_locally(timestamp, text, text, timestamptz) TO davenport_app;
