-- How long after its end a play still takes moves: for the network, no move may be made in it. A test compares it with the program's.
CREATE OR REPLACE FUNCTION play_grace() RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT interval '15 seconds' $$;
REVOKE ALL ON FUNCTION play_grace() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION play_grace() TO davenport_app;
GRANT EXECUTE ON FUNCTION play_grace() TO davenport_push;
