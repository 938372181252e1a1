-- Returns the name by which this PostgreSQL knows a time zone; null if it knows none.
--
-- That is the name itself, else its canonical zone or another alias of it. Quiet hours and the days of play use it, so that
-- another machine's tzdata changes nothing for a person.
CREATE OR REPLACE FUNCTION known_time_zone(name text) RETURNS text LANGUAGE plpgsql STABLE PARALLEL UNSAFE AS $$
DECLARE
    canonical text;
    other text;
BEGIN
    IF name IS NULL THEN RETURN NULL; END IF;
    -- The name itself is nearly always known.
    BEGIN
        PERFORM timestamptz 'epoch' AT TIME ZONE name;
        RETURN name;
    EXCEPTION WHEN invalid_parameter_value THEN
    END;
    canonical := coalesce((SELECT l.zone FROM time_zone_links() AS l WHERE l.alias = name), name);
    FOR other IN
        SELECT n.name FROM (
            SELECT canonical AS name UNION SELECT l.alias FROM time_zone_links() AS l WHERE l.zone = canonical) AS n
        ORDER BY n.name <> canonical, n.name
    LOOP
        BEGIN
            PERFORM timestamptz 'epoch' AT TIME ZONE other;
            RETURN other;
        EXCEPTION WHEN invalid_parameter_value THEN
        END;
    END LOOP;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION known_time_zone(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION known_time_zone(text) TO davenport_app;
GRANT EXECUTE ON FUNCTION known_time_zone(text) TO davenport_push;
