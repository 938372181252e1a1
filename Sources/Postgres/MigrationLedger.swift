/// Reads and writes the database's record of applied migrations, within one transaction.
struct MigrationLedger: Sendable {
    let transaction: Transaction

    init(_ transaction: Transaction) { self.transaction = transaction }

    /// Waits for other migration runs to end, and creates the ledger's tables if they are missing.
    static func open(_ transaction: Transaction) async throws -> MigrationLedger {
        // The lock's number is arbitrary, but all versions of the program must use the same.
        try await transaction.once("SET LOCAL statement_timeout = 0")
        try await transaction.once("SELECT pg_advisory_xact_lock(6843291750)")
        try await transaction.once(
            """
            CREATE TABLE IF NOT EXISTS schema_migrations (
                name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())
            """)
        try await transaction.once(
            "CREATE TABLE IF NOT EXISTS schema_views (name text PRIMARY KEY, checksum text NOT NULL, relations text[] NOT NULL)")
        return MigrationLedger(transaction)
    }

    /// Compares the ledger with the program's migrations and definitions.
    func state(_ migrations: [Migration], _ definitions: [Definition]) async throws -> MigrationState {
        let exists: Bool = try await single(
            "SELECT to_regclass('schema_migrations') IS NOT NULL AND to_regclass('schema_views') IS NOT NULL AS value")
        return MigrationState(
            migrations: try await checksums(migrations.map(\.name), migrations.map(\.sql)),
            applied: exists ? try await recorded("SELECT name, checksum FROM schema_migrations ORDER BY name COLLATE \"C\"") : [],
            definitions: try await checksums(definitions.map(\.name), definitions.map(\.sql)),
            existing: exists ? try await recorded("SELECT name, checksum FROM schema_views ORDER BY name COLLATE \"C\"") : [])
    }

    /// Locks out other transactions, then locks every table and view of the owner.
    ///
    /// First it locks `schema_migrations`, the door table, and waits for the transactions that hold it. A transaction
    /// that doesn't lock the door table first, such as a dump, may hold other tables while it waits for the door table.
    /// That would be a deadlock, and PostgreSQL fails one of the two transactions after a second. So this function
    /// waits only briefly: less than a second for the door table, and then for the other tables.
    /// - Parameter idleLimit: the longest pause between two statements from now on. After it, the server ends the session.
    /// - Throws: `inUse` if other transactions hold any of the tables for longer.
    func lockOutOthers(idleLimit: Duration) async throws {
        try await transaction.once(
            "SET LOCAL idle_in_transaction_session_timeout = \(unsafeRaw: String(idleLimit.milliseconds))")
        try await lock("schema_migrations", "ACCESS EXCLUSIVE", within: 900)
        try await lock(try await tables(), "ACCESS EXCLUSIVE", within: 200)
    }

    /// Waits until PostgreSQL has ended a running autovacuum, which it does a second after a lock request conflicts
    /// with it. Meanwhile other transactions can read and write.
    static func endAutovacuum(_ pool: Pool) async throws {
        try await pool.transaction { transaction in
            let ledger = MigrationLedger(transaction)
            do {
                try await ledger.lock(try await ledger.tables(), "SHARE UPDATE EXCLUSIVE", within: 2000)
            } catch MigrationError.inUse {}
        }
    }

    /// Returns the names of all tables and views of the owner in the current schema, separated by commas.
    private func tables() async throws -> String {
        let names: [String] = try await single(
            """
            SELECT coalesce(array_agg(oid::regclass::text ORDER BY oid), '{}') AS value FROM pg_class
            WHERE relkind IN ('r', 'p', 'v') AND relnamespace = current_schema()::regnamespace AND relowner = current_user::regrole
            """)
        return names.joined(separator: ", ")
    }

    /// Locks tables in a lock mode.
    /// - Parameter waitLimit: the longest time to wait for the locks, in milliseconds.
    /// - Throws: `MigrationError.inUse` if the locks aren't granted in time.
    private func lock(_ tables: String, _ mode: String, within waitLimit: Int) async throws {
        try await transaction.once("SET LOCAL statement_timeout = \(unsafeRaw: String(waitLimit))")
        do {
            try await transaction.once("LOCK TABLE \(unsafeRaw: tables) IN \(unsafeRaw: mode) MODE")
        } catch let error as PostgresError where error.isWaitOver {
            throw MigrationError.inUse
        }
        try await transaction.once("SET LOCAL statement_timeout = 0")
    }

    /// Returns the virtual transaction IDs of the transactions that hold locks on tables in the current schema.
    static func lockHolders(_ pool: Pool) async throws -> Set<String> {
        let rows = try await pool.roundTrip { transaction in
            try await transaction.query(
                """
                SELECT coalesce(array_agg(DISTINCT l.virtualtransaction), '{}') AS value
                FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation AND c.relnamespace = current_schema()::regnamespace
                WHERE l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND l.granted
                """)
        }
        return Set(try rows.first?["value"] as [String]? ?? [])
    }

