-- The longest time between the first reply and the notification of replies, however many follow (rule 9.3).
CREATE OR REPLACE FUNCTION replies_limit() RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT interval '3 hours' $$;
REVOKE ALL ON FUNCTION replies_limit() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION replies_limit() TO davenport_app;
