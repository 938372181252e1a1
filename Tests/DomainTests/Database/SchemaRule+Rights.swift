import Postgres

extension SchemaRule {
    static let rowSecurity = [
        SchemaRule(
            "row security is enabled and forced on every table",
            "SELECT relname::text AS offender FROM \(fragment: tables) AS t WHERE NOT (relrowsecurity AND relforcerowsecurity)",
            .by("ALTER TABLE users NO FORCE ROW LEVEL SECURITY", naming: "users"),
            .by("ALTER TABLE sessions DISABLE ROW LEVEL SECURITY", naming: "sessions"),
            .by("CREATE TABLE open (tenant_id uuid PRIMARY KEY)", naming: "open")),
        SchemaRule(
            """
            every policy is the server's, which compares the tenant and nothing else, or the worker's; what is shared has its own, and \
            the server reads no log-ins in the audit
            """,
            """
            SELECT t.relname::text AS offender FROM \(fragment: tables) AS t
            LEFT JOIN pg_policies AS p ON p.schemaname = 'public' AND p.tablename = t.relname
            WHERE coalesce(concat_ws(' ', p.policyname, p.permissive, p.roles, p.cmd, p.qual, p.with_check), '') <> ALL (
                CASE WHEN t.relname = ANY (\(shared)::text[]) THEN ARRAY['shared PERMISSIVE {davenport_app} ALL true',
                CASE t.relname WHEN 'deployment_secrets' THEN 'push PERMISSIVE {davenport_push} SELECT (name = ''mail stops''::text)'
                    ELSE 'shared PERMISSIVE {davenport_app} ALL true' END] ELSE ARRAY[
                'push PERMISSIVE {davenport_push} SELECT true', 'push PERMISSIVE {davenport_push} ALL true',
                CASE t.relname WHEN 'audit_entries' THEN 'administered RESTRICTIVE {davenport_app} SELECT '
                    || '(event !~ ''^(login|session)\\.|^password\\.wrong$''::text)' ELSE 'push PERMISSIVE {davenport_push} ALL true' END,
                CASE t.relname WHEN 'mail_addresses' THEN 'claimed PERMISSIVE {davenport_push} SELECT (EXISTS ( SELECT'
                    || E'\n   FROM mails m\n  WHERE ((m.tenant_id = mail_addresses.tenant_id) AND (m.id = mail_addresses.mail_id)'
                    || ' AND (m.lease_id IS NOT NULL))))' ELSE 'push PERMISSIVE {davenport_push} ALL true' END,
                'tenant PERMISSIVE {davenport_app} ALL (' || CASE t.relname WHEN 'tenants' THEN 'id' ELSE 'tenant_id' END
                || ' = (NULLIF(current_setting(''app.tenant_id''::text, true), ''''::text))::uuid)'] END)
            """,
            .by("DROP POLICY tenant ON invites", naming: "invites"),
            .by("CREATE POLICY shared ON invites TO davenport_app USING (true)", naming: "invites"),
            .by("CREATE POLICY everybody ON users USING (true)", naming: "users"),
            .by("ALTER POLICY tenant ON comments WITH CHECK (true)", naming: "comments"),
            .by("ALTER POLICY tenant ON rooms TO PUBLIC", naming: "rooms"),
            .by("ALTER POLICY administered ON audit_entries USING (event <> 'login.failed')", naming: "audit_entries"),
            .by("ALTER POLICY push ON rooms TO davenport_app", naming: "rooms"),
            .by(
                "ALTER POLICY tenant ON blocks USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid))",
                naming: "blocks")),
        SchemaRule(
            "the worker reads no address, password, session token, word of what people say or evaluation, and changes only what it sends",
            """
            SELECT t.relname || '.' || a.attname AS offender FROM \(fragment: tables) AS t
            JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
            WHERE has_column_privilege('davenport_push', t.oid, a.attnum, 'SELECT') AND (t.relname, a.attname) IN (
                ('users', 'email'), ('users', 'email_key'), ('users', 'password_hash'), ('users', 'birthday'), ('users', 'family_name'),
                ('sessions', 'token_digest'), ('comments', 'content'), ('tasks', 'description'), ('entries', 'text'), ('entries', 'points'),
                ('entries', 'word'), ('assignments', 'evaluation_points'), ('assignments', 'evaluation_word'),
                ('challenges', 'letters'), ('challenges', 'code'), ('plays', 'moves'), ('plays', 'best_word'))
            UNION
            SELECT t.relname::text FROM \(fragment: tables) AS t
            WHERE has_any_column_privilege('davenport_push', t.oid, 'SELECT, INSERT, UPDATE')
                AND t.relname IN ('audit_entries', 'invites', 'invite_codes', 'invite_redemptions', 'avatars', 'throttles', 'drafts',
                    'played_words', 'play_settings', 'tenant_pictures')
                OR (has_any_column_privilege('davenport_push', t.oid, 'INSERT, UPDATE') OR has_table_privilege('davenport_push', t.oid, 'DELETE'))
                AND t.relname NOT IN ('notifications', 'devices', 'webhooks', 'mails', 'email_states') AND t.relname NOT LIKE 'push\\_%'
            """,
            .by("GRANT SELECT ON users TO davenport_push", naming: "users.email"),
            .by("GRANT SELECT (content) ON comments TO davenport_push", naming: "comments.content"),
            .by("GRANT SELECT ON entries TO davenport_push", naming: "entries.text"),
            .by("GRANT SELECT (evaluation_points) ON assignments TO davenport_push", naming: "assignments.evaluation_points"),
            .by("GRANT SELECT (text) ON drafts TO davenport_push", naming: "drafts"),
            .by("GRANT SELECT ON challenges TO davenport_push", naming: "challenges.letters"),
            .by("GRANT SELECT ON plays TO davenport_push", naming: "plays.moves"),
            .by("GRANT SELECT (word) ON played_words TO davenport_push", naming: "played_words"),
            .by("GRANT SELECT ON audit_entries TO davenport_push", naming: "audit_entries"),
            .by("GRANT DELETE ON rooms TO davenport_push", naming: "rooms")),
    ]

