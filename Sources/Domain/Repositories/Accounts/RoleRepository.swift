import Postgres

/// The roles that the programs log in as.
struct RoleRepository: Sendable {
    let database: Database

    /// Makes a role that may log in, or sets the password of one that exists, and lets it do what `group` may.
    ///
    /// DDL takes no parameters, so PostgreSQL itself quotes the name and the password's verifier into the statements. The password itself
    /// is never sent: PostgreSQL would write it into its log.
    /// - Parameter planning: how its statements are planned.
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

    /// What the role in use may do that no program's role may: itself, or as another that it may become.
    func rights() async throws -> (name: String, bypasses: Bool, owns: Bool) {
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
                    ) AS owns
                """)
        }
        return (try rows[0]["name"], try rows[0]["bypasses"], try rows[0]["owns"])
    }

    /// How a role's statements are planned.
    enum Planning: String {
        /// Once: the server's statements are few and small, and their indexes made for them. Planning anew for each set of values costs ten
        /// times what it could save.
        case once = "force_generic_plan"
        /// As PostgreSQL sees fit: the worker's statements aren't prepared, and so planned each time anyway (`WorkerTransaction`). What
        /// checks the references of each row that it writes is planned once.
        case asUsual = "auto"
    }

    /// Parallel workers and compiled code cost more than they save.
    private func tune(_ name: String, _ planning: Planning) async throws {
        for setting in ["plan_cache_mode = \(planning.rawValue)", "max_parallel_workers_per_gather = 0", "jit = off"] {
            let rows = try await database.registry {
                try await $0.query("SELECT format('ALTER ROLE %I SET ', \(name)::text) || \(setting)::text AS alteration")
            }
            if let row = rows.first { try await run(try row["alteration"], unlessExists: false) }
        }
    }

    /// Roles belong to the whole cluster: another database's migration may have made the same one at this moment.
    private func run(_ statement: String, unlessExists: Bool) async throws {
        do {
            _ = try await database.registry { try await $0.query("\(unsafeRaw: statement)") }
        } catch let error as PostgresError where unlessExists && error.sqlState.map(Self.alreadyThere.contains) == true {}
    }

    private static let alreadyThere: Set<SQLState> = ["42710", .uniqueViolation]
}
