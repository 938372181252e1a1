-- The time after a play's end during which moves are still accepted (rule 12.13). It allows for the network: the moves must have been
-- made before the end. A test compares it with the program.
CREATE OR REPLACE FUNCTION play_grace() RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT interval '15 seconds' $$;
REVOKE ALL ON FUNCTION play_grace() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION play_grace() TO davenport_app;
GRANT EXECUTE ON FUNCTION play_grace() TO davenport_push;
