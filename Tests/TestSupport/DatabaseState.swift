import Postgres

/// What a database is like that a test has used, beside one that is new.
struct DatabaseState: Equatable {
    /// Whoever changes the schema, its rights, or what it holds from the beginning, changes this.
    private let schema: String
    /// Of the largest table, what is deleted included.
    private let bytes: Int
    /// Somebody else's: of programs that a test has started.
    private let strangers: Int

    /// Planned for as new ones are, and nobody's.
    var isHandy: Bool { bytes <= Self.handy && strangers <= 0 }

    /// Plans are made by a table's size: PostgreSQL takes a new one for 10 pages long.
    private static let handy = 40 * 8192

    fileprivate init(_ row: Row, connections: Int) throws {
        schema = try row["schema"]
        bytes = try row["bytes"]
        strangers = try row["sessions"] - connections
    }

    static func == (one: DatabaseState, other: DatabaseState) -> Bool { one.schema == other.schema }
}

extension TestDatabase {
    /// Deletes all rows but those that every database has.
    func empty() async throws -> DatabaseState? {
        let connections = [app, worker, owner].map(\.statistics)
        // Something of the test still goes on.
        guard connections.allSatisfy({ $0.busy == 0 && $0.waiting == 0 }) else { return nil }
        return try await state(after: Self.emptying)
    }

    /// Statements that go before are one transaction with the look.
    func state(after statements: [SQL] = []) async throws -> DatabaseState {
        let answers = try await owner.roundTrip { try await $0.pipeline(statements + [Self.look]) }
        guard let row = answers.last?.first else { throw NeverHappened(what: "a database told its state") }
        return try DatabaseState(row, connections: [app, worker, owner].map(\.statistics.open).reduce(0, +))
    }

    /// The order matters to nobody: as a replica, PostgreSQL checks no reference and runs no trigger.
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

    /// A row that was written since has a later transaction's number, and what was deleted is missing in the count. Statistics, too, tell
    /// that it isn't new.
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
