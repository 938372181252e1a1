-- Returns the tier of a score: the highest of the 64 scores in it.
CREATE OR REPLACE FUNCTION score_tier(score integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT score | 63 $$;
REVOKE ALL ON FUNCTION score_tier(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION score_tier(integer) TO davenport_app;
GRANT EXECUTE ON FUNCTION score_tier(integer) TO davenport_push;
