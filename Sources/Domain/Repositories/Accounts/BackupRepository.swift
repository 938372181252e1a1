import Postgres

/// Counts, empties and prepares a database for backups and restores. All tables are meant, whichever tenant's rows they hold.
struct BackupRepository: Sendable {
    let database: Database

    /// The statement that lists the tables of the schema `public`, without those of PostgreSQL's extensions.
    private static let tables: SQL = """
        SELECT c.relname::text AS name,
            c.relrowsecurity AND NOT EXISTS (
                SELECT FROM pg_policy AS p
                WHERE p.polrelid = c.oid AND p.polpermissive AND p.polcmd = '*' AND pg_get_expr(p.polqual, p.polrelid) = 'true'
                    AND p.polroles @> ARRAY['pg_database_owner'::regrole::oid]
            ) AS is_bound
        FROM pg_class AS c
        WHERE c.relnamespace = to_regnamespace('public') AND c.relkind = 'r'
            AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
        ORDER BY 1
        """

    /// Counts the rows of all tables as of one moment.
    /// - Parameters:
    ///   - isSingleRole: whether row security applies to the role, with a policy for every row. Without it, PostgreSQL
    ///     refuses to count where row security would hide rows.
    ///   - body: runs before the moment is over, with the name of its snapshot.
    /// - Throws: `BackUp.Refusal` if row security would hide rows.
    func count<Value: Sendable>(
        isSingleRole: Bool, _ body: (_ snapshot: String) async throws -> Value
    ) async throws -> (rows: [String: Int], value: Value) {
        let opening: [SQL] = ["SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"]
        return try await database.pool.transaction(opening: opening) { transaction in
            let row = try await transaction.query(
                "SELECT pg_export_snapshot() AS snapshot, set_config('row_security', \(isSingleRole ? "on" : "off"), true)")[0]
            let tables = try await transaction.query(Self.tables)
            if isSingleRole, let bound = try tables.first(where: { try $0["is_bound"] }) {
                throw BackUp.Refusal.hidesRows(table: try bound["name"])
            }
            let names: [String] = try tables.map { try $0["name"] }
            // The names come from the database's catalog, and are quoted.
            let counts = try await transaction.pipeline(
                names.map { "SELECT count(*) AS count FROM public.\(unsafeRaw: Self.quoted($0))" }, isPrepared: false)
            let rows = try zip(names, counts).map { ($0, try $1[0]["count"] as Int) }
            return (Dictionary(uniqueKeysWithValues: rows), try await body(try row["snapshot"]))
        }
    }

    /// Returns the names of the tables, sorted.
    func tableNames() async throws -> [String] {
        try await database.registry { try await $0.query(Self.tables) }.map { try $0["name"] }
    }

    /// Drops all tables, views and routines of the schema `public`, except those of PostgreSQL's extensions.
    func empty() async throws {
        try await asLogin(
            """
            DO $$
            DECLARE
                thing record;
            BEGIN
                FOR thing IN
                    SELECT c.relname, CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END AS kind
                    FROM pg_class AS c
                    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
                        AND NOT EXISTS (
                            SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
                LOOP
                    EXECUTE format('DROP %s IF EXISTS public.%I CASCADE', thing.kind, thing.relname);
                END LOOP;
                FOR thing IN
                    SELECT p.oid::regprocedure AS name FROM pg_proc AS p
                    WHERE p.pronamespace = 'public'::regnamespace
                        AND NOT EXISTS (
                            SELECT FROM pg_depend AS d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
                LOOP
                    EXECUTE format('DROP ROUTINE IF EXISTS %s CASCADE', thing.name);
                END LOOP;
            END
            $$
            """)
    }

    /// Revokes the rights of PUBLIC that the first migration revokes, because a dump of the tables doesn't contain that.
    func revokePublicRights() async throws {
        for statement: SQL in [
            "DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$",
            "REVOKE ALL ON SCHEMA public FROM PUBLIC",
        ] { try await asLogin(statement) }
        _ = try await database.registry { try await $0.query("ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC") }
    }

    /// Runs the statements that create the policies of row security.
    /// - Parameter statements: statements of a backup, which is the operator's, and of the program's script.
    func createPolicies(_ statements: [String]) async throws {
        _ = try await database.registry { transaction in
            // `BackupPolicy` has parsed each statement of the backup as one that creates a policy.
            try await transaction.pipeline(statements.map { SQL(unsafeRaw: $0) }, isPrepared: false)
        }
    }

    /// Runs a statement as the role that logged in, which may own what `pg_database_owner` doesn't.
    private func asLogin(_ statement: SQL) async throws {
        _ = try await database.registry {
            try await $0.pipeline(["SELECT set_config('role', 'none', true)", statement], isPrepared: false)
        }
    }

    private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}
