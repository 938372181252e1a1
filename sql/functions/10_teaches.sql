-- Returns whether a role teaches. A test compares it with the program, because a difference would grant or deny a right.
CREATE OR REPLACE FUNCTION teaches(role text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT role IN ('teacher', 'admin', 'owner') $$;
REVOKE ALL ON FUNCTION teaches(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION teaches(text) TO davenport_app;
GRANT EXECUTE ON FUNCTION teaches(text) TO davenport_push;
