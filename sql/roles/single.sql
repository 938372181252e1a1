-- The policies of a database whose owner is also the role of the server, the push worker and operators (rules 20.30 and 20.31).
--
-- Each table has a restrictive policy for the role. So a request's transaction sees only the tenant that it has entered, although the role owns
-- the tables. A transaction of the push worker or of an operator runs as pg_database_owner, whose only member is the database's owner. No
-- restrictive policy applies to that role. PostgreSQL chooses policies when it plans a query, so the tenant is a condition that can use an index.
DO $$
DECLARE
    secured record;
BEGIN
    FOR secured IN
        SELECT c.oid::regclass AS name, p.qual
        FROM pg_class AS c
        LEFT JOIN pg_policies AS p ON p.schemaname = 'public' AND p.tablename = c.relname AND p.policyname IN ('tenant', 'shared')
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relrowsecurity
    LOOP
        EXECUTE format('DROP POLICY IF EXISTS owner ON %s', secured.name);
        EXECUTE format('CREATE POLICY owner ON %s TO pg_database_owner USING (true)', secured.name);
        EXECUTE format('DROP POLICY IF EXISTS bound ON %s', secured.name);
        -- If a table has no policy for the server, only the worker and operators may use it.
        EXECUTE format(
            'CREATE POLICY bound ON %s AS RESTRICTIVE TO %I USING (%s)', secured.name, session_user, coalesce(secured.qual, 'false'));
    END LOOP;
END
$$;
