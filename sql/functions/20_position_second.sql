-- Returns the second at which somebody is whose position has this age in seconds; null without a position.
--
-- A running position advances until it is 180 seconds old, and then counts as paused where it was set (rule 17.2). `Position.second(at:)`
-- has the same rule, and a test compares the two.
CREATE OR REPLACE FUNCTION position_second(seconds integer, running boolean, age bigint) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN running AND age BETWEEN 0 AND 179 THEN least(seconds + age::integer, 86399) ELSE seconds END
$$;
REVOKE ALL ON FUNCTION position_second(integer,boolean,bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION position_second(integer,boolean,bigint) TO davenport_app;
