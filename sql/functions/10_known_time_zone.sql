-- The name by which this PostgreSQL knows a time zone: the name itself, else its canonical zone or another alias of that; null where it knows
-- none of them. Quiet hours and the days of play go by it, so that another machine's tzdata changes nothing for a person.
CREATE OR REPLACE FUNCTION known_time_zone(name text) RETURNS text LANGUAGE plpgsql STABLE PARALLEL UNSAFE AS $$
DECLARE
    canonical text;
    other text;
BEGIN
    IF name IS NULL THEN RETURN NULL; END IF;
    -- Almost always the only try.
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
