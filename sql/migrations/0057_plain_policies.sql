-- Policies compare the tenant without a sub-select: PostgreSQL then sees that all tables of a statement are asked for the same one, and finds out
-- once, before it reads anything, whether that is the transaction's. Databases that are spread over machines take no other policy.
DO $$
DECLARE
    policy record;
BEGIN
    FOR policy IN SELECT p.tablename FROM pg_policies AS p WHERE p.schemaname = 'public' AND p.policyname = 'tenant' LOOP
        EXECUTE format(
            'ALTER POLICY tenant ON %I USING (%I = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)',
            policy.tablename, CASE policy.tablename WHEN 'tenants' THEN 'id' ELSE 'tenant_id' END);
    END LOOP;
END
$$;
