import Postgres

/// A property that every table, view, key, policy or function must have: a query that returns violations, and
/// statements that cause a violation which the query must find.
struct SchemaRule: Sendable {
    /// The property, as a sentence for the message of a failing test.
    let promise: String
    /// Returns the violating objects in the column `offender`.
    let query: SQL
    let breaches: [Breach]

    /// Statements that violate a rule, and the object with the violation.
    struct Breach: Sendable {
        let statements: [SQL]
        let offender: String
    }

    init(_ promise: String, _ query: SQL, _ breaches: Breach...) {
        (self.promise, self.query, self.breaches) = (promise, query, breaches)
    }

    static let all = keys + rowSecurity + views + functions + privileges + areas + feed + moving

    /// The tables of tenants and of the registry: all except the migrations' own.
    static let tables: SQL = """
        (SELECT * FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
            AND relname NOT IN ('schema_migrations', 'schema_views'))
        """

    /// The functions with their bodies, in either syntax.
    static let bodies: SQL = """
        (SELECT oid, oid::regprocedure::text AS name, prosecdef, provolatile, proowner, proacl, coalesce(proconfig, '{}') AS settings,
                coalesce(pg_get_function_sqlbody(oid), prosrc) AS body
            FROM pg_proc WHERE pronamespace = 'public'::regnamespace)
        """
}

extension SchemaRule.Breach {
    /// Makes a breach of these statements, for which the rule's query must return the offender.
    static func by(_ statements: SQL..., naming offender: String) -> Self {
        Self(statements: statements, offender: offender)
    }
}

extension SchemaRule {
    static let keys = [
        SchemaRule(
            "every table of tenants has a primary key",
            """
            SELECT t.relname::text AS offender FROM \(fragment: tables) AS t
            WHERE NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.conrelid = t.oid AND k.contype = 'p')
            """,
            .by("CREATE TABLE keyless (tenant_id uuid NOT NULL)", naming: "keyless")),
        SchemaRule(
            "every primary key and unique index starts with tenant_id",
            """
            SELECT i.indexrelid::regclass::text AS offender
            FROM pg_index AS i JOIN \(fragment: tables) AS t ON t.oid = i.indrelid
            LEFT JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
            WHERE i.indisunique AND t.relname NOT IN ('tenants', 'tenant_hosts', 'push_provider_tokens')
                AND t.relname <> ALL (\(shared)::text[]) AND a.attname IS DISTINCT FROM 'tenant_id'
            """,
            .by("CREATE UNIQUE INDEX one_email ON users (email_key)", naming: "one_email"),
            .by("CREATE UNIQUE INDEX one_name ON users (lower(username), tenant_id)", naming: "one_name"),
            .by("CREATE TABLE late (id uuid, tenant_id uuid, PRIMARY KEY (id, tenant_id))", naming: "late_pkey")),
        SchemaRule(
            "every foreign key starts with tenant_id on both sides",
            """
            SELECT k.conname::text AS offender FROM pg_constraint AS k
            JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
            JOIN pg_attribute AS b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[1]
            WHERE k.contype = 'f' AND (a.attname <> 'tenant_id'
                OR b.attname <> CASE k.confrelid::regclass::text WHEN 'tenants' THEN 'id' ELSE 'tenant_id' END)
            """,
            .by(
                "ALTER TABLE users ADD UNIQUE (id)",
                "ALTER TABLE sessions ADD CONSTRAINT anybody FOREIGN KEY (user_id) REFERENCES users (id)", naming: "anybody"),
            .by(
                "ALTER TABLE users ADD UNIQUE (id, tenant_id)",
                "ALTER TABLE sessions ADD CONSTRAINT turned FOREIGN KEY (user_id, tenant_id) REFERENCES users (id, tenant_id)",
                naming: "turned")),
        SchemaRule(
            "no foreign key sets to null or to a default",
            """
            SELECT conname::text AS offender FROM pg_constraint
            WHERE contype = 'f' AND (confdeltype IN ('n', 'd') OR confupdtype IN ('n', 'd'))
            """,
            .by(
                """
                ALTER TABLE invites ADD CONSTRAINT forgetful FOREIGN KEY (tenant_id, maker_id) REFERENCES users
                    ON DELETE SET NULL (maker_id)
                """, naming: "forgetful")),
        SchemaRule(
            "nothing is numbered by a sequence",
            """
            SELECT oid::regclass::text AS offender FROM pg_class
            WHERE relkind = 'S' AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
            """,
            .by("CREATE SEQUENCE tickets", naming: "tickets"),
            .by("CREATE TABLE numbered (tenant_id uuid, id bigserial, PRIMARY KEY (tenant_id, id))", naming: "numbered_id_seq"),
            .by(
                "CREATE TABLE identified (tenant_id uuid, id bigint GENERATED ALWAYS AS IDENTITY, PRIMARY KEY (tenant_id, id))",
                naming: "identified_id_seq")),
    ]
}
