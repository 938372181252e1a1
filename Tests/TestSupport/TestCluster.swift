import Domain
import Foundation
import LocalPostgres
import Logging
import Postgres
import Schema
import Secrets

/// The PostgreSQL cluster of a test run. It has a migrated template database, from which each test's database is made.
///
/// With separate roles, a database that a test has closed is emptied for the next test. It keeps its connections, which
/// have loaded the schema and planned the statements. A database whose schema has changed is dropped.
actor TestCluster {
    static let shared = TestCluster()

    private var starting: Task<LocalPostgres, any Error>?
    private let prefix = "test_\(ProcessInfo.processInfo.processIdentifier)"
    private var count = 0
    /// The number of databases that tests may still take. At most 8 are in use, because the machine serves no more at
    /// once well. Other tests wait.
    private var free = 8
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// Empty databases that no test uses now.
    private var spare: [TestDatabase] = []
    /// The state of a new database.
    private var new: DatabaseState?

    /// Returns a database with the current schema and no rows.
    /// - Parameter isUnused: whether the database must be new. Tests that count pages need that, because deleted rows
    ///   still take up pages.
    func newDatabase(isUnused: Bool) async throws -> TestDatabase {
        let postgres = try await started()
        await takeTurn()
        if !isUnused, let database = spare.popLast() { return database }
        count += 1
        let name = "\(prefix)_\(count)"
        try await administer(postgres, "CREATE DATABASE \(name) TEMPLATE \(prefix)_template STRATEGY wal_log \(TestRoles.owning)")
        let database = TestDatabase(name, in: postgres)
        if new == nil, !TestRoles.isSingle { new = try await database.state() }
        return database
    }

    /// Takes a database back from a test, to be used again or dropped.
    func takeBack(_ database: TestDatabase) async throws {
        // A database that can't be emptied is dropped.
        if !TestRoles.isSingle, let state = try? await database.empty(), state == new, state.isHandy {
            spare.append(database)
            return passTurn()
        }
        passTurn()
        await database.closePools()
        try await administer(try await started(), "DROP DATABASE IF EXISTS \(database.name) WITH (FORCE)")
    }

    /// Runs statements outside the tests' databases.
    func administer(_ statements: String...) async throws {
        let postgres = try await started()
        for statement in statements { try await administer(postgres, statement) }
    }

    private func takeTurn() async {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    }

    private func passTurn() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }

    private func started() async throws -> LocalPostgres {
        if let starting { return try await starting.value }
        let task = Task { try await start() }
        starting = task
        return try await task.value
    }

    private func start() async throws -> LocalPostgres {
        let postgres = try await LocalPostgres.start(in: Self.folder, durable: false)
        try await dropLeftovers(postgres)
        try await TestRoles.make(in: postgres)
        try await administer(postgres, "CREATE DATABASE \(prefix)_template \(TestRoles.owning)")
        let uri = postgres.uri(user: TestRoles.owner, database: prefix + "_template")
        let pool = Pool.patient(uri, settings: TestRoles.ownersSettings)
        try await Self.migrate(pool)
        await pool.close()
        return postgres
    }

    /// Applies the current schema, and creates the roles of the server and the worker.
    static func migrate(_ pool: Pool) async throws {
        let schema = try Schema.load()
        _ = try await Migrator(
            migrations: schema.migrations, definitions: schema.definitions, roles: try TestRoles.mapping(), idleLimit: .zero,
            logger: .quiet
        ).migrate(pool)
        if TestRoles.isSingle { return try await AdoptSingleRole(Database(pool: pool, clock: .system)).tune() }
        let useCases = UseCases(
            database: Database(pool: pool, clock: .system), passwords: PasswordHasher(parameters: .quick, threads: 1), logger: .quiet)
        try await useCases.createServingRole(name: ServingRole.local, password: nil)
        try await useCases.createServingRole(.pushWorker, name: ServingRole.localWorker, password: nil)
    }

    /// Drops the databases of earlier test runs that were killed.
    private func dropLeftovers(_ postgres: LocalPostgres) async throws {
        let pool = Pool.patient(postgres.uri(database: "postgres"))
        let rows = try await pool.roundTrip { try await $0.query("SELECT datname::text FROM pg_database WHERE datname LIKE 'test\\_%'") }
        let names: [String] = try rows.map { try $0["datname"] }
        for name in names where !Self.isAlive(name) { try await administer(postgres, "DROP DATABASE IF EXISTS \(name) WITH (FORCE)") }
        await pool.close()
    }

    private static func isAlive(_ database: String) -> Bool {
        let parts = database.split(separator: "_")
        guard parts.count > 1, let process = pid_t(parts[1]) else { return false }
        return kill(process, 0) == 0 && process != ProcessInfo.processInfo.processIdentifier
    }

    private func administer(_ postgres: LocalPostgres, _ statement: String) async throws {
        let pool = Pool.patient(postgres.uri(database: "postgres"))
        do {
            _ = try await pool.roundTrip { try await $0.query("\(unsafeRaw: statement)") }
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/test-postgres").path
}

extension Logger {
    /// A logger that writes only errors, so that the output of a test run shows the tests.
    public static let quiet: Logger = {
        var logger = Logger(label: "test")
        logger.logLevel = .error
        return logger
    }()
}
