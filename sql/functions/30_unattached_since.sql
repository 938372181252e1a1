-- The upload time at or before which a file that nothing names has expired: at once for everybody, from the table with the
-- next upload.
CREATE OR REPLACE FUNCTION unattached_since() RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT app_now() - interval '24 hours' $$;
REVOKE ALL ON FUNCTION unattached_since() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unattached_since() TO davenport_app;
