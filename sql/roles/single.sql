-- The policies of a database that one role owns, serves, pushes and operates (rule 20.27).
--
-- Under its own name the role is bound to the tenant that its transaction has entered, although it owns the tables: each table has a restrictive
-- policy for it. A transaction of the push worker or of an operator runs as pg_database_owner, whose one member the database's owner is: no
-- restrictive policy is for that role. PostgreSQL chooses policies when it plans, so the tenant stays a condition that indexes serve.
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
        -- What the server's role has no policy for is the worker's and the operators' alone.
        EXECUTE format(
            'CREATE POLICY bound ON %s AS RESTRICTIVE TO %I USING (%s)', secured.name, session_user, coalesce(secured.qual, 'false'));
    END LOOP;
END
$$;
