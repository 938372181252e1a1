import Postgres

/// Creates a database and the role that owns it, as a superuser of the server.
struct OwnedDatabaseRepository: Sendable {
    let database: Database

    /// The port at which the server listens.
    func port() async throws -> Int {
        let rows = try await database.registry { try await $0.query("SELECT current_setting('port')::integer AS port") }
        return try rows[0]["port"]
    }

    /// Whether a role exists that may log in, create roles, and see every tenant's rows.
    func hasOwner(_ name: String) async throws -> Bool {
        let rows = try await database.registry {
            try await $0.query(
                """
                SELECT EXISTS (
                    SELECT FROM pg_roles WHERE rolname = \(name) AND rolcanlogin AND (rolsuper OR rolcreaterole AND rolbypassrls)
                ) AS exists
                """)
        }
        return try rows[0]["exists"]
    }

    /// Creates the owner's role, or gives an existing one its rights and this password.
    func ensureOwner(_ name: String, password: String?) async throws {
        // PostgreSQL would write the password itself to its log.
        let verifier = try password.map { try RolePassword.verifier(for: $0, role: name) }
        try await run(
            """
            SELECT format(
                CASE WHEN to_regrole(quote_ident(\(name))) IS NULL THEN 'CREATE' ELSE 'ALTER' END
                    || ' ROLE %I LOGIN CREATEROLE BYPASSRLS PASSWORD %L', \(name)::text, \(verifier)::text) AS statement
            """)
    }

    /// Returns the role that owns a database; nil if there is no such database.
    func owner(of name: String) async throws -> String? {
        let rows = try await database.registry {
            try await $0.query("SELECT datdba::regrole::text AS owner FROM pg_database WHERE datname = \(name)")
        }
        return try rows.first?["owner"]
    }

    /// Creates an empty database.
    func create(_ name: String, ownedBy owner: String) async throws {
        try await run(
            "SELECT format('CREATE DATABASE %I OWNER %I ENCODING ''UTF8'' TEMPLATE template0', \(name)::text, \(owner)::text) AS statement")
    }

    /// The errors if a role or a database exists already, or is created by another session at the same moment.
    private static let alreadyThere: Set<SQLState> = ["42710", "42P04", .uniqueViolation]

    /// Runs the statement that the query `making` returns. Statements about roles and databases can't have parameters, so PostgreSQL
    /// itself quotes the names in them. A role or database that exists already is no error: an earlier run may have been killed while its
    /// statement went on.
    private func run(_ making: SQL) async throws {
        let rows = try await database.registry { try await $0.query(making) }
        let statement: String = try rows[0]["statement"]
        do {
            // PostgreSQL made the statement with `format`, from a text in this file.
            _ = try await database.registry { try await $0.query(SQL(unsafeRaw: statement), isPrepared: false) }
        } catch let error as PostgresError where error.sqlState.map(Self.alreadyThere.contains) == true {}
    }
}
