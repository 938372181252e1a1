-- Returns whether a moment is after a deadline (rule 11.24). The deadline's minute counts: until its end nothing is late and nothing is
-- locked.
CREATE OR REPLACE FUNCTION passed(deadline timestamptz, at timestamptz) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT at >= deadline + interval '60 seconds' $$;
REVOKE ALL ON FUNCTION passed(timestamp with time zone,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION passed(timestamp with time zone,timestamp with time zone) TO davenport_app;
GRANT EXECUTE ON FUNCTION passed(timestamp with time zone,timestamp with time zone) TO davenport_push;
