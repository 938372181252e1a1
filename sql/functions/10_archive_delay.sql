-- Returns how long a completed room or assignment stays outside of the archive: seven days, also across a change of the clocks (rules 5.11
-- and 11.11).
CREATE OR REPLACE FUNCTION archive_delay() RETURNS interval
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT interval '168 hours' $$;
REVOKE ALL ON FUNCTION archive_delay() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION archive_delay() TO davenport_app;
GRANT EXECUTE ON FUNCTION archive_delay() TO davenport_push;