    static let views = [
        SchemaRule(
            "every view looks with its reader's rights, and shows tenant_id",
            """
            SELECT c.relname::text AS offender FROM pg_class AS c
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('v', 'm')
                AND (c.relkind = 'm' OR NOT coalesce(c.reloptions, '{}') @> '{security_invoker=true}'
                    OR NOT EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id'))
            """,
            .by("CREATE VIEW owners AS SELECT tenant_id, id FROM users", naming: "owners"),
            .by("CREATE VIEW nobodys WITH (security_invoker = true) AS SELECT id FROM users", naming: "nobodys"),
            .by("CREATE MATERIALIZED VIEW stale AS SELECT tenant_id, id FROM users", naming: "stale"))
    ]

    static let privileges = [
        SchemaRule(
            "everybody may use nothing",
            """
            SELECT relname::text AS offender FROM pg_class, aclexplode(relacl) AS a
            WHERE relnamespace = 'public'::regnamespace AND a.grantee = 0
            UNION
            SELECT f.name FROM \(fragment: bodies) AS f, aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) AS a
            WHERE a.grantee = 0
            UNION
            SELECT nspname::text FROM pg_namespace, aclexplode(nspacl) AS a WHERE nspname = 'public' AND a.grantee = 0
            """,
            .by("GRANT SELECT ON rooms TO PUBLIC", naming: "rooms"),
            .by("GRANT EXECUTE ON FUNCTION app_now() TO PUBLIC", naming: "app_now()"),
            .by("GRANT CREATE ON SCHEMA public TO PUBLIC", naming: "public")),
        SchemaRule(
            "the server reads and writes rows, and of the registry reads only its own tenant, that tenant's hosts and the migrations",
            """
            SELECT relname || ' ' || a.privilege_type AS offender
            FROM pg_class, aclexplode(relacl) AS a
            WHERE relnamespace = 'public'::regnamespace AND a.grantee = 'davenport_app'::regrole
                AND CASE WHEN relname IN ('tenants', 'tenant_hosts', 'schema_migrations') THEN a.privilege_type <> 'SELECT'
                    ELSE relname = 'schema_views'
                        OR a.privilege_type NOT IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE') END
            """,
            .by("GRANT INSERT ON tenant_hosts TO davenport_app", naming: "tenant_hosts INSERT"),
            .by("GRANT INSERT ON tenants TO davenport_app", naming: "tenants INSERT"),
            .by("GRANT TRUNCATE ON comments TO davenport_app", naming: "comments TRUNCATE")),
        SchemaRule(
            "the programs' roles own nothing",
            """
            SELECT pg_describe_object(d.classid, d.objid, d.objsubid) AS offender
            FROM pg_shdepend AS d JOIN \(fragment: serving) AS r ON r.oid = d.refobjid
            WHERE d.deptype = 'o' AND d.refclassid = 'pg_authid'::regclass
                AND d.dbid IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
            """,
            .by("ALTER TABLE users OWNER TO davenport_app", naming: "table users"),
            .by("ALTER FUNCTION app_now() OWNER TO davenport_app", naming: "function app_now()")),
        SchemaRule(
            "the programs' roles bypass nothing and make nobody",
            """
            SELECT rolname::text AS offender FROM \(fragment: serving) AS r
            WHERE rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication
                OR rolname IN ('davenport_app', 'davenport_push') AND rolcanlogin
            """,
            .by("ALTER ROLE davenport_app BYPASSRLS", naming: "davenport_app"),
            .by("ALTER ROLE davenport_push LOGIN", naming: "davenport_push"),
            .by("CREATE ROLE superserver SUPERUSER IN ROLE davenport_app", naming: "superserver")),
    ]

    /// The programs' group roles and all roles that are members of them.
    private static let serving: SQL = """
        (SELECT * FROM pg_roles WHERE rolname IN ('davenport_app', 'davenport_push')
            OR oid IN (SELECT member FROM pg_auth_members WHERE roleid IN ('davenport_app'::regrole, 'davenport_push'::regrole)))
        """
}
