import Postgres

/// Creates and examines the database roles with which the programs log in.
struct RoleRepository: Sendable {
    let database: Database

    /// Returns the role that a connection URI names, with its password; nil if the URI is malformed or names no role.
    static func login(in url: String) -> (name: String, password: String?)? {
        guard let parts = try? ConnectionString(url), let name = parts["user"], !name.isEmpty else { return nil }
        // As in libpq, an empty password counts as none.
        return (name, parts["password"].flatMap { $0.isEmpty ? nil : $0 })
    }

    /// Returns the database that a connection URI names, which libpq takes to be the role's name if it names none.
    static func database(in url: String) -> String? {
        guard let parts = try? ConnectionString(url) else { return nil }
        return parts["dbname"].flatMap { $0.isEmpty ? nil : $0 } ?? parts["user"]
    }

    /// Creates a role that may log in, or sets the password of an existing one, and grants it the rights of `group`.
    ///
    /// Statements that create or change roles can't have parameters, so PostgreSQL itself quotes the name and the
    /// password's verifier into them. The password itself is never sent, because PostgreSQL would write it to its log.
    /// - Parameter planning: how PostgreSQL plans the statements of the role.
    func ensure(_ name: String, password: String?, inRole group: String, planning: Planning) async throws {
        let verifier = try password.map { try RolePassword.verifier(for: $0, role: name) }
        let rows = try await database.registry { transaction in
            try await transaction.query(
                """
                SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = \(name)) AS exists,
                    format('CREATE ROLE %I LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD %L', \(name)::text, \(verifier)::text) AS creation,
                    format('ALTER ROLE %I LOGIN PASSWORD %L', \(name)::text, \(verifier)::text) AS alteration,
                    format('GRANT %I TO %I', \(group)::text, \(name)::text) AS grant, \(name)::text = \(group)::text AS same
                """)
        }
        guard let row = rows.first else { return }
        let (exists, creation, alteration): (Bool, String, String) = (try row["exists"], try row["creation"], try row["alteration"])
        try await run(exists ? alteration : creation, unlessExists: true)
        let (grant, same): (String, Bool) = (try row["grant"], try row["same"])
        if !same { try await run(grant, unlessExists: false) }
        try await tune(name, planning)
    }

    /// Creates the roles that have the programs' rights, as the migrations do, where they are missing.
    func ensureGroupRoles(_ names: [String]) async throws {
        let rows = try await database.registry {
            try await $0.query(
                """
                SELECT format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS', name) AS creation
                FROM unnest(\(names)::text[]) AS name WHERE to_regrole(quote_ident(name)) IS NULL
                """)
        }
        for row in rows { try await run(try row["creation"], unlessExists: true) }
    }

    /// Gives a role every table, view and routine that the current role owns in the schema `public`.
    func give(to role: String) async throws {
        let rows = try await database.registry {
            try await $0.query(
                """
                SELECT format('ALTER TABLE public.%I OWNER TO %I', c.relname, \(role)::text) AS statement FROM pg_class AS c
                WHERE c.relnamespace = to_regnamespace('public') AND c.relkind IN ('r', 'p', 'v')
                    AND c.relowner = (SELECT oid FROM pg_roles WHERE rolname = session_user)
                UNION ALL
                SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, \(role)::text) FROM pg_proc AS p
                WHERE p.pronamespace = to_regnamespace('public')
                    AND p.proowner = (SELECT oid FROM pg_roles WHERE rolname = session_user)
                """)
        }
        for row in rows { try await run(try row["statement"], unlessExists: false) }
    }

    /// Grants a role the right to create tables in the schema `public`, unless it has that right already.
    func grantSchema(to role: String) async throws {
        let rows = try await database.registry {
            try await $0.query(
                """
                SELECT format('GRANT ALL ON SCHEMA public TO %I', \(role)::text) AS grant
                WHERE NOT has_schema_privilege(\(role), 'public', 'CREATE')
                """)
        }
        if let row = rows.first { try await run(try row["grant"], unlessExists: false) }
    }

    /// Returns the rights of the current role that exempt it from row security, directly or by a membership.
    func rights() async throws -> RoleRights {
        let rows = try await database.registry { transaction in
            try await transaction.query(
                """
                SELECT session_user::text AS name,
                    EXISTS (
                        SELECT FROM pg_roles AS r WHERE (r.rolsuper OR r.rolbypassrls) AND pg_has_role(session_user, r.oid, 'MEMBER')
                    ) AS bypasses,
                    EXISTS (
                        SELECT FROM pg_class AS t
                        WHERE t.relnamespace = to_regnamespace('public') AND t.relkind IN ('r', 'p', 'v')
                            AND pg_has_role(session_user, t.relowner, 'MEMBER')
                    ) AS owns,
                    NOT EXISTS (
                        SELECT FROM pg_class AS t
                        WHERE t.relnamespace = to_regnamespace('public') AND t.relkind IN ('r', 'p')
                            AND t.relname NOT IN ('schema_migrations', 'schema_views')
                            AND NOT (t.relrowsecurity AND t.relforcerowsecurity AND EXISTS (
                                SELECT FROM pg_policy AS p
                                WHERE p.polrelid = t.oid AND NOT p.polpermissive AND session_user::regrole = ANY (p.polroles)))
                    ) AS is_restricted
                """)
        }
        let row = rows[0]
        return RoleRights(
            name: try row["name"], bypasses: try row["bypasses"], owns: try row["owns"], isRestricted: try row["is_restricted"])
    }

