-- What a database needs that is spread over machines: a statement says by itself what it does, wherever its rows lie.

-- It follows from what it is given and nothing else: ids and numbers are written alike whatever a session has set. As an expression in SQL it
-- could not say so, since PostgreSQL takes array_to_string to depend on the session for the sake of other types.
CREATE OR REPLACE FUNCTION room_group(kind text, show_id bigint, member_ids uuid[]) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    RETURN kind || '-' || encode(substr(sha256(convert_to(
        concat_ws(' ', show_id, array_to_string(member_ids, ' ')), 'UTF8')), 1, 16), 'hex');
END
$$;

-- The tenant given to enter(), for what a view looks up for each of its rows.
CREATE FUNCTION app_tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT nullif(current_setting('app.tenant_id', true), '')::uuid;
$$;
REVOKE ALL ON FUNCTION app_tenant() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app_tenant() TO davenport_app;

-- However many go on to come, replies are told no later than this after the first of them.
CREATE FUNCTION replies_limit() RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT interval '3 hours' $$;
REVOKE ALL ON FUNCTION replies_limit() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION replies_limit() TO davenport_app;

-- When something was counted last, and how many there might be then: what changes a row that is there already knows both by the row that it
-- was to be.
ALTER TABLE throttles
    ADD COLUMN counted_at timestamptz,
    ADD COLUMN most integer;

-- Those from before, each by its name, whatever is given by default where a function is made. What makes one from here on does the same.
DO $$
DECLARE
    function record;
BEGIN
    FOR function IN
        SELECT p.oid::regprocedure AS name FROM pg_proc AS p
        WHERE p.pronamespace = 'public'::regnamespace AND p.proowner = current_user::regrole
    LOOP
        EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', function.name);
    END LOOP;
END
$$;
