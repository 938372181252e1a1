-- Returns how long a request to join a room waits, and how long a declined one keeps its asker from asking the members again (rules 5.17
-- and 5.18).
CREATE OR REPLACE FUNCTION room_request_lifetime() RETURNS interval
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT interval '720 hours' $$;
REVOKE ALL ON FUNCTION room_request_lifetime() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION room_request_lifetime() TO davenport_app;
GRANT EXECUTE ON FUNCTION room_request_lifetime() TO davenport_push;
