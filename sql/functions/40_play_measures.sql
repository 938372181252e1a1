-- Returns the measures under which `score_counts` counts a play.
CREATE OR REPLACE FUNCTION play_measures(of_score integer, of_best integer) RETURNS TABLE (measure text, score integer)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ VALUES ('score', of_score), ('tier', score_tier(of_score)), ('word', of_best) $$;
REVOKE ALL ON FUNCTION play_measures(integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION play_measures(integer,integer) TO davenport_app;