    /// Drops all recorded views in one statement, so that their order doesn't matter.
    func dropViews() async throws {
        let names: [String] = try await single(
            "SELECT coalesce(array_agg(r), '{}') AS value FROM schema_views, unnest(relations) AS r WHERE to_regclass(r) IS NOT NULL")
        do {
            if !names.isEmpty { try await transaction.once("DROP VIEW \(unsafeRaw: names.joined(separator: ", "))") }
        } catch let error as PostgresError {
            throw MigrationError.viewsInUse(error)
        }
        try await transaction.once("DELETE FROM schema_views")
    }

    func record(migration: Script) async throws {
        try await transaction.query(
            "INSERT INTO schema_migrations (name, checksum) VALUES (\(migration.name), \(fragment: Self.checksum(of: migration.sql)))")
    }

    /// Returns the OIDs of all views.
    func existingViews() async throws -> [String] {
        try await single("SELECT coalesce(array_agg(oid::text), '{}') AS value FROM pg_class WHERE relkind = 'v'")
    }

    /// Records the views that a definition created, by name, so that a later run can drop them even if the definition
    /// is gone. Functions aren't recorded: a function stays until a migration drops it.
    func record(definition: Script, besides before: [String]) async throws {
        try await transaction.query(
            """
            INSERT INTO schema_views (name, checksum, relations)
            SELECT \(definition.name), \(fragment: Self.checksum(of: definition.sql)), coalesce(array_agg(oid::regclass::text), '{}')
            FROM pg_class WHERE relkind = 'v' AND oid::text <> ALL (\(before)::text[])
            """)
    }

    private static func checksum(of sql: String) -> SQL {
        "encode(sha256(convert_to(\(sql), 'UTF8')), 'hex')"
    }

    private func checksums(_ names: [String], _ texts: [String]) async throws -> [MigrationState.Entry] {
        try await recorded(
            """
            SELECT name, encode(sha256(convert_to(sql, 'UTF8')), 'hex') AS checksum
            FROM unnest(\(names)::text[], \(texts)::text[]) AS at_hand (name, sql) ORDER BY name COLLATE "C"
            """)
    }

    private func recorded(_ sql: SQL) async throws -> [MigrationState.Entry] {
        try await transaction.query(sql).map { .init(name: try $0["name"], checksum: try $0["checksum"]) }
    }

    private func single<Value: PostgresDecodable>(_ sql: SQL) async throws -> Value {
        guard let row = try await transaction.query(sql).first else { throw PostgresError.misuse("a query without a row") }
        return try row["value"]
    }
}

/// The names and checksums of the migrations and definitions: those of the program, and those that the database
/// records.
struct MigrationState: Sendable {
    struct Entry: Sendable, Hashable {
        let name: String
        let checksum: String
    }

    let migrations: [Entry]
    let applied: [Entry]
    let definitions: [Entry]
    let existing: [Entry]

    var pending: [String] {
        let known = Set(applied.map(\.name))
        return migrations.map(\.name).filter { !known.contains($0) }
    }

    /// Whether a migration is pending or a definition has changed.
    var isStale: Bool { !pending.isEmpty || !changedDefinitions.isEmpty }

    var status: MigrationStatus {
        MigrationStatus(
            applied: applied.map(\.name), pending: pending, changed: changed, unknown: unknown, changedDefinitions: changedDefinitions)
    }

    /// Checks that the run may go on with the database's record.
    /// - Throws: `MigrationError.newerDatabase`, `changed` or `outOfOrder`.
    func check() throws {
        if !unknown.isEmpty { throw MigrationError.newerDatabase(unknown: unknown) }
        if let name = changed.first { throw MigrationError.changed(name: name) }
        if let name = pending.first, let last = applied.last?.name, name < last {
            throw MigrationError.outOfOrder(name: name, applied: last)
        }
    }

    private var changed: [String] {
        let current = Dictionary(migrations.map { ($0.name, $0.checksum) }) { first, _ in first }
        return applied.filter { entry in current[entry.name].map { $0 != entry.checksum } ?? false }.map(\.name)
    }

    private var unknown: [String] {
        let known = Set(migrations.map(\.name))
        return applied.map(\.name).filter { !known.contains($0) }
    }

    private var changedDefinitions: [String] {
        Set(definitions).symmetricDifference(existing).map(\.name).reduce(into: Set()) { $0.insert($1) }.sorted()
    }
}

extension PostgresError {
    /// Whether a lock could not be acquired in time.
    fileprivate var isWaitOver: Bool {
        sqlState == .queryCanceled || sqlState == .lockNotAvailable || sqlState == .deadlockDetected
    }
}
