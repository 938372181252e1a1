-- The time that was given to enter(). It is null outside of it, so that no statement writes a time of another clock.
CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT nullif(current_setting('app.now', true), '')::timestamptz;
$$;
REVOKE ALL ON FUNCTION app_now() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app_now() TO davenport_app;
GRANT EXECUTE ON FUNCTION app_now() TO davenport_push;
