-- The tenant that was given to enter(), for sub-selects that a view evaluates for each row.
CREATE OR REPLACE FUNCTION app_tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT nullif(current_setting('app.tenant_id', true), '')::uuid;
$$;
REVOKE ALL ON FUNCTION app_tenant() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app_tenant() TO davenport_app;
