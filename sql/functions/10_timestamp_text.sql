-- Formats a moment as the API does. Returns null for infinity.
CREATE OR REPLACE FUNCTION timestamp_text(at timestamptz) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN isfinite(at) THEN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END
$$;
REVOKE ALL ON FUNCTION timestamp_text(timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION timestamp_text(timestamp with time zone) TO davenport_app;
