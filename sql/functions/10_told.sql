-- The name of timestamp_text in the previous release. It stays while a server of that release may run.
CREATE OR REPLACE FUNCTION told(at timestamptz) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT timestamp_text(at) $$;
REVOKE ALL ON FUNCTION told(timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION told(timestamp with time zone) TO davenport_app;
