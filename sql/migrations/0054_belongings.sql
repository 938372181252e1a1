-- What people take along of their own is written as JSON by the database.

-- A moment as the API writes it; null for what is never.
CREATE FUNCTION told(at timestamptz) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN isfinite(at) THEN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END
$$;
GRANT EXECUTE ON FUNCTION told(timestamptz) TO davenport_app;
