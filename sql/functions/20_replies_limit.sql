-- However many go on to come, replies are told no later than this after the first of them.
CREATE OR REPLACE FUNCTION replies_limit() RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT interval '3 hours' $$;
REVOKE ALL ON FUNCTION replies_limit() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION replies_limit() TO davenport_app;
