-- Returns the upload time up to which an unattached file has expired (rule 11.64). From then on nobody can use the
-- file, and the next upload deletes it.
CREATE OR REPLACE FUNCTION unattached_since() RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT app_now() - interval '24 hours' $$;
REVOKE ALL ON FUNCTION unattached_since() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unattached_since() TO davenport_app;