    /// Returns facts about the database and about the current role's rights in it. If the database can't be reached, it
    /// throws the connection pool's own error.
    func facts() async throws -> DatabaseFacts {
        let rows = try await database.pool.roundTrip { transaction in
            try await transaction.query(
                """
                SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer AS version_number,
                    concat_ws(' ', current_database(), pg_postmaster_start_time()) AS place, pg_is_in_recovery() AS is_standby,
                    clock_timestamp() AS time, session_user::text AS role,
                    least(
                        (
                            SELECT s.setting::integer - (SELECT sum(setting::integer) FROM pg_settings WHERE name LIKE '%reserved_connections')
                            FROM pg_settings AS s WHERE s.name = 'max_connections'
                        ),
                        nullif(r.rolconnlimit, -1), (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
                    )::integer AS connection_limit,
                    coalesce(pg_has_role(session_user, to_regrole('davenport_app'), 'USAGE'), false) AS may_serve,
                    coalesce(pg_has_role(session_user, to_regrole('davenport_push'), 'USAGE'), false) AS may_push,
                    coalesce(
                        (SELECT pg_has_role(session_user, relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('schema_migrations')),
                        has_database_privilege(session_user, current_database(), 'CREATE')) AS may_migrate,
                    r.rolsuper OR r.rolbypassrls AS sees_all, r.rolsuper OR r.rolcreaterole AS may_make_roles
                FROM pg_roles AS r WHERE r.rolname = session_user
                """)
        }
        return try DatabaseFacts(rows[0])
    }

    /// The rights of the current role that decide whether row security binds it.
    struct RoleRights: Sendable {
        let name: String
        /// Whether the role is a superuser, bypasses row security, or may switch to a role that does.
        let bypasses: Bool
        /// Whether the role owns a table or view, or may switch to a role that does.
        let owns: Bool
        /// Whether row security is forced on each table with tenants' rows, and a restrictive policy there applies to
        /// the role.
        let isRestricted: Bool
    }

    /// How PostgreSQL plans the statements of a role.
    enum Planning: String {
        /// Each statement is planned once. The server's statements are few and small, and have suitable indexes.
        /// Planning them for each set of values would cost ten times what it saves.
        case once = "force_generic_plan"
        /// PostgreSQL decides. The worker's own statements aren't prepared, so each is planned every time anyway
        /// (`WorkerTransaction`). The foreign-key checks of the rows that it writes are planned once.
        case asUsual = "auto"
    }

    /// Sets the default settings of the role's database sessions.
    ///
    /// The settings turn off parallel workers and JIT compilation, which cost more than they save. They also contain
    /// the settings that a program sends with each of its connections, because a pooler opens connections without
    /// these.
    func tune(_ name: String, _ planning: Planning) async throws {
        let settings = [
            "plan_cache_mode = \(planning.rawValue)", "max_parallel_workers_per_gather = 0", "jit = off", "TimeZone = 'UTC'",
            "DateStyle = 'ISO'", "bytea_output = 'hex'", "statement_timeout = '10s'", "idle_in_transaction_session_timeout = '10s'",
        ]
        for setting in settings {
            let rows = try await database.registry {
                try await $0.query("SELECT format('ALTER ROLE %I SET ', \(name)::text) || \(setting)::text AS alteration")
            }
            if let row = rows.first { try await run(try row["alteration"], unlessExists: false) }
        }
    }

    /// Runs one statement in a transaction of its own.
    /// - Parameter unlessExists: whether to ignore the error that the role exists already. Roles belong to the whole
    ///   cluster, so a migration of another database may have just created the same role.
    private func run(_ statement: String, unlessExists: Bool) async throws {
        do {
            // Runs as the role that logged in, because it may alter itself, whereas `pg_database_owner` may alter no
            // role.
            let statements: [SQL] = ["SELECT set_config('role', 'none', true)", SQL(unsafeRaw: statement)]
            _ = try await database.registry { try await $0.pipeline(statements) }
        } catch let error as PostgresError where unlessExists && error.sqlState.map(Self.alreadyThere.contains) == true {}
    }

    private static let alreadyThere: Set<SQLState> = ["42710", .uniqueViolation]
}

extension DatabaseFacts {
    fileprivate init(_ row: Row) throws {
        self.init(
            version: try row["version"], versionNumber: try row["version_number"], place: try row["place"],
            isStandby: try row["is_standby"], time: try row["time"], role: try row["role"], connectionLimit: try row["connection_limit"],
            mayServe: try row["may_serve"],
            mayPush: try row["may_push"], mayMigrate: try row["may_migrate"], seesAll: try row["sees_all"],
            mayMakeRoles: try row["may_make_roles"])
    }
}
