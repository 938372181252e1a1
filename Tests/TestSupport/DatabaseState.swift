import Postgres

/// The state of a database that a test has used, for comparison with a new one.
struct DatabaseState: Equatable {
    /// A fingerprint of the schema, its privileges and the rows that every database has.
    private let schema: String
    /// The size of the largest table in bytes, including deleted rows.
    private let bytes: Int
    /// The number of connections that belong to programs which the test started, and not to the test's pools.
    private let strangers: Int

    /// Whether queries are planned as in a new database, and no other program is connected.
    var isHandy: Bool { bytes <= Self.handy && strangers <= 0 }

    /// The table size in bytes up to which plans stay the same. PostgreSQL plans a new table as if it had 10 pages.
    private static let handy = 40 * 8192

    fileprivate init(_ row: Row, connections: Int) throws {
        schema = try row["schema"]
        bytes = try row["bytes"]
        strangers = try row["sessions"] - connections
    }

    static func == (one: DatabaseState, other: DatabaseState) -> Bool { one.schema == other.schema }
}

extension TestDatabase {
    /// Deletes all rows except those that every database has. Returns nil if the test still uses the database.
    func empty() async throws -> DatabaseState? {
        let connections = [app, worker, owner].map(\.statistics)
        // A connection is still in use, or a query waits for one.
        guard connections.allSatisfy({ $0.busy == 0 && $0.waiting == 0 }) else { return nil }
        return try await state(after: Self.emptying)
    }

    /// Runs statements and reads the state in one transaction.
    func state(after statements: [SQL] = []) async throws -> DatabaseState {
        let answers = try await owner.roundTrip { try await $0.pipeline(statements + [Self.look]) }
        guard let row = answers.last?.first else { throw NeverHappened(what: "a database returned its state") }
        return try DatabaseState(row, connections: [app, worker, owner].map(\.statistics.open).reduce(0, +))
    }

    /// Deletes tables in any order. In the session role `replica`, PostgreSQL checks no foreign key and runs no
    /// trigger.
    private static let emptying: [SQL] = [
        "SELECT set_config('session_replication_role', 'replica', true)",
        """
        DO $$ DECLARE emptied text; BEGIN
            FOR emptied IN
                SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'schema\\_%'
                    AND pg_relation_size(oid) > 0
            LOOP EXECUTE format('DELETE FROM %I', emptied); END LOOP;
        END $$
        """,
    ]

    /// The query for the state. A row that was written has a later transaction id, and a deleted row changes the count.
    /// Extended statistics also show that a database isn't new.
    private static let look: SQL = {
        let tables = [
            "class", "attribute", "attrdef", "proc", "constraint", "trigger", "policy", "rewrite", "index", "namespace", "type",
            "statistic",
            "default_acl", "event_trigger", "extension",
        ]
        let parts = (tables.map { "pg_" + $0 } + ["schema_migrations", "schema_views"]).map {
            "(SELECT count(*) || ' ' || coalesce(max(xmin::text::int8), 0) FROM \($0))"
        }
        return """
            SELECT concat_ws(', ', \(unsafeRaw: parts.joined(separator: ", ")), datallowconn, datacl, (
                    SELECT count(*) FROM pg_db_role_setting WHERE setdatabase = d.oid)) AS schema,
                (SELECT max(pg_table_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace) AS bytes,
                (SELECT count(*) FROM pg_stat_activity WHERE datid = d.oid AND backend_type = 'client backend') AS sessions
            FROM pg_database AS d WHERE datname = current_database()
            """
    }()
}
